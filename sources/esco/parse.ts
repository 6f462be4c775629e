// The CSV files in the zips of an ESCO version, as rows exactly as published. We keep only what answers need: most of the 40 MB are
// descriptions and alternative labels.
import { tellLookedFor } from '#sources/kit/looked-for.ts';
import { type PrintedTable, placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, quoteList } from '#sources/kit/problem.ts';
import { type ColumnTable, columnsOf, foldToLetters, rowsBelow } from '#sources/kit/read/columns.ts';
import { csv, readDelimited } from '#sources/kit/read/delimited.ts';
import { type ZipMember, readZip } from '#sources/kit/read/zip.ts';
import type { FileKinds, NamedFiles, Release } from '#sources/kit/source.ts';
import type { Limits } from '#sources/kit/read/limits.ts';

/**
 * The zip of English, and the zip of no language, whose empty slot leaves two blanks side by side. Up to 1.1.x the second holds the
 * relations; since 1.2 the first holds everything.
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
    required: true,
    describe: 'the zip of English',
  },
  anyLanguage: {
    match: /^ESCO dataset - v\d+\.\d+\.\d+ - classification - {2}- csv\.zip$/,
    layout: 'verified',
    required: false,
    describe: 'the zip of no language, which holds the relations up to 1.1.x',
  },
} as const satisfies FileKinds;

// The English zip of 1.2.1 has 10 MB and unpacks to 49 MB.
export const limits: Partial<Limits> = { unpackedBytes: 150_000_000, memory: 1300 };

// Names of the members, up to 1.1.x and since 1.2, and our names of their columns with the headers, of which only the letters count.
// Positions change: 1.2.1 puts labels between the columns of the relations.
const tables = {
  occupations: {
    members: ['occupations_en.csv'],
    columns: {
      uri: ['conceptUri'],
      iscoGroup: ['iscoGroup'],
      label: ['preferredLabel'],
      otherLabels: ['altLabels'],
      modified: ['modifiedDate'],
      code: ['code'],
    },
  },
  skills: {
    members: ['skills_en.csv'],
    columns: {
      uri: ['conceptUri'],
      skillType: ['skillType'],
      reuseLevel: ['reuseLevel'],
      label: ['preferredLabel'],
      modified: ['modifiedDate'],
    },
  },
  groups: { members: ['ISCOGroups_en.csv'], columns: { uri: ['conceptUri'], code: ['code'], label: ['preferredLabel'] } },
  relations: {
    members: ['occupationSkillRelations.csv', 'occupationSkillRelations_en.csv'],
    columns: { occupation: ['occupationUri'], relation: ['relationType'], skillType: ['skillType'], skill: ['skillUri'] },
  },
} as const;

const headers = { fold: foldToLetters, table: 'sources/esco/parse.ts' };

export type TableKind = keyof typeof tables;
export const tableKinds: readonly TableKind[] = ['groups', 'occupations', 'skills', 'relations'];

/** Where a member's columns stand, counted from 1. */
export interface ColumnsRow {
  readonly kind: 'columns';
  readonly of: TableKind;
  readonly member: string;
  readonly columns: Readonly<Record<string, number>>;
}
type RowOf<Kind extends TableKind> = { readonly kind: Kind; readonly row: number } & {
  readonly [Column in keyof (typeof tables)[Kind]['columns']]: string;
};
export type OccupationRow = RowOf<'occupations'>;
export type SkillRow = RowOf<'skills'>;
export type GroupRow = RowOf<'groups'>;
export type RelationRow = RowOf<'relations'>;
export type TableRow = OccupationRow | SkillRow | GroupRow | RelationRow;
export type Row = ColumnsRow | TableRow;
export type Rows = readonly Row[];

/** ISCO-08 groups, occupations, skills and relations, in this order. A row number counts records, not lines: cells hold line breaks. */
export async function parse(release: Release, { english, anyLanguage }: NamedFiles<typeof files>): Promise<Rows> {
  const place = placeOfRelease(release);
  const members = await readZip(`${place} ${english.name}`, english.bytes);
  if (anyLanguage !== null) members.push(...(await readZip(`${place} ${anyLanguage.name}`, anyLanguage.bytes)));

  const chosen = tableKinds.map((kind) => ({ kind, member: memberOf(members, kind) }));
  tellLookedFor({
    place,
    what: 'member',
    wanted: chosen.map(({ kind, member }) => ({ names: tables[kind].members, found: member?.name ?? null })),
    there: members.map(({ name }) => name),
  });
  const missing = chosen.filter(({ member }) => member === null);
  if (missing.length > 0) {
    const found = quoteList(members.map(({ name }) => name));
    const wanted = (kind: TableKind) => tables[kind].members.map((name) => `"${name}"`).join(' or ');
    throw new LayoutError(missing.map(({ kind }) => ({ place, message: `the zips hold no ${wanted(kind)}, found ${found}` })));
  }
  const rows: Row[] = [];
  for (const { kind, member } of chosen) if (member !== null) for (const row of await rowsOf(place, kind, member)) rows.push(row);
  return rows;
}

/** A table as messages name it: `skills_en.csv`, with its columns. */
export function printed(rows: Rows, of: TableKind): PrintedTable {
  const layout = rows.find((row): row is ColumnsRow => row.kind === 'columns' && row.of === of);
  return { printedAs: layout?.member ?? '', columns: layout?.columns ?? {} };
}

/** The rows of one table. */
export function rowsOfKind<Kind extends TableKind>(rows: Rows, kind: Kind): Extract<TableRow, { kind: Kind }>[] {
  return rows.filter((row): row is Extract<TableRow, { kind: Kind }> => row.kind === kind);
}

function memberOf(members: readonly ZipMember[], kind: TableKind): ZipMember | null {
  const ownName = ({ name }: ZipMember) => name.slice(name.lastIndexOf('/') + 1);
  for (const wanted of tables[kind].members) {
    const found = members.find((member) => ownName(member) === wanted);
    if (found !== undefined) return found;
  }
  return null;
}

async function rowsOf(place: string, kind: TableKind, member: ZipMember): Promise<Row[]> {
  const at = `${place} ${member.name}`;
  // One member is read at a time, so that its bytes, fields and texts are freed before the next.
  const sheet = readDelimited(at, member.name, await member.read(), csv);
  const wanted: ColumnTable<string> = tables[kind].columns;
  const columns = columnsOf(at, sheet, 1, wanted, headers);
  // The table above gives each kind its columns, and rowsBelow gives each row all of them.
  return [
    { kind: 'columns', of: kind, member: member.name, columns },
    ...rowsBelow(sheet, 1, columns).map((row) => ({ kind, ...row }) as Row),
  ];
}
