// A synthetic workbook with the tables that we read, of three years and a month: every occupation in every region, and in London and a few other
// local areas. It suppresses what the edition of July 2026 suppressed.
import { byCodeUnit } from '#schemas/order.ts';
import { monthNames } from '#schemas/reference-dates.ts';
import { suppressedMarker } from '#schemas/advert-totals.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { added, regions as known, sumOf } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/sample/random.ts';
import { sheetOf, synthetic, workbookOf } from '#sources/kit/sample/tables.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { districts } from '#sources/local-authorities/layout.ts';
import { layout } from './layout.ts';

const time = Array.from({ length: 37 }, (_, at) => ({ year: 2023 + Math.floor((6 + at) / 12), month: (6 + at) % 12 }));
const months = time.map(({ year, month }) => `${monthNames[month]?.slice(0, 3)}-${year % 100}`);
const quarters = time.filter(({ month }) => month % 3 === 2).map(({ year, month }) => `${year}Q${(month + 1) / 3}`);
// Seasons and slow growth: each figure is the usual one times this factor.
const course = time.map(({ month }, at) => (1 + 0.15 * Math.sin(((month + 1) / 6) * Math.PI)) * (1 + 0.003 * at));

/** Of these periods the publisher suppressed so many cells. The 55 % are known, and 6 of the 15 of 2025Q3 that were printed; others are guesses. */
const suppressed: Readonly<Record<string, number>> = {
  ...{ 'Mar-26': 1, '2026Q1': 1, 'Jul-25': 0.05, 'Jun-26': 0.05, '2025Q3': 0.4, '2026Q2': 0.55 },
};
/** How many of the latest months are suppressed besides: both years, so that there is no total and no rank, and too many to compare years. */
const gone: Readonly<Record<string, number>> = { 'North East/9267': 24, 'North West/9267': 5 };
/** Of these places most cells are suppressed, and every figure is 0. */
const [mostlySuppressed, withoutAdverts] = ['Rutland', 'Isles of Scilly'];

const regions = known.toSorted((a, b) => byCodeUnit(a.name, b.name));
/** The places of Tables 2 and 5, with their share of the region's adverts. London is one of them, without a code. */
const places = ['Rutland', 'Isles of Scilly', 'Barnsley', 'Cambridge', 'Belfast', 'City of Edinburgh', 'Cardiff'].map((name) => {
  const { code, partOf } = districts.find((district) => district.name === name) ?? { code: '', partOf: '' };
  const share = name === withoutAdverts ? 0 : 0.02 + 0.1 * random(`online-job-adverts/${name}`).next();
  return { name, code, share, region: regions.find((region) => region.code === partOf)?.name ?? '' };
});
const london = { name: 'London', code: null, share: 1, region: 'London' };

const unknown = { soc: 'Unknown', label: 'Unknown', usual: 30_000 };
const occupations = unitGroups.map(({ code: soc, title: label }) => {
  // A few occupations have hardly any adverts, so their UK shares rest on too few.
  return { soc, label, usual: ['1112', '1161'].includes(soc) ? 4 : 200 * Math.exp(3.6 * random(`online-job-adverts/${soc}`).next()) };
});
const rows = [...occupations, unknown];

/** The figures as printed: those of a period that is suppressed in part are gone by lot, or with the chance `least` if that is larger. */
function printed(subject: string, figures: readonly number[], periods: readonly string[], least = 0) {
  const draw = random(`online-job-adverts/suppressed/${subject}`);
  const isGone = (at: number) =>
    draw.chance(Math.max(suppressed[periods[at] ?? ''] ?? 0, least)) || at >= periods.length - (gone[subject] ?? 0);
  return figures.map((figure, at) => (isGone(at) ? suppressedMarker : figure));
}

export async function sample(): Promise<readonly SampleRelease[]> {
  const monthly = new Map(
    regions.flatMap(({ name, share }) =>
      rows.map(({ soc, usual }): [string, readonly number[]] => {
        const draw = random(`online-job-adverts/${name}/${soc}`);
        const level = usual * share * (0.6 + 0.8 * draw.next());
        return [`${name}/${soc}`, course.map((times) => Math.round(level * times * (0.92 + 0.16 * draw.next())))];
      }),
    ),
  );
  const of = (region: string, soc: string) => monthly.get(`${region}/${soc}`) ?? [];
  const regional = rows.map(({ soc, label }) => {
    // The UK is the sum of the regions and nations.
    return ['Total UK', soc, label, ...printed(`UK/${soc}`, added(regions.map(({ name }) => of(name, soc))), months)];
  });
  for (const { name } of regions)
    for (const { soc, label } of rows) regional.push([name, soc, label, ...printed(`${name}/${soc}`, of(name, soc), months)]);
  const totals = [...places, london].map(({ region, name, code, share }) => {
    const figures = added(rows.map(({ soc }) => of(region, soc))).map((figure) => Math.round(figure * share));
    return [region, 'ITL2', name, code, ...printed(name, figures, months)];
  });
  const local = [...places, london].flatMap(({ region, name, code, share }) => {
    const draw = random(`online-job-adverts/local/${name}`);
    // Some pairs of a district and an occupation have no row.
    const listed = rows.filter(({ soc }) => code === null || soc === unknown.soc || !draw.chance(0.01));
    return listed.map(({ soc, label }) => {
      const own = code === null ? 1 : share * (0.5 + draw.next());
      const figures = quarters.map((_, at) => Math.round(sumOf(of(region, soc).slice(3 * at, 3 * at + 3)) * own));
      return [region, 'ITL2', name, soc, label, code, ...printed(`${name}/${soc}`, figures, quarters, name === mostlySuppressed ? 0.7 : 0)];
    });
  });

  const above = ['New online job adverts in the UK', synthetic, '', ''];
  const prose = (kind: 'cover' | 'notes', ...lines: readonly string[]) => {
    return { name: layout.sheet(kind), rows: [synthetic, ...lines].map((line) => [`Synthetic sample text: ${line}`]) };
  };
  const file = await workbookOf(
    'labourdemandbyoccupation.xlsx',
    prose('cover', 'Figures of March 2026 are suppressed.'),
    prose('notes', '[x] stands for figures that are not good enough.', 'Figures of June 2026 are partly imputed.'),
    sheetOf(layout, 'places', totals, { above, across: months }),
    sheetOf(layout, 'regions', regional, { above, across: months }),
    sheetOf(layout, 'local', local, { above, across: quarters }),
  );
  return [{ release: 'sample-2026-07', files: [file] }];
}
