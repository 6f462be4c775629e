// A synthetic workbook with the tables that we read: every occupation in every region, and in a dozen local areas or in all. It suppresses
// what the edition of July 2026 suppressed.
import { byCodeUnit } from '#schemas/order.ts';
import { monthNames } from '#schemas/reference-dates.ts';
import { suppressedMarker } from '#schemas/advert-totals.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { added, regions as known, sumOf } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/sample/random.ts';
import { sheetOf, synthetic, workbookOf } from '#sources/kit/sample/tables.ts';
import type { SampleCell } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { districts } from '#sources/local-authorities/layout.ts';
import { layout } from './layout.ts';

/** Of these periods the publisher suppressed so many cells. The 55 % are known, and 6 of the 15 of 2025Q3 that were printed; others are guesses. */
const suppressed: Readonly<Record<string, number>> = {
  ...{ 'Mar-26': 1, '2026Q1': 1, 'Jul-25': 0.05, 'Jun-26': 0.05, '2025Q3': 0.4, '2026Q2': 0.55 },
};
const inPart = ['July 2025', 'June 2026'];
/** Of a month that is suppressed in part, this share of the occupations is suppressed everywhere, and this share of the places has no total. */
const [everywhere, withoutTotal] = [0.03, 0.2];
/** Of a quarter that is suppressed in part, the share of London's cells. */
const ofLondon = 0.1;
/** Suppressed throughout in this region, so it has no total and no rank. */
const withoutRank = { soc: '9267', region: 'North East' };
/** Five months of the latest year are suppressed in this share of the rows of Table 3, so too few are left to compare. */
const tooFewMonths = 0.01;
/** More than half of the cells of this place are suppressed in each of the latest quarters. In the rows of the Isles of Scilly every figure is 0. */
const [mostlySuppressed, withoutAdverts] = ['E06000017', 'E06000053'];
/** The plain sample has rows for these only. */
const plainDistricts =
  'E06000017 E06000023 E06000038 E06000053 E07000008 E07000138 E08000016 E08000019 N09000003 S12000036 S12000049 W06000015'.split(' ');

const regions = known.toSorted((a, b) => byCodeUnit(a.name, b.name));

const unknown = 'Unknown';
const occupations = [
  ...unitGroups.map(({ code: soc, title }) => {
    // A few occupations have hardly any adverts, so their UK shares rest on too few.
    const monthly = ['1112', '1161'].includes(soc) ? 3 : Math.round(200 * Math.exp(3.6 * random(`online-job-adverts/${soc}`).next()));
    // The publisher leaves out the full stop at the end of some titles.
    return { soc, label: soc === '2329' ? title.replace(/\.$/, '') : title, monthly };
  }),
  { soc: unknown, label: unknown, monthly: 30_000 },
];

/** A place of Tables 2 and 5. London is one place of these tables, without a code. `share` is that of its region's adverts. */
interface Place {
  readonly region: string;
  readonly name: string;
  readonly code: string | null;
  readonly share: number;
}

const places = regions.flatMap(({ name: region, code: partOf }): Place[] => {
  if (region === 'London') return [{ region, name: region, code: null, share: 1 }];
  const own = districts.filter((district) => district.partOf === partOf).toSorted((a, b) => byCodeUnit(a.name, b.name));
  const weights = own.map(({ code }) => 0.2 + random(`online-job-adverts/${code}`).next());
  return own.map(({ name, code }, at) => {
    return { region, name, code, share: code === withoutAdverts ? 0 : (weights[at] ?? 0) / sumOf(weights) };
  });
});

