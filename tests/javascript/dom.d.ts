// What our pages know of the elements that they draw, and a browser's own types do not say. For the type check alone.

interface Element {
  readonly dataset: DOMStringMap;
  hidden: string | boolean;
  blur(): void;
  focus(options?: FocusOptions): void;
}

interface EventTarget {
  closest?(selectors: string): Element | null;
  id?: string;
}

/** Of a CustomEvent: what our own ones carry. */
interface Event {
  readonly detail: any;
}
