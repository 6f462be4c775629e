// Reads the part of a file that a Range header asks for.

export interface Part {
  readonly offset: number;
  readonly length: number;
}

/** `range` is `bytes=first-last`, `bytes=first-` or `bytes=-length` (RFC 9110 §14.1.2). Null if a file of `size` bytes has no such part. */
export function partOf(range: string, size: number): Part | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  const offset = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return offset < end ? { offset, length: end - offset } : null;
}

/** The headers of a 206. */
export function partHeaders({ offset, length }: Part, size: number): Record<string, string> {
  return { 'Content-Length': String(length), 'Content-Range': `bytes ${offset}-${offset + length - 1}/${size}` };
}

/** The 416 for a part that the file does not have. */
export function noSuchPart(size: number): Response {
  return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } });
}
