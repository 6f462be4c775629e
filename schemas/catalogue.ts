// The catalogue (the one mutable file of a data directory) and the record that lies in every edition.
import { type Static, Type } from 'typebox';
import { sourceKeys } from './codes.ts';
import { Uuid, nullable, oneOf, record } from './figures.ts';
import { PayRevision } from './resources/pay-revisions.ts';

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Instant = Type.String({ format: 'date-time' });

export const severities = ['block', 'known-issue', 'info'] as const;
export type Severity = (typeof severities)[number];

/** A check that found something: its name and how bad that is, what it is, and the first places. */
export const CheckResult = record({
  check: Type.String({ minLength: 1 }),
  severity: oneOf(severities),
  message: Type.String({ minLength: 1 }),
  places: Type.Array(Type.String(), { maxItems: 10, description: 'The first places, at most ten.' }),
  count: Type.Integer({ minimum: 1, description: 'How many places there are in all.' }),
});
export type CheckResult = Static<typeof CheckResult>;

export const InputFile = record({ file: Type.String({ minLength: 1 }), sha256: Sha256, bytes: Type.Integer({ minimum: 0 }) });
export type InputFile = Static<typeof InputFile>;

/** What an edition covers: it holds a file for every member of occupations × areas, and answers for every local area. */
export const Axes = record({
  occupations: Type.Array(Type.String()),
  areas: nullable(Type.Array(Type.String()), 'Area slugs; null where the files have no area.'),
  localAreas: Type.Optional(Type.Array(Type.String(), { description: 'Slugs of local areas, where there are files or answers of them.' })),
});
export type Axes = Static<typeof Axes>;

/** editions/<uuid>/edition.json: the same bytes whenever and wherever the same inputs are compiled. */
export const EditionRecord = record({
  id: Uuid,
  source: oneOf(sourceKeys),
  release: Type.String({ minLength: 1 }),
  label: Type.String({ minLength: 1, description: 'The release as provenance names it.' }),
  released: nullable(Type.String({ format: 'date' })),
  year: nullable(Type.Integer(), 'Reference year, for sources whose editions are served side by side by year.'),
  provisional: Type.Boolean(),
  sample: Type.Boolean(),
  format: Type.Integer({ minimum: 1 }),
  rows: nullable(Sha256, 'Digest of the parsed rows; null where the files could not be parsed.'),
  inputs: Type.Array(InputFile, { minItems: 1 }),
  needs: Type.Array(record({ source: oneOf(sourceKeys), edition: Uuid })),
  axes: Axes,
  checks: Type.Array(CheckResult),
  files: Type.Array(InputFile, { description: 'Every file of the edition but this one, ordered by path.' }),
  root: Sha256,
});
export type EditionRecord = Static<typeof EditionRecord>;

export const editionStates = ['served', 'superseded', 'quarantined', 'withdrawn'] as const;

/** What the catalogue repeats of an edition, so that status and ETag need no other file. */
export const CatalogueEdition = record({
  id: Uuid,
  source: oneOf(sourceKeys),
  release: Type.String({ minLength: 1 }),
  label: Type.String({ minLength: 1 }),
  released: nullable(Type.String({ format: 'date' })),
  year: nullable(Type.Integer()),
  provisional: Type.Boolean(),
  format: Type.Integer({ minimum: 1, description: "Of the source's documents; another format makes another edition of equal rows." }),
  state: oneOf(editionStates),
  accepted: nullable(
    record({ reason: Type.String({ minLength: 1 }), at: Instant }),
    'Set where a person published an edition that a check had held back.',
  ),
  withdrawn: nullable(
    record({ reason: Type.String({ minLength: 1 }), at: Instant, replacedBy: nullable(Uuid) }),
    'Set where an edition was taken back; its pin answers 410 with this.',
  ),
  pruned: Type.Boolean({ description: 'True: only edition.json is kept; the documents can be compiled again from the snapshots.' }),
  touched: nullable(Instant, 'When the publisher last had other bytes with equal cells.'),
  needs: Type.Array(record({ source: oneOf(sourceKeys), edition: Uuid })),
  axes: Axes,
  checks: Type.Array(CheckResult),
  inputs: Type.Array(InputFile),
  root: Sha256,
  files: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  figures: Type.Integer({ minimum: 0, description: 'Published figures read from the release.' }),
  withheld: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), { description: 'Withheld figures by reason.' }),
  compiled: Instant,
  code: nullable(
    Sha256,
    'Digest of the code that compiled the edition last; while it is unchanged the edition need not be compiled again.',
  ),
});
export type CatalogueEdition = Static<typeof CatalogueEdition>;

/** What is known of a source at its publisher, from the last time that it was looked at. */
export const Ingest = record({
  configured: Type.Boolean({ description: 'False: a key that the publisher asks for is not set, so nobody looks.' }),
  checked: nullable(Instant, 'When the publisher was last looked at with success.'),
  changed: nullable(Instant, 'When a new edition was last published.'),
  fault: nullable(Type.String({ minLength: 1 }), 'Why the last look failed; null where it succeeded.'),
  newest: nullable(Type.String({ minLength: 1 }), "The publisher's newest release at that time."),
  nextRelease: nullable(Type.String({ format: 'date' }), 'The day that the publisher has announced for the next release.'),
  notices: Type.Array(
    record({
      release: Type.String({ minLength: 1 }),
      date: nullable(Type.String({ format: 'date' })),
      text: Type.String({ minLength: 1 }),
    }),
    {
      description: "The publisher's correction notices.",
    },
  ),
});
export type Ingest = Static<typeof Ingest>;

/** A source that nobody has looked at yet. */
export const neverLookedAt: Ingest = {
  configured: true,
  checked: null,
  changed: null,
  fault: null,
  newest: null,
  nextRelease: null,
  notices: [],
};

export const CatalogueSource = record({
  key: oneOf(sourceKeys),
  title: Type.String({ minLength: 1 }),
  publisher: Type.String({ minLength: 1 }),
  licence: Type.String({ minLength: 1 }),
  licenceUrl: nullable(Type.String({ format: 'uri' })),
  attribution: Type.String({ minLength: 1 }),
  landingPage: Type.String({ format: 'uri' }),
  cadence: Type.String({ minLength: 1 }),
  ingest: Ingest,
  served: Type.Array(Uuid, { description: 'Editions served now, newest first: one, or one for each reference year.' }),
  revisions: Type.Array(PayRevision, {
    description:
      'Of pay: how far provisional figures moved, for each reference year of which a provisional and a revised edition are held; oldest first.',
  }),
});
export type CatalogueSource = Static<typeof CatalogueSource>;

export const Catalogue = record({
  version: Type.Literal(1),
  serial: Type.Integer({ minimum: 1 }),
  previous: nullable(Sha256, 'SHA-256 of the catalogue that this one replaced.'),
  sample: Type.Boolean({ description: 'True: every edition is synthetic and none of it is a statistic.' }),
  sampleSize: nullable(oneOf(['plain', 'full']), 'Null for real data.'),
  written: Instant,
  sources: Type.Array(CatalogueSource),
  editions: Type.Array(CatalogueEdition, {
    description: 'Every edition known, served or not. Of the editions of one release the last may be served.',
  }),
});
export type Catalogue = Static<typeof Catalogue>;
