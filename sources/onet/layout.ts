// What a release of O*NET prints: tab-separated texts without quoting. Two crosswalks of the US
// Bureau of Labor Statistics lead to its occupations from ISCO-08.
import { placeOfRelease } from '#sources/kit/place.ts';
import type { FileKinds, NamedFiles, PublishedFile } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import type { RowOf, RowsOf, TableRow } from '#sources/kit/table-layout.ts';
import { tables } from '#sources/kit/table.ts';

export const files = {
  occupations: {
    match: /^Occupation Data\.txt$/,
    layout: 'verified',
    describe: 'the file of occupations',
  },
  interests: {
    match: /^(?:Career Interest Types|Interests)\.txt$/,
    layout: 'verified',
    // The name since 30.3. We have not seen a file of this name.
    unseen: {
      match: /^Career Interest Types\.txt$/,
      describe: 'the file of interests under its new name',
    },
    // A release may hold both names while programs move to the new one.
    many: true,
    describe: 'the file of interests',
  },
  abilities: {
    match: /^Abilities\.txt$/,
    layout: 'documented',
    optional: true,
    describe: 'the file of abilities',
  },
  isco: {
    match: /^ISCO_SOC_Crosswalk\.xls$/,
    layout: 'verified',
    describe: 'the crosswalk from ISCO-08 to US SOC 2010',
  },
  soc: {
    match: /^soc_2010_to_2018_crosswalk\.xlsx$/,
    layout: 'verified',
    describe: 'the crosswalk from US SOC 2010 to 2018',
  },
  relatedOccupations: {
    match: /^Related Occupations\.txt$/,
    layout: 'verified',
    optional: true,
    describe: 'the file of related occupations',
  },
  // No profile needs the job titles.
  alternateTitles: {
    match: /^Alternate Titles\.txt$/,
    layout: 'verified',
    optional: true,
    isApart: true,
    describe: 'the file of alternate titles',
  },
  reportedTitles: {
    match: /^Sample of Reported Titles\.txt$/,
    layout: 'verified',
    optional: true,
    isApart: true,
    describe: 'the sample of reported titles',
  },
} as const satisfies FileKinds;

const rating = {
  code: 'O*NET-SOC Code',
  element: 'Element ID',
  name: 'Element Name',
  scale: 'Scale ID',
  value: 'Data Value',
} as const;

export const layout = tables('sources/onet/layout.ts', {
  occupations: { columns: { code: 'O*NET-SOC Code', title: 'Title' } },
  interests: { columns: { ...rating, date: 'Date' } },
  abilities: {
    columns: { ...rating, suppress: 'Recommend Suppress', notRelevant: 'Not Relevant' },
  },
  // The other sheet of this workbook has the same pairs, ordered by SOC 2010.
  isco: {
    sheet: 'ISCO-08 to 2010 SOC',
    columns: { isco: 'ISCO-08 Code', part: 'part', soc: '2010 SOC Code' },
  },
  soc: { sheet: 'Sorted by 2010', columns: { from: '2010 SOC Code', to: '2018 SOC Code' } },
  relatedOccupations: {
    columns: {
      code: 'O*NET-SOC Code',
      related: 'Related O*NET-SOC Code',
      tier: 'Relatedness Tier',
      index: 'Index',
    },
  },
  alternateTitles: {
    columns: { code: 'O*NET-SOC Code', title: 'Alternate Title', shortTitle: 'Short Title' },
  },
  reportedTitles: { columns: { code: 'O*NET-SOC Code', title: 'Reported Job Title' } },
});

export const titleKinds = ['alternateTitles', 'reportedTitles'] as const;
type Layouts = typeof layout.layouts;
export type Kind = keyof Layouts;
export type Row = TableRow<Layouts>;
export type RowOfKind<Of extends Kind> = RowOf<Layouts, Of>;
export type Rows = RowsOf<Layouts>;

export async function parse(
  release: Release,
  releaseFiles: NamedFiles<typeof files>,
): Promise<Rows> {
  const rows: Rows[number][] = [];
  const read = async (kind: Kind, file: PublishedFile | null | undefined) => {
    if (file)
      for (const row of await layout.read(placeOfRelease(release), file, [kind])) rows.push(row);
  };
  // Files are ordered by name: the new name of the interests comes first and wins.
  await read('interests', releaseFiles.interests[0]);
  const others = [
    'occupations',
    'abilities',
    'relatedOccupations',
    'isco',
    'soc',
    ...titleKinds,
  ] as const;
  for (const kind of others) await read(kind, releaseFiles[kind]);
  return rows;
}
