// The changelog of the API and the software as data. CHANGELOG.md, /changelog.atom, the page
// /versioning and the version of the OpenAPI document are made of it.

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
    version: '1.0.0',
    date: '2026-11-26',
    changes: [
      {
        kind: 'added',
        text:
          'The first version: the endpoints under /v1, as /openapi.json describes them, ' +
          'and keys by e-mail.',
      },
      {
        kind: 'added',
        text:
          'Lists as CSV, at their own path with .csv. /tables/ has a table for each ' +
          'source, as CSV, as gzipped CSV with ranges, and as Parquet.',
      },
      {
        kind: 'added',
        text:
          'Bundles of all served data, feeds of the editions and of this changelog, and a ' +
          'client in TypeScript.',
      },
      {
        kind: 'added',
        text:
          'A search for a job title says in `exactTitle` whether the query is the matched ' +
          'title.',
      },
      {
        kind: 'added',
        text:
          '`lmi compile` compiles in one process for each core, at most four, or in as ' +
          'many as `--jobs` says.',
      },
      {
        kind: 'added',
        text:
          'The headline figures of an occupation at /summary: a number in `value`, or the ' +
          'level of demand in `level`. /v1/summaries has those of up to ten occupations, ' +
          'and /tables/summary.csv those of all.',
      },
      {
        kind: 'added',
        text:
          'The year before in /demand names its edition by `editionId`; the surveyed ' +
          'employers in /vacancies have a count, and the reason where it is withheld; a ' +
          '410 names the edition that takes the place of another in `replacedBy`.',
      },
      {
        kind: 'added',
        text:
          'The 404 of a local area names the nearest by a part of its name. The areas ' +
          'that a parameter accepts are listed with their GSS codes.',
      },
      {
        kind: 'added',
        text:
          '`group` keeps of a list the occupations of a group of SOC 2020. /v1/pay takes ' +
          '`sex` and `pattern` too.',
      },
      {
        kind: 'changed',
        text:
          'The label of `projected_change` at /summary is “Job growth, whole group”, ' +
          'because the figure is that of a group of occupations.',
      },
      {
        kind: 'added',
        text:
          'Occupations by career interests at /v1/work-profiles, as JSON and CSV. The ' +
          'parameter `interests` takes one or more of the six types, with commas between ' +
          'them. `period` is null if no occupation has scores.',
      },
    ],
  },
];
