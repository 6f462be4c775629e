// A synthetic workbook in the publisher's layout: every occupation in every region, and in a dozen local areas or in all.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { isoMonth, monthNames } from '#sources/kit/months.ts';
import { type District, districts } from '#sources/kit/sample/local-authorities.ts';
import { type Random, random } from '#sources/kit/sample/random.ts';
import { type SampleCell, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { suppressedMarker } from '#schemas/selections/advert-totals.ts';

const lastMonth = { year: 2026, month: 7 };

interface Period {
  readonly year: number;
  /** The month or quarter of the year, counted from 1. */
  readonly part: number;
}

/** The periods of a release, and the month and quarter that the publisher suppressed throughout in its edition of July 2026. */
function calendarOf(firstYear: number) {
  const periods = (count: number, ofYear: number): Period[] =>
    Array.from({ length: count }, (_, index) => ({ year: firstYear + Math.floor(index / ofYear), part: (index % ofYear) + 1 }));
  const months = periods((lastMonth.year - firstYear) * 12 + lastMonth.month, 12);
  const quarters = periods(Math.floor(months.length / 3), 4);
  const placeIn = (among: readonly Period[], part: number) => among.findIndex((period) => period.year === 2026 && period.part === part);
  return {
    months,
    quarters,
    monthHeaders: months.map(({ year, part }) => `${monthNames[part - 1]?.slice(0, 3)}-${String(year).slice(2)}`),
    quarterHeaders: quarters.map(({ year, part }) => `${year}Q${part}`),
    missingMonth: placeIn(months, 3),
    missingQuarter: placeIn(quarters, 1),
    patchyMonth: placeIn(months, 6),
    patchyQuarter: placeIn(quarters, 2),
  };
}

type Calendar = ReturnType<typeof calendarOf>;

/** The regions and nations as Table 3 names them, with their shares of the UK's adverts. */
const regions: readonly { readonly name: string; readonly code: string; readonly share: number }[] = [
  { name: 'East Midlands', code: 'E12000004', share: 0.07 },
  { name: 'East of England', code: 'E12000006', share: 0.1 },
  { name: 'London', code: 'E12000007', share: 0.19 },
  { name: 'North East', code: 'E12000001', share: 0.03 },
  { name: 'North West', code: 'E12000002', share: 0.11 },
  { name: 'Northern Ireland', code: 'N92000002', share: 0.02 },
  { name: 'Scotland', code: 'S92000003', share: 0.07 },
  { name: 'South East', code: 'E12000008', share: 0.15 },
  { name: 'South West', code: 'E12000009', share: 0.09 },
  { name: 'Wales', code: 'W92000004', share: 0.04 },
  { name: 'West Midlands', code: 'E12000005', share: 0.08 },
  { name: 'Yorkshire and The Humber', code: 'E12000003', share: 0.05 },
];

interface Occupation {
  readonly soc: string;
  readonly label: string;
  /** New adverts a month in the UK. */
  readonly monthly: number;
}

const occupations: readonly Occupation[] = [
  ...unitGroups.map(({ code, title }) => {
    const draw = random(`online-job-adverts/${code}`);
    // A few occupations have hardly any adverts, so their UK shares rest on too few.
    const monthly = ['1112', '1161'].includes(code) ? 3 : Math.round(200 * Math.exp(3.6 * draw.next()));
    // The publisher leaves out the full stop at the end of some titles.
    return { soc: code, label: code === '2329' ? title.replace(/\.$/, '') : title, monthly };
  }),
  { soc: 'Unknown', label: 'Unknown', monthly: 30_000 },
];

/** The plain sample has rows for these only. In the rows of the Isles of Scilly every figure is 0. */
const plainDistricts =
  'E06000017 E06000023 E06000038 E06000053 E07000008 E07000138 E08000016 E08000019 N09000003 S12000036 S12000049 W06000015'.split(' ');
const withoutAdverts = 'E06000053';
/** In each of the latest quarters more than half of this place's cells are suppressed. */
const mostlySuppressed = 'E06000017';
/** Suppressed throughout in this region, so it has no total and no rank. */
const suppressedOccupation = { soc: '9267', region: 'North East' };

/** With `full`, the publisher's size; else the years that a local answer shows. Earlier months cost as much and show nothing new. */
export function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const places = districts.filter(({ code }) => !code.startsWith('E09') && (full || plainDistricts.includes(code)));
  return sampleOf(places, full ? 2017 : 2023);
}

