// What a data directory notes of the store that it was pulled from or published to.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Uuid, record } from '#schemas/shapes.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { writeAtomically } from './files.ts';
import { OperationError } from './operation-error.ts';

const originFile = 'origin.json';

/**
 * Publishing compares it with the store's catalogue: of two writers who started from the same
 * catalogue, only the first can replace it.
 */
const Origin = record({
  serial: Type.Integer({ minimum: 1 }),
  sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: "SHA-256 of the store's catalogue.",
  }),
  recordsOnly: Type.Array(Uuid, { description: 'Editions with only edition.json fetched.' }),
  snapshotsLeft: Type.Array(Type.String({ pattern: '^[a-z-]+/[0-9a-f]{64}$' }), {
    description: 'Snapshots left in the store, as source and digest.',
  }),
});
export type Origin = Static<typeof Origin>;

const validate = compileSchema(Origin);

/** Null if the directory was never pulled or published. */
export function readOrigin(directory: string): Origin | null {
  const file = join(directory, originFile);
  if (!existsSync(file)) return null;
  const read = readAs<Origin>(validate, readFileSync(file));
  if ('fault' in read)
    throw new OperationError(`${file}: ${read.fault}\n  remove it, then run lmi pull again`);
  return read.value;
}

export function writeOrigin(directory: string, origin: Origin): void {
  writeAtomically(join(directory, originFile), `${JSON.stringify(origin)}\n`);
}
