// What publishing, pulling and reporting note for the next run: in the data directory which
// catalogue of the store it started from, and in the store, because another machine may report each
// day, what the last report said.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { editionStates } from '#schemas/catalogue.ts';
import { Uuid, oneOf, record } from '#schemas/shapes.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { writeAtomically } from '../edition/files.ts';
import { type Store, StoreError } from './store.ts';

const originFile = 'origin.json';
const reportedFile = 'reported.json';

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

export const Reported = record({
  at: Type.String({ format: 'date-time' }),
  serial: Type.Integer({
    minimum: 1,
    description: 'Serial number of the catalogue that was reported.',
  }),
  editions: Type.Array(record({ id: Uuid, state: oneOf(editionStates) })),
  held: Type.Array(Uuid, { description: 'The editions that were reported as held back.' }),
  problems: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The problems that were reported, each as "WHAT: ABOUT".',
    }),
  ),
});
export type Reported = Static<typeof Reported>;

const validators = { origin: compileSchema(Origin), reported: compileSchema(Reported) };

/** Null if the directory was never pulled or published. */
export function readOrigin(directory: string): Origin | null {
  const file = join(directory, originFile);
  if (!existsSync(file)) return null;
  const read = readAs<Origin>(validators.origin, readFileSync(file));
  if ('fault' in read)
    throw new StoreError(`${file}: ${read.fault}\n  remove it, then run lmi pull again`);
  return read.value;
}

export function writeOrigin(directory: string, origin: Origin): void {
  writeAtomically(join(directory, originFile), `${JSON.stringify(origin)}\n`);
}

/** Null if there was no report yet. */
export async function readReported(store: Store): Promise<Reported | null> {
  const bytes = await store.read(reportedFile);
  if (bytes === null) return null;
  const read = readAs<Reported>(validators.reported, bytes);
  if ('fault' in read)
    throw new StoreError(
      `${store.name}/${reportedFile}: ${read.fault}\n  ` +
        'remove it; the next report then lists everything as new',
    );
  return read.value;
}

export function writeReported(store: Store, reported: Reported): Promise<void> {
  return store.replace(reportedFile, Buffer.from(`${JSON.stringify(reported)}\n`));
}