/** The release with these places and London in Tables 2 and 5. Benchmarks measure what half of the places cost. */
export async function sampleOf(places: readonly District[], firstYear: number): Promise<readonly SampleRelease[]> {
  const tables = new Tables(calendarOf(firstYear), places);
  const bytes = await writeWorkbook([
    { name: 'Cover sheet', rows: coverRows() },
    { name: 'Table 1', rows: tables.countries() },
    { name: 'Table 2', rows: tables.places() },
    { name: 'Table 3', rows: tables.regions() },
    { name: 'Table 5', rows: tables.local() },
  ]);
  const release = `sample-${isoMonth(lastMonth.year, lastMonth.month)}`;
  return [{ release, files: [{ name: 'labourdemandbyoccupation.xlsx', bytes }] }];
}

// Headers that several tables have.
const placeHeaders = ['Region', 'ITL2', 'Local Authority District'];
const occupationHeaders = ['SOC 4 digit code', 'SOC 4 digit label'];

function titleRows(title: string): SampleCell[][] {
  return [[title], ['Synthetic sample, no statistics'], ['[x] means that a figure is not available'], []];
}

function coverRows(): SampleCell[][] {
  const notes = [
    'Synthetic sample text: the figures count new online job adverts; snapshots are no longer published.',
    'Synthetic sample text: figures of March 2026 are suppressed.',
    'Synthetic sample text: figures of June 2026 are partly imputed.',
    'Synthetic sample text: figures are rounded and do not add up.',
  ];
  return [['Labour demand volumes by occupation'], ...Array.from({ length: 17 }, () => []), ...notes.map((note) => [note])];
}

type Place = District & { readonly region: string };

class Tables {
  readonly #calendar: Calendar;
  readonly #places: readonly Place[];
  /** Each district's share of its region, for all districts with or without rows. */
  readonly #shares = districtShares();
  /** Figures of a region and occupation by month, before suppression, and their sums by quarter. */
  readonly #monthly = new Map<string, readonly number[]>();
  readonly #quarterly = new Map<string, readonly number[]>();

