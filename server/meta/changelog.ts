// The changelog of the API and the software as data. CHANGELOG.md, /changelog.atom, the page /versioning and the version of the OpenAPI
// document are made of it.

export type ChangeKind = 'added' | 'changed' | 'deprecated' | 'removed' | 'fixed';

export interface ChangelogEntry {
  /** Semantic version of the OpenAPI document. The first number is that of the paths. */
  readonly version: `${number}.${number}.${number}`;
  /** Day of the change, in UTC. */
  readonly date: `${number}-${number}-${number}`;
  readonly changes: readonly { readonly kind: ChangeKind; readonly text: string }[];
}

/** Newest first. */
export const changelog: readonly [ChangelogEntry, ...ChangelogEntry[]] = [
  {
    version: '1.1.0',
    date: '2026-11-25',
    changes: [
      {
        kind: 'changed',
        text: 'The search tells a title that stands in several unit groups: its matchType is ambiguous, no longer exact, and its confidence is the share of each unit group. A title of one unit group stays exact, with confidence 1.',
      },
      {
        kind: 'changed',
        text: 'Editions in /v1/meta/editions count each figure once in figures and withheldByReason, as the tables of a bundle have it.',
      },
      {
        kind: 'added',
        text: '/v1/pay, /v1/employment and /v1/projections list all occupations, or sub-major groups, by median pay, people in work, or projected change, highest or lowest first.',
      },
      {
        kind: 'added',
        text: '/v1/occupations/{soc}/related lists related occupations, by related US occupations (O*NET) and by shared skills (ESCO), with what each rests on.',
      },
      {
        kind: 'added',
        text: '/v1/occupations/{soc}/summary has fifteen headline figures of an occupation from eight sources, each with its quality, period, area and source.',
      },
      { kind: 'added', text: 'area takes the GSS code of an area in place of its slug: area=E12000007 is area=london.' },
      {
        kind: 'added',
        text: 'Where a release has no figures of the area asked for, a note of the answer names the areas that it has.',
      },
      { kind: 'added', text: 'Matches of the search have groups, in how many unit groups the matched title stands.' },
      {
        kind: 'added',
        text: 'Matches of the search have setAside, what of the query was not taken for the job: hours, contract, pay, grade, place, employer.',
      },
      {
        kind: 'changed',
        text: 'CSV has addresses of its own: the path of a list with .csv. The address without it answers JSON alone, whatever Accept says, so that generated clients have one type for it.',
      },
      { kind: 'changed', text: 'Pay by region as CSV has 34 columns, no longer 69: of each figure the value, the quality and the reason.' },
      {
        kind: 'added',
        text: '/tables/ lists a table for each source, as CSV and Parquet without a key; a bundle has the same files and no lookup tables.',
      },
      { kind: 'added', text: 'Problems have code, the kind of problem for programs: the last part of type, which contains the host.' },
      {
        kind: 'added',
        text: 'The client has figureOf for every figure of every answer, retries for 429, and takes a signal.',
      },
      {
        kind: 'added',
        text: 'Sources in /v1/meta/ingest have undecided, the corrections and withdrawals by the publisher about which nobody has decided yet.',
      },
      {
        kind: 'changed',
        text: 'A part of /v1/meta/editions has at most 200 kB. Where more than twelve files make an edition, those of one kind stand as one in its files, with their number (count).',
      },
    ],
  },
  {
    version: '1.0.0',
    date: '2026-11-22',
    changes: [{ kind: 'added', text: 'The first version.' }],
  },
];
