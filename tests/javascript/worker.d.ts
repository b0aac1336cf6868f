// What Python sees of the laptop's worker. For the type check alone.

interface Window {
  post(text: string): void;
  nextMessages(): Promise<unknown[]>;
  hostZip: Uint8Array;
}