  constructor(calendar: Calendar, places: readonly District[]) {
    this.#calendar = calendar;
    this.#places = regions.flatMap(({ name, code }) =>
      places.filter(({ partOf }) => partOf === code).map((district) => ({ ...district, region: name })),
    );
    // Seasons and slow growth: each figure is the usual one times this factor.
    const course = calendar.months.map(({ year, part }) => (1 + 0.15 * Math.sin((part / 12) * 2 * Math.PI)) * (0.8 + 0.03 * (year - 2017)));
    for (const { name, share } of regions) {
      for (const { soc, monthly } of occupations) {
        const draw = random(`online-job-adverts/${name}/${soc}`);
        const level = monthly * share * (soc === 'Unknown' ? 1 : 0.6 + 0.8 * draw.next());
        const figures = course.map((times) => Math.round(level * times * (0.92 + 0.16 * draw.next())));
        this.#monthly.set(`${name}/${soc}`, figures);
        this.#quarterly.set(
          `${name}/${soc}`,
          calendar.quarters.map((_, quarter) => sumOf(figures.slice(3 * quarter, 3 * quarter + 3))),
        );
      }
    }
  }

  countries(): SampleCell[][] {
    const uk = this.#sumsOf(regions.flatMap(({ name }) => occupations.map(({ soc }) => `${name}/${soc}`)));
    return [
      ...titleRows('Table 1: new online job adverts by country, month'),
      ['Country', ...this.#calendar.monthHeaders],
      ['United Kingdom', ...this.#withoutMissing(uk)],
    ];
  }

  /** All adverts of a place by month; London as one row without a code. */
  *places(): Generator<SampleCell[]> {
    const { months } = this.#calendar;
    yield* titleRows('Table 2: new online job adverts by local authority, month');
    yield [...placeHeaders, 'Local Authority Code', ...this.#calendar.monthHeaders];
    for (const { name } of regions) {
      const all = this.#sumsOf(occupations.map(({ soc }) => `${name}/${soc}`));
      if (name === 'London') yield ['London', 'London', 'London', null, ...this.#withoutMissing(all)];
      for (const { region, name: district, code } of this.#places.filter((place) => place.region === name)) {
        const draw = random(`online-job-adverts/place/${code}`);
        // Some places lack a month, so the sum over their occupations replaces their total.
        const lacking = draw.chance(0.2) ? months.length - 1 - draw.between(0, 11) : -1;
        const figures = this.#withoutMissing(all.map((figure) => Math.round(figure * this.#shareOf(code))));
        const cells = figures.map((figure, month) => (month === lacking ? suppressedMarker : figure));
        yield [region, `${region} ITL2`, district, code, ...cells];
      }
    }
    yield ['Unknown', 'Unknown', 'Unknown', null, ...this.#withoutMissing(months.map(() => 3000))];
  }

  *regions(): Generator<SampleCell[]> {
    yield* titleRows('Table 3: new online job adverts by region and occupation, month');
    yield ['Region', ...occupationHeaders, ...this.#calendar.monthHeaders];
    // The UK is the sum of the regions and nations. Adverts without a known place are few.
    for (const { soc, label } of occupations)
      yield ['Total UK', soc, label, ...this.#withoutMissing(this.#sumsOf(regions.map(({ name }) => `${name}/${soc}`)))];
    for (const { name } of regions) for (const { soc, label } of occupations) yield [name, soc, label, ...this.#regionalCells(name, soc)];
  }

  *local(): Generator<SampleCell[]> {
    const { missingQuarter, patchyQuarter } = this.#calendar;
    yield* titleRows('Table 5: new online job adverts by local authority and occupation, quarter');
    yield [...placeHeaders, ...occupationHeaders, 'Local Authority Code', ...this.#calendar.quarterHeaders];
    const classified = occupations.slice(0, -1);
    for (const { region, name, code } of this.#places) {
      const draw = random(`online-job-adverts/local/${code}`);
      for (const { soc, label } of classified) {
        // Some pairs have no row.
        if (!draw.chance(0.01))
          yield [region, `${region} ITL2`, name, soc, label, code, ...this.#localCells(`${region}/${soc}`, code, draw)];
      }
    }
    for (const { soc, label } of classified) {
      const draw = random(`online-job-adverts/local/London/${soc}`);
      const isGone = (quarter: number) => quarter === missingQuarter || (quarter === patchyQuarter && draw.chance(0.1));
      const figures = this.#quarterly.get(`London/${soc}`) ?? [];
      const cells = figures.map((figure, quarter) => (isGone(quarter) ? suppressedMarker : figure));
      yield ['London', 'London', 'London', soc, label, null, ...cells];
    }
  }

  #regionalCells(name: string, soc: string): SampleCell[] {
    const { months, missingMonth, patchyMonth } = this.#calendar;
    const draw = random(`online-job-adverts/suppressed/${name}/${soc}`);
    const latest = months.length - 12;
    const isGone = soc === suppressedOccupation.soc && name === suppressedOccupation.region;
    // Five months of the latest year are missing, so too few are left to compare.
    const isHalfGone = draw.chance(0.01);
    return (this.#monthly.get(`${name}/${soc}`) ?? []).map((figure, month) => {
      const isInYear = (isGone && month >= latest - 12) || (isHalfGone && month >= latest && month < latest + 5);
      return isInYear ||
        month === missingMonth ||
        (month === patchyMonth && draw.chance(0.05)) ||
        (month >= latest - 12 && draw.chance(0.005))
        ? suppressedMarker
        : figure;
    });
  }

  #localCells(key: string, code: string, draw: Random): SampleCell[] {
    const { quarters, missingQuarter, patchyQuarter } = this.#calendar;
    const share = this.#shareOf(code) * (0.5 + draw.next());
    return (this.#quarterly.get(key) ?? []).map((figure, quarter) => {
      const isLatest = quarter >= quarters.length - 4;
      // The publisher suppressed 55 % of the cells of its latest quarter.
      const chance =
        quarter === missingQuarter ? 1 : quarter === patchyQuarter ? 0.55 : code === mostlySuppressed && isLatest ? 0.7 : 0.005;
      return draw.chance(chance) ? suppressedMarker : Math.round(figure * share);
    });
  }

  #shareOf(code: string): number {
    return code === withoutAdverts ? 0 : (this.#shares.get(code) ?? 0);
  }

  #sumsOf(keys: readonly string[]): number[] {
    const sums = this.#calendar.months.map(() => 0);
    for (const key of keys) this.#monthly.get(key)?.forEach((figure, month) => (sums[month] = (sums[month] ?? 0) + figure));
    return sums;
  }

  #withoutMissing(figures: readonly number[]): SampleCell[] {
    return figures.map((figure, month) => (month === this.#calendar.missingMonth ? suppressedMarker : figure));
  }
}

function districtShares(): ReadonlyMap<string, number> {
  const weights = districts.map((district) => ({ district, weight: 0.2 + random(`online-job-adverts/${district.code}`).next() }));
  const sums = new Map<string, number>();
  for (const { district, weight } of weights) sums.set(district.partOf, (sums.get(district.partOf) ?? 0) + weight);
  return new Map(weights.map(({ district, weight }) => [district.code, weight / (sums.get(district.partOf) ?? 1)]));
}

function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0);
}