/** With `full`, the publisher's size; else the years that a local answer shows. Earlier months cost as much and show nothing new. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const firstYear = full ? 2017 : 2023;
  const shown = full ? places : places.filter(({ code }) => code === null || plainDistricts.includes(code));
  const time = Array.from({ length: (2026 - firstYear) * 12 + 7 }, (_, at) => ({ year: firstYear + Math.floor(at / 12), month: at % 12 }));
  const months = time.map(({ year, month }) => `${monthNames[month]?.slice(0, 3)}-${year % 100}`);
  const quarters = time.filter(({ month }) => month % 3 === 2).map(({ year, month }) => `${year}Q${(month + 1) / 3}`);
  // Seasons and slow growth: each figure is the usual one times this factor.
  const course = time.map(({ year, month }) => (1 + 0.15 * Math.sin(((month + 1) / 6) * Math.PI)) * (0.8 + 0.03 * (year - 2017)));

  /** Adverts of a region and occupation by month, before suppression. */
  const monthly = new Map<string, readonly number[]>();
  for (const { name, share } of regions)
    for (const { soc, monthly: usual } of occupations) {
      const draw = random(`online-job-adverts/${name}/${soc}`);
      const level = usual * share * (soc === unknown ? 1 : 0.6 + 0.8 * draw.next());
      monthly.set(
        `${name}/${soc}`,
        course.map((times) => Math.round(level * times * (0.92 + 0.16 * draw.next()))),
      );
    }
  const of = (region: string, soc: string) => monthly.get(`${region}/${soc}`) ?? [];
  const allIn = (name: string) => added(occupations.map(({ soc }) => of(name, soc)));

  /** The figures, with those suppressed that are `gone`: always if their period is suppressed throughout. */
  const cells = (figures: readonly number[], periods: readonly string[], gone: (share: number, at: number) => boolean): SampleCell[] =>
    figures.map((figure, at) => {
      const share = suppressed[periods[at] ?? ''] ?? 0;
      return share === 1 || gone(share, at) ? suppressedMarker : figure;
    });
  const whole = (figures: readonly number[]) => cells(figures, months, () => false);
  const goneEverywhere = (soc: string) => {
    const draw = random(`online-job-adverts/suppressed/${soc}`);
    return months.map((month) => (suppressed[month] ?? 0) > 0 && draw.chance(everywhere));
  };

  const placesTotals = () => {
    const totals = new Map(regions.map(({ name }) => [name, allIn(name)]));
    const rows = shown.map(({ region, name, code, share }) => {
      const draw = random(`online-job-adverts/place/${code}`);
      const figures = (totals.get(region) ?? []).map((figure) => Math.round(figure * share));
      // Where a place lacks a month, the sum over its occupations replaces its total.
      return [region, 'ITL2', name, code, ...cells(figures, months, (part) => code !== null && part > 0 && draw.chance(withoutTotal))];
    });
    return [...rows, [unknown, unknown, unknown, unknown, ...whole(months.map(() => 3000))]];
  };

  function* regional(): Generator<SampleCell[]> {
    // The UK is the sum of the regions and nations. Adverts without a known place are few.
    for (const { soc, label } of occupations) {
      const gone = goneEverywhere(soc);
      yield ['Total UK', soc, label, ...cells(added(regions.map(({ name }) => of(name, soc))), months, (_, at) => gone[at] ?? false)];
    }
    for (const { name } of regions)
      for (const { soc, label } of occupations) {
        const draw = random(`online-job-adverts/suppressed/${name}/${soc}`);
        const gone = goneEverywhere(soc);
        const inYears = soc === withoutRank.soc && name === withoutRank.region ? 24 : 0;
        const inYear = draw.chance(tooFewMonths) ? months.length - 12 : Infinity;
        const isGone = (share: number, at: number) =>
          gone[at] || at >= months.length - inYears || (at >= inYear && at < inYear + 5) || (share > 0 && draw.chance(share));
        yield [name, soc, label, ...cells(of(name, soc), months, isGone)];
      }
  }

  function* local(): Generator<SampleCell[]> {
    for (const { region, name, code, share } of shown) {
      const draw = random(`online-job-adverts/local/${code ?? name}`);
      for (const { soc, label } of occupations) {
        // Some pairs of a district and an occupation have no row.
        if (code !== null && soc !== unknown && draw.chance(0.01)) continue;
        const own = code === null ? 1 : share * (0.5 + draw.next());
        const figures = quarters.map((_, quarter) => Math.round(sumOf(of(region, soc).slice(3 * quarter, 3 * quarter + 3)) * own));
        const isGone = (part: number, at: number) => {
          const least = code === mostlySuppressed && at >= quarters.length - 4 ? 0.7 : 0;
          const chance = code === null ? Math.min(part, ofLondon) : Math.max(part, least);
          return chance > 0 && draw.chance(chance);
        };
        yield [region, 'ITL2', name, soc, label, code, ...cells(figures, quarters, isGone)];
      }
    }
    for (const { soc, label } of occupations.slice(-2)) yield [unknown, unknown, unknown, soc, label, unknown, ...quarters.map(() => 5)];
  }

  const above = ['New online job adverts in the UK', synthetic, '', ''];
  const notes = ['Figures of March 2026 are suppressed.', ...inPart.map((month) => `Figures of ${month} are partly imputed.`)];
  const prose = (kind: 'cover' | 'notes', lines: readonly string[]) => {
    return { name: layout.sheet(kind), rows: [synthetic, ...lines].map((line) => [`Synthetic sample text: ${line}`]) };
  };
  const file = await workbookOf(
    'labourdemandbyoccupation.xlsx',
    prose('cover', notes),
    prose('notes', ['[x] stands for figures that are not good enough.', ...notes.slice(1)]),
    sheetOf(layout, 'places', placesTotals(), { above, across: months }),
    sheetOf(layout, 'regions', regional(), { above, across: months }),
    sheetOf(layout, 'local', local(), { above, across: quarters }),
  );
  return [{ release: 'sample-2026-07', files: [file] }];
}
