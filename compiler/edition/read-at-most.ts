// Reads what others wrote or send without ever holding more than it may be.
import { readFileSync, statSync } from 'node:fs';

/** The bytes of a body. Throws what `tooMuch` makes as soon as they are more than `most`. */
export async function readAtMost(body: AsyncIterable<Uint8Array> | null, most: number, tooMuch: () => Error): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > most) throw tooMuch();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The bytes of a file. Throws what `tooMuch` makes if they are more than `most`, and reads none of them. */
export function readFileAtMost(path: string, most: number, tooMuch: () => Error): Buffer {
  if (statSync(path).size > most) throw tooMuch();
  return readFileSync(path);
}
