// The catalogue (the one mutable file of a data directory) and the record in every edition.
import { type Static, Type } from 'typebox';
import { measureKeys, sourceKeys } from './codes.ts';
import { fileFormats } from './document-formats.ts';
import {
  count,
  Count,
  Day,
  Instant,
  listOf,
  nullable,
  oneOf,
  record,
  Text,
  text,
  Uri,
  Uuid,
  countFromOne,
  flag,
  percentage,
} from './shapes.ts';

const digest = (description?: string) =>
  Type.String({ pattern: '^[0-9a-f]{64}$', ...(description === undefined ? {} : { description }) });
const Sha256 = digest();

export const severities = ['block', 'known-issue', 'info'] as const;
export type Severity = (typeof severities)[number];

/** A figure that a check doubts, and the answers that give it. */
export const AffectedFigure = record({
  soc: Type.String(),
  area: nullable(Type.String(), 'Slug of the area; null if the answers have none.'),
  query: Type.Record(Type.String(), Type.String(), {
    description: 'The query parameters that the figure depends on.',
  }),
  endpoints: listOf(Type.String(), { minItems: 1 }),
  text: text('What the answers say of it.'),
});
export type AffectedFigure = Static<typeof AffectedFigure>;

/**
 * A check that found something: its name, severity, message and first places. Message and places
 * can quote figures of the release.
 */
export const CheckResult = record({
  check: text('Name of the check.'),
  severity: oneOf(severities),
  describe: Type.Optional(text('What the check asks of every release. It quotes none.')),
  message: text('What was found, and what was expected.'),
  places: listOf(Type.String(), {
    maxItems: 10,
    description: 'The first places, at most ten.',
  }),
  count: countFromOne('Number of places in all.'),
  figures: Type.Optional(
    listOf(
      AffectedFigure,
      'Of a known issue: the figures at its places, as far as answers give them. Only ' +
        'in a catalogue.',
    ),
  ),
});
export type CheckResult = Static<typeof CheckResult>;

export const InputFile = record({ file: Text, sha256: Sha256, bytes: count('Number of bytes.') });
export type InputFile = Static<typeof InputFile>;

/**
 * A publisher's file as a catalogue lists it. The whole list is in edition.json: a harvest has
 * a thousand files, and a new list each day.
 */
export const ListedInput = record({
  ...InputFile.properties,
  files: Type.Optional(
    Type.Integer({
      minimum: 2,
      description:
        'Set if this stands for so many files of one kind, of which `file` is the ' +
        'first; `bytes` are those of all, and `sha256` is the digest of their list.',
    }),
  ),
});
export type ListedInput = Static<typeof ListedInput>;

/**
 * What an edition covers. It holds a file for every member of occupations × areas, and answers for
 * every local area.
 */
export const Axes = record({
  occupations: listOf(Type.String()),
  areas: nullable(listOf(Type.String()), 'Area slugs; null if the files have no area.'),
  localAreas: Type.Optional(
    listOf(Type.String(), 'Slugs of local areas, if the edition has files or answers of them.'),
  ),
});
export type Axes = Static<typeof Axes>;

/** The members that edition.json and the catalogue share. */
const edition = {
  id: Uuid,
  source: oneOf(sourceKeys),
  release: Text,
  label: text('The release as provenance names it.'),
  released: nullable(Day),
  year: nullable(
    Type.Integer(),
    'Reference year, for sources whose editions are served side by side by year.',
  ),
  provisional: Type.Boolean(),
};
const Needs = listOf(record({ source: oneOf(sourceKeys), edition: Uuid }));

/** editions/<uuid>/edition.json. The same inputs give the same bytes, at any time and place. */
export const EditionRecord = record({
  ...edition,
  sample: Type.Boolean(),
  format: Type.Integer({ minimum: 1 }),
  rows: nullable(Sha256, 'Digest of the parsed rows; null if the files could not be parsed.'),
  inputs: listOf(InputFile, { minItems: 1 }),
  needs: Needs,
  axes: Axes,
  checks: listOf(CheckResult),
  files: listOf(InputFile, 'Every file of the edition except this one, ordered by path.'),
  root: Sha256,
});
export type EditionRecord = Static<typeof EditionRecord>;

export const editionStates = ['served', 'superseded', 'quarantined', 'withdrawn'] as const;

