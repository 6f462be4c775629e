// A synthetic workbook with the tables that we read: every occupation in every region in two years
// and a month, and in a few local areas in three years. Adverts follow the people of an occupation,
// by season and by lot.
import { byCodeUnit } from '#schemas/order.ts';
import { monthNames } from '#schemas/reference-dates.ts';
import { suppressedMarker } from '#schemas/advert-totals.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { added, peopleOf, regions as known, sumOf } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/random.ts';
import { sheetOf, synthetic, workbookOf } from '#sources/kit/sample/tables.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { districts } from '#sources/local-authorities/layout.ts';
import { layout } from './layout.ts';

const time = Array.from({ length: 37 }, (_, index) => ({
  year: 2023 + Math.floor((6 + index) / 12),
  month: (6 + index) % 12,
}));
const months = time
  .slice(-25)
  .map(({ year, month }) => `${monthNames[month]?.slice(0, 3)}-${year % 100}`);
const quarters = time
  .filter(({ month }) => month % 3 === 2)
  .map(({ year, month }) => `${year}Q${(month + 1) / 3}`);

/** The share (0 to 1) of the cells of a period that is suppressed. */
const suppressedInPeriod: Readonly<Record<string, number>> = {
  'Mar-26': 1,
  '2026Q1': 1,
  'Jun-26': 0.05,
  '2026Q2': 0.3,
};
/** The least share (0 to 1) that is suppressed of a place, or of an occupation in a place. */
const leastSuppressed: Readonly<Record<string, number>> = {
  Rutland: 0.7,
  'North East/9267': 1,
};
/**
 * A place with figures of 0 alone, an occupation that a place lacks, and occupations with hardly
 * any adverts.
 */
const withoutAdverts = 'Isles of Scilly';
const withoutRow = 'Cardiff/9267';
const rare = ['1112', '1161'];

const regions = known.toSorted((a, b) => byCodeUnit(a.name, b.name));
const rows = [
  ...unitGroups.map(({ code: soc, title: label }) => ({
    soc,
    label,
    usual: rare.includes(soc) ? 4 : peopleOf(soc).people / 40,
  })),
  { soc: 'Unknown', label: 'Unknown', usual: 30_000 },
];
/**
 * The places of Tables 2 and 5, with their share of the adverts of their region. London is one of
 * them, without a code.
 */
const places = [
  'Rutland',
  withoutAdverts,
  'Barnsley',
  'Cambridge',
  'Belfast',
  'City of Edinburgh',
  'Cardiff',
  'London',
  // What people type first.
  'Leeds',
  'Manchester',
  'Birmingham',
  'Glasgow City',
  'Bristol, City of',
].flatMap((name) => {
  const { code = null, partOf } = districts.find((district) => district.name === name) ?? {};
  const shareOfDistrict = name === withoutAdverts ? 0 : 0.05;
  const share = code === null ? 1 : shareOfDistrict;
  return regions
    .filter((region) => region.code === partOf || region.name === name)
    .map((region) => ({ name, code, share, region }));
});

/** Adverts by month. */
function drawn(
  { name, share }: (typeof regions)[number],
  { soc, usual }: (typeof rows)[number],
): number[] {
  const draw = random(`online-job-adverts/${name}/${soc}`);
  const level = usual * share * (0.6 + 0.8 * draw.next());
  return time.map(({ month }) =>
    Math.round(
      level * (1 + 0.15 * Math.sin(((month + 1) / 6) * Math.PI)) * (0.92 + 0.16 * draw.next()),
    ),
  );
}

/** The latest figures of a place, or of an occupation there. The oldest of them are published. */
function printedFigures(
  subject: string,
  figures: readonly number[],
  periods: readonly string[],
  least = leastSuppressed[subject] ?? 0,
) {
  const draw = random(`online-job-adverts/suppressed/${subject}`);
  const isGone = (index: number) =>
    index > 0 && draw.chance(Math.max(suppressedInPeriod[periods[index] ?? ''] ?? 0, least));
  return figures
    .slice(-periods.length)
    .map((figure, index) => (isGone(index) ? suppressedMarker : figure));
}

export async function sample(): Promise<readonly SampleRelease[]> {
  // The UK is the sum of the regions and nations.
  const regional = [
    { name: 'Total UK', parts: regions },
    ...regions.map((region) => ({ name: region.name, parts: [region] })),
  ].flatMap(({ name, parts }) =>
    rows.map((row) => {
      const figures = added(parts.map((region) => drawn(region, row)));
      return [name, row.soc, row.label, ...printedFigures(`${name}/${row.soc}`, figures, months)];
    }),
  );
  const totals = places.map(({ region, name, code, share }) => {
    const figures = added(rows.map((row) => drawn(region, row))).map((figure) =>
      Math.round(figure * share),
    );
    return [region.name, 'ITL2', name, code, ...printedFigures(name, figures, months)];
  });
  const local = places.flatMap(({ region, name, code, share }) =>
    rows.flatMap((row) => {
      if (`${name}/${row.soc}` === withoutRow) return [];
      const shareOfRegion =
        code === null ? 1 : share * (0.5 + random(`online-job-adverts/${name}/${row.soc}`).next());
      const figures = drawn(region, row);
      const byQuarter = quarters.map((_, index) =>
        Math.round(sumOf(figures.slice(3 * index, 3 * index + 3)) * shareOfRegion),
      );
      const cells = printedFigures(
        `${name}/${row.soc}`,
        byQuarter,
        quarters,
        leastSuppressed[name],
      );
      return [[region.name, 'ITL2', name, row.soc, row.label, code, ...cells]];
    }),
  );

  const above = ['New online job adverts in the UK', synthetic, '', ''];
  const prose = (kind: 'cover' | 'notes', text: string) => {
    return {
      name: layout.sheet(kind),
      rows: [synthetic, text].map((line) => [`Synthetic sample text: ${line}`]),
    };
  };
  const file = await workbookOf(
    'labourdemandbyoccupation.xlsx',
    prose('cover', 'Figures of March 2026 are suppressed.'),
    prose('notes', 'Figures of June 2026 are partly imputed.'),
    sheetOf(layout, 'places', totals, { above, across: months }),
    sheetOf(layout, 'regions', regional, { above, across: months }),
    sheetOf(layout, 'local', local, { above, across: quarters }),
  );
  return [{ release: 'sample-2026-07', files: [file] }];
}
