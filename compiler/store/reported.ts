// What the last report said, noted in the store, because another machine may report each day.
import { type Static, Type } from 'typebox';
import { editionStates } from '#schemas/catalogue.ts';
import { Uuid, oneOf, record } from '#schemas/shapes.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { type Store, StoreError } from './store.ts';

const reportedFile = 'reported.json';

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

const validate = compileSchema(Reported);

/** Null if there was no report yet. */
export async function readReported(store: Store): Promise<Reported | null> {
  const bytes = await store.read(reportedFile);
  if (bytes === null) return null;
  const read = readAs<Reported>(validate, bytes);
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