/** The catalogue's copy of an edition's facts, so that status and ETag need no other file. */
export const CatalogueEdition = record({
  ...edition,
  format: countFromOne(
    "Format of the source's documents. Equal rows in another format make another edition.",
  ),
  state: oneOf(editionStates),
  accepted: nullable(
    record({ reason: Text, at: Instant }),
    'Set if a person published an edition that a check had held back.',
  ),
  withdrawn: nullable(
    record({ reason: Text, at: Instant, replacedBy: nullable(Uuid) }),
    'Set if an edition was withdrawn; a request that pins it gets 410 with this.',
  ),
  dismissed: Type.Optional(
    record('Set if a person does not want an edition that is held back.', {
      reason: Text,
      at: Instant,
    }),
  ),
  pruned: flag(
    'True: this entry is all that is kept. The edition can be compiled again where its ' +
      'snapshots are kept.',
  ),
  rows: Type.Optional(
    digest(
      'Digest of the parsed rows, as edition.json has it; absent if the files could not be parsed.',
    ),
  ),
  touched: nullable(Instant, 'When the publisher last had other bytes with the same cells.'),
  needs: Needs,
  axes: Axes,
  checks: listOf(CheckResult),
  inputs: listOf(ListedInput),
  root: Sha256,
  record: Type.Optional(digest('SHA-256 of edition.json.')),
  files: Count,
  bytes: Count,
  figures: count('Published figures of the edition, each once.'),
  withheld: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
    description: 'Withheld figures by reason.',
  }),
  compiled: Instant,
  code: nullable(
    Sha256,
    'Digest of the code that last compiled the edition. While it is unchanged, the ' +
      'edition need not be compiled again.',
  ),
});
export type CatalogueEdition = Static<typeof CatalogueEdition>;

/** A publisher's notice about a release that came out before: a correction or a withdrawal. */
const Notice = record({
  release: Text,
  date: nullable(Day, 'The day of the notice; null if it has none.'),
  text: Text,
});

/** The state of a source at its publisher, from the last check. */
export const Ingest = record({
  configured: flag(
    'False: the publisher requires a key that is not set, so the source is not checked.',
  ),
  checked: nullable(
    Instant,
    'When the last successful check of the publisher was; null if there was none.',
  ),
  changed: nullable(Instant, 'When a new edition was last published; null if there was none.'),
  fault: nullable(Text, 'Why the last check failed; null if it succeeded.'),
  detail: Type.Optional(
    nullable(
      Text,
      'For the operator: the message, if files could not be read. It can quote figures ' +
        'that are not published.',
    ),
  ),
  refused: Type.Optional({
    ...Instant,
    description: 'Since when the publisher has refused this program; absent if it does not.',
  }),
  newest: nullable(Text, "The publisher's newest release at that time; null if it is unknown."),
  gone: Type.Optional(
    listOf(
      Uuid,
      'Held editions that the publisher no longer offered at the last successful check.',
    ),
  ),
  nextRelease: nullable(Day, 'The announced day of the next release; null if none is announced.'),
  notices: listOf(Notice, "The publisher's correction notices."),
  withdrawals: Type.Optional(
    listOf(Notice, 'Those of the notices that say that the publisher has withdrawn a release.'),
  ),
  decided: Type.Optional(
    listOf(
      record({ ...Notice.properties, reason: Text, at: Instant }),
      'Notices of served releases about which a person has decided that the figures ' +
        'stay, with the reason.',
    ),
  ),
});
export type Ingest = Static<typeof Ingest>;

/** A source that has never been checked. */
export const neverLookedAt: Ingest = {
  configured: true,
  checked: null,
  changed: null,
  fault: null,
  newest: null,
  nextRelease: null,
  notices: [],
};

export const sourceStatuses = ['served', 'held-back', 'withdrawn', 'not-configured'] as const;

/**
 * What serving needs to know of all editions of a source, so that it need not know the editions.
 */
export const SourceStanding = record({
  status: oneOf(sourceStatuses),
  held: listOf(Uuid, 'Editions that are held back and wait for a person, newest first.'),
  arrived: nullable(Day, 'The day of the newest release, served or not; null if there is none.'),
});
export type SourceStanding = Static<typeof SourceStanding>;

/**
 * Statistics over the unit groups whose median of all employees in the United Kingdom is
 * presentable in both editions.
 */
export const revisionStatistics = {
  comparableMedians: countFromOne(
    'Number of unit groups whose median is presentable in both editions. The other ' +
      'statistics are over these.',
  ),
  medianAbsolutePercent: Type.Number({
    minimum: 0,
    description:
      'Median of the revisions in percent of the provisional median, without signs. To ' +
      'two decimals.',
  }),
  percentile90AbsolutePercent: Type.Number({
    minimum: 0,
    description:
      'Nine in ten revisions were no larger than this, by linear interpolation. To two decimals.',
  }),
  meanPercent: Type.Number({
    description:
      'Mean of the revisions with their signs: below 0 if the provisional medians were ' +
      'too high. To two decimals.',
  }),
  movedMoreThanOnePercentPercent: percentage(
    'Share of the medians that moved by more than 1%, in percent. To one decimal.',
  ),
};

