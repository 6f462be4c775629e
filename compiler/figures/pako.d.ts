// The part of pako that is used here. The package has no types of its own.
declare module 'pako' {
  class Deflate {
    constructor(options: { readonly raw: boolean; readonly level: number });
    onData: (chunk: Uint8Array) => void;
    push(data: Uint8Array, isLast: boolean): boolean;
  }
  const pako: { readonly Deflate: typeof Deflate };
  export default pako;
}
