// What the scripts of the board in the browser know of it besides. For the type check alone.

interface Window {
  laptopPiece(text: string): void;
}

/** Web Serial, as far as it is used: no browser's types have it. */
interface Navigator {
  serial: { requestPort(options: object): Promise<any> };
}
