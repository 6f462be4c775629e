// The visa workbook: the sheet of grants, by quarter, nationality, route, industry and occupation.
// The layout comes from public programs that read these files. We have seen only a sibling of the
// series, on certificates of sponsorship.
import { placeOfRelease } from '#sources/kit/place.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import { foldInvisible } from '#sources/kit/read/fold.ts';
import type { Limits } from '#sources/kit/read/limits.ts';
import type { FileKinds, NamedFiles } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import type { RowOf, RowsOf } from '#sources/kit/table-layout.ts';
import { tables } from '#sources/kit/table.ts';
import { lastQuarterOf, quarterOfFileName } from './release-name.ts';

export const files = {
  // In `occupation-soc2010-visas-datasets` the same codes mean other occupations.
  workbook: {
    match: /^occupation-soc2020-visas-datasets-.*\.(xlsx|ods)$/i,
    layout: 'documented',
    describe: 'the workbook of visas by SOC 2020 occupation',
  },
} as const satisfies FileKinds;

// The workbook has up to 25 MB, and each of its sheets a row for every combination that occurs. A
// made-up one of that size unpacked to 35 MB.
export const limits: Partial<Limits> = {
  fileBytes: 80_000_000,
  unpackedBytes: 600_000_000,
};

export const layout = tables('sources/work-visas/layout.ts', {
  grants: {
    // The sheet of applications, Data_Occ_D01, differs in its last header. An older classification
    // has two columns more.
    sheet: 'Data_Occ_D02',
    columns: {
      year: 'Year',
      quarter: 'Quarter',
      nationality: 'Nationality',
      region: 'Region',
      visaType: 'Visa type',
      route: 'Visa type subgroup',
      industry: 'Industry',
      major: 'Occ. major group',
      subMajor: 'Occ. sub-major group',
      minor: 'Occ. minor group',
      unit: 'Occ. unit group',
      granted: 'Grants',
    },
    // Some workbooks of the series have such a row. That of March 2026 has none.
    end: /^end of (table|data)/i,
  },
});

export type GrantRow = RowOf<typeof layout.layouts, 'grants'>;
export type Rows = RowsOf<typeof layout.layouts>;

/** Releases are .xlsx, which is streamed because it is large, or .ods. */
export async function parse(
  release: Release,
  { workbook }: NamedFiles<typeof files>,
): Promise<Rows> {
  const place = placeOfRelease(release);
  const quarterInName = quarterOfFileName(workbook.name);
  const expected = lastQuarterOf(release);
  if (quarterInName !== expected) {
    const message = `the file names ${quarterInName ?? 'no quarter'}, its release ${expected}`;
    throw new UnreadableFileError({
      place: `${place} ${workbook.name}`,
      message,
      repair: 'put it with its own release',
    });
  }
  const rows = await layout.read(place, workbook, ['grants'], {
    streamed: !/\.ods$/i.test(workbook.name),
  });
  return rows.map((row) => {
    if (row.kind === 'columns') return row;
    // Only labels distinguish nationalities, routes and industries.
    const folded = Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? foldInvisible(value) : value,
    ]);
    return Object.fromEntries(folded) as GrantRow;
  });
}