/** In the catalogue: one reference year with both a provisional and a revised edition. */
export const PayRevision = record({
  year: Type.Integer(),
  provisional: Uuid,
  revised: Uuid,
  measures: listOf(
    record({ measure: oneOf(measureKeys), ...revisionStatistics }),
    'All employees, United Kingdom, by measure; without the measures that have no ' +
      'comparable median.',
  ),
  code: digest(
    'Digest of the code that computed this. While it is unchanged, this need not be ' +
      'computed again.',
  ),
});
export type PayRevision = Static<typeof PayRevision>;

export const CatalogueSource = record({
  key: oneOf(sourceKeys),
  title: Text,
  publisher: Text,
  licence: Text,
  licenceUrl: nullable(Uri),
  attribution: Text,
  landingPage: Uri,
  cadence: Text,
  ingest: Ingest,
  served: listOf(Uuid, 'Editions served now, newest first: one, or one for each reference year.'),
  revisions: listOf(
    PayRevision,
    'For pay: how far provisional figures moved, for each reference year with a ' +
      'provisional and a revised edition; oldest first.',
  ),
});
export type CatalogueSource = Static<typeof CatalogueSource>;

/**
 * A model learnt from the job titles of the served editions that it names. The search uses it while
 * all of them are served. It is in editions/<id>/title-model.bin.
 */
export const TitleModelRecord = record({
  id: Uuid,
  format: countFromOne('Format of the file. Equal editions in another format make another model.'),
  needs: listOf(record({ source: oneOf(sourceKeys), edition: Uuid }), { minItems: 1 }),
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 1 }),
});
export type TitleModelRecord = Static<typeof TitleModelRecord>;

const catalogueFacts = {
  version: Type.Integer({ minimum: fileFormats.catalogue, maximum: fileFormats.catalogue }),
  serial: Type.Integer({ minimum: 1 }),
  previous: nullable(Sha256, 'SHA-256 of the previous catalogue.'),
  sample: flag('True: every edition is synthetic and no figure is a statistic.'),
  written: Instant,
  titleModel: nullable(
    TitleModelRecord,
    'What the search has learnt from job titles; null if it has learnt nothing.',
  ),
  sha256: Type.Optional(digest('SHA-256 of this file without this member, which is its last.')),
};

/** Everything that is known of every edition: the compiler's catalogue in memory. */
export const Catalogue = record({
  ...catalogueFacts,
  sources: listOf(CatalogueSource),
  editions: listOf(
    CatalogueEdition,
    'Every known edition, served or not. If a release has several editions, only the ' +
      'last may be served.',
  ),
});
export type Catalogue = Static<typeof Catalogue>;

const place = (list: string) => Type.Integer({ minimum: 0, description: `Place in \`${list}\`.` });

/**
 * catalogue.json of a data directory, a store or a bundle: what serving needs. The records of all
 * editions are in a file for each source.
 */
const { inputs: _inputs, ...servingFacts } = CatalogueEdition.properties;
export const DividedCatalogue = record({
  ...catalogueFacts,
  sources: listOf(
    record({
      ...CatalogueSource.properties,
      standing: SourceStanding,
      records: nullable(
        InputFile,
        'The file of the records, in the folder `records`; null if the source has no edition.',
      ),
    }),
  ),
  axes: listOf(Axes, 'Each set of axes once.'),
  editions: listOf(
    record({ ...servingFacts, axes: place('axes') }),
    'The editions that are served or held back, and those that they need.',
  ),
});
export type DividedCatalogue = Static<typeof DividedCatalogue>;

/**
 * records/<source>-<digest>.json: every known edition of a source. The catalogue names the file
 * with its digest.
 */
export const SourceRecords = record({
  source: oneOf(sourceKeys),
  axes: listOf(Axes, 'Each set of axes once.'),
  editions: listOf(
    record({
      ...CatalogueEdition.properties,
      axes: place('axes'),
      place: count('Place among the editions of all sources, in the order they were added.'),
    }),
  ),
});
export type SourceRecords = Static<typeof SourceRecords>;

/** An edition as serving knows it. Of most editions only `records` knows more. */
export type ServingEdition = Omit<CatalogueEdition, 'inputs'>;

/** A catalogue as serving knows it. */
export type ServingCatalogue = Omit<Catalogue, 'editions' | 'sources'> & {
  readonly sources: readonly (CatalogueSource & {
    readonly standing: SourceStanding;
  })[];
  readonly editions: readonly ServingEdition[];
};
