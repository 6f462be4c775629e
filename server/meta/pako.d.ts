// The part of pako that unpacks, which has no types of its own: the port of zlib's inflate.h.
declare module 'pako/lib/zlib/inflate.js' {
  export interface InflateStream {
    input: Uint8Array;
    next_in: number;
    avail_in: number;
    total_in: number;
    output: Uint8Array;
    next_out: number;
    avail_out: number;
    total_out: number;
    msg: string;
    state: unknown;
    data_type: number;
    adler: number;
  }
  export function inflateInit2(stream: InflateStream, windowBits: number): number;
  export function inflate(stream: InflateStream, flush: number): number;
}
