// What a version of ESCO prints: CSV texts in zips. We keep only the columns that answers need:
// most of the texts are descriptions.
import { placeOfRelease } from '#sources/kit/place.ts';
import type { Limits } from '#sources/kit/read/limits.ts';
import type { FileKinds, NamedFiles } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import type { RowOf, RowsOf } from '#sources/kit/table-layout.ts';
import { tables } from '#sources/kit/table.ts';

/**
 * The zip of English, and the zip of no language, whose name has two blanks in place of a language.
 * Up to 1.1.x the second holds the relations; since 1.2 the first holds everything.
 */
export const files = {
  english: {
    match: /^ESCO dataset - v\d+\.\d+\.\d+ - classification - en - csv\.zip$/,
    layout: 'verified',
    // Since 1.2 everything is in one zip. We have not seen a whole one.
    unseen: {
      match: /^ESCO dataset - v(?!1\.[01]\.)\d+\.\d+\.\d+ - classification - en - csv\.zip$/,
      describe: 'the one zip of a version since 1.2',
    },
    describe: 'the zip of English',
  },
  anyLanguage: {
    match: /^ESCO dataset - v\d+\.\d+\.\d+ - classification - {2}- csv\.zip$/,
    layout: 'verified',
    optional: true,
    describe: 'the zip of no language, which holds the relations up to 1.1.x',
  },
} as const satisfies FileKinds;

// The English zip of 1.2.1 has 10 MB and unpacks to 49 MB.
export const limits: Partial<Limits> = { unpackedBytes: 150_000_000 };

// 1.2.1 puts labels between the columns of the relations.
export const layout = tables('sources/esco/layout.ts', {
  groups: {
    member: 'ISCOGroups_en.csv',
    columns: { uri: 'conceptUri', code: 'code', label: 'preferredLabel' },
  },
  occupations: {
    member: 'occupations_en.csv',
    columns: {
      uri: 'conceptUri',
      iscoGroup: 'iscoGroup',
      label: 'preferredLabel',
      otherLabels: 'altLabels',
      modified: 'modifiedDate',
      code: 'code',
    },
  },
  skills: {
    member: 'skills_en.csv',
    columns: {
      uri: 'conceptUri',
      skillType: 'skillType',
      reuseLevel: 'reuseLevel',
      label: 'preferredLabel',
      modified: 'modifiedDate',
    },
  },
  relations: {
    member: ['occupationSkillRelations.csv', 'occupationSkillRelations_en.csv'],
    columns: {
      occupation: 'occupationUri',
      relation: 'relationType',
      skillType: 'skillType',
      skill: 'skillUri',
    },
  },
});

type Layouts = typeof layout.layouts;
export type Kind = keyof Layouts;
export type Rows = RowsOf<Layouts>;
export type RowOfKind<Of extends Kind> = RowOf<Layouts, Of>;

/** A row number counts records, not lines: cells hold line breaks. */
export function parse(
  release: Release,
  { english, anyLanguage }: NamedFiles<typeof files>,
): Promise<Rows> {
  return layout.readZips(
    placeOfRelease(release),
    [english, anyLanguage],
    ['groups', 'occupations', 'skills', 'relations'],
  );
}
