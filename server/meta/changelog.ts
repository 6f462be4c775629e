// The changelog of the API and the software as data. CHANGELOG.md, /changelog.atom, the page /versioning and the version of the OpenAPI document are made of it.

export type ChangeKind = 'added' | 'changed' | 'deprecated' | 'removed' | 'fixed';

export interface ChangelogEntry {
  /** Semantic version of the OpenAPI document. The first number is that of the paths. */
  readonly version: `${number}.${number}.${number}`;
  /** Day of the change, in UTC. */
  readonly date: `${number}-${number}-${number}`;
  readonly changes: readonly { readonly kind: ChangeKind; readonly text: string }[];
}

/** Newest first. */
export const changelog: readonly ChangelogEntry[] = [
  {
    version: '1.0.0',
    date: '2026-11-22',
    changes: [{ kind: 'added', text: 'The first version.' }],
  },
];
