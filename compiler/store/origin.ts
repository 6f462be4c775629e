// Records the store's catalogue that a data directory started from. Publishing compares it with the store's catalogue, so that of two
// writers who started from the same catalogue only the first can replace it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Uuid, record } from '#schemas/shapes.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { writeAtomically } from '../edition/files.ts';
import { StoreError } from './store.ts';

const originFile = 'origin.json';

export interface Origin {
  readonly serial: number;
  /** SHA-256 of the store's catalogue. */
  readonly sha256: string;
  /** Editions with only edition.json fetched. */
  readonly recordsOnly: readonly string[];
  /** Snapshots left in the store, as source and digest: `soc-index/889d…`. */
  readonly snapshotsLeft: readonly string[];
}

const validate = compileSchema(
  record({
    serial: Type.Integer({ minimum: 1 }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    recordsOnly: Type.Array(Uuid),
    snapshotsLeft: Type.Array(Type.String({ pattern: '^[a-z-]+/[0-9a-f]{64}$' })),
  }),
);

/** Null if the directory was never pulled or published. */
export function readOrigin(directory: string): Origin | null {
  const file = join(directory, originFile);
  if (!existsSync(file)) return null;
  const read = readAs<Origin>(validate, readFileSync(file));
  if ('fault' in read) throw new StoreError(`${file}: ${read.fault}\n  remove it, then run lmi pull again`);
  return read.value;
}

export function writeOrigin(directory: string, origin: Origin): void {
  writeAtomically(join(directory, originFile), `${JSON.stringify(origin)}\n`);
}
