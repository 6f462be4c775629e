// The changelog of the API as data. docs/changelog.md, /changelog.atom, the page /versioning and the version of the OpenAPI document are made of it.

export type ChangeKind = 'added' | 'changed' | 'deprecated' | 'removed' | 'fixed';

export interface ChangelogEntry {
  /** Semantic version of the OpenAPI document. The first number is that of the paths. */
  readonly version: `${number}.${number}.${number}`;
  /** Day of the change, in UTC. */
  readonly date: `${number}-${number}-${number}`;
  readonly changes: readonly { readonly kind: ChangeKind; readonly text: string }[];
}

/** Newest first. schemas/changelog-differences.json holds what each entry changed in the OpenAPI document. */
export const changelog: readonly ChangelogEntry[] = [
  {
    version: '1.0.0',
    date: '2026-11-22',
    changes: [
      {
        kind: 'added',
        text: 'The OpenAPI document also describes sign-up, bundles, feeds, this page and the health check, and it has an example of every problem.',
      },
      { kind: 'added', text: 'Answers and pages can be compressed with gzip; each coding of an answer has its own entity tag.' },
      {
        kind: 'added',
        text: 'Problems name the nearest local area if only letter case, blanks or punctuation differ, and the least and greatest allowed number.',
      },
      {
        kind: 'added',
        text: 'The local areas of an occupation have ranks by adverts, and an incomplete total says that it has none.',
      },
      { kind: 'added', text: '/versioning says what may change within v1, and /changelog.atom is a feed of changes.' },
      {
        kind: 'added',
        text: 'A stored document whose bytes differ from those published is answered with 503 and the problem damaged-data.',
      },
      { kind: 'added', text: 'The bare arrays have their attribution in the header LMI-Attribution.' },
      {
        kind: 'added',
        text: 'Lists are also CSV, for a client whose Accept prefers text/csv to application/json. Lists inside an answer have the header LMI-Attribution too. JSON has the same bytes and tags as before.',
      },
      {
        kind: 'changed',
        text: 'Schemas that stand in several places have one name, and the members of bare arrays have the names of the specification: OccupationSummary, OccupationTitle, LocalArea, SourceResponse, EditionResponse.',
      },
      { kind: 'changed', text: 'The published schemas are open: a later version of v1 may add members to answers.' },
      { kind: 'changed', text: 'A pinned answer is asked for again after a day, so that a withdrawal is noticed.' },
      {
        kind: 'changed',
        text: 'One name and one shape for each thing in all answers: reference dates, changes, titles, list sizes and reasons for missing figures. The list below has every member.',
      },
      { kind: 'fixed', text: 'An enumeration that can be null is written so that generators of clients keep the null.' },
      { kind: 'fixed', text: 'Requests for mail have a rate limit policy with a name of its own.' },
    ],
  },
];
