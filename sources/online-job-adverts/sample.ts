// A synthetic workbook with the tables that we read, in the publisher's layout: every occupation in every region, and in a dozen local areas
// or in all.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { isoMonth } from '#sources/kit/months.ts';
import { monthNames } from '#schemas/reference-dates.ts';
import { type District, districts } from '#sources/local-authorities/layout.ts';
import { type Random, random } from '#sources/kit/sample/random.ts';
import { type SampleCell, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { suppressedMarker } from '#schemas/advert-totals.ts';
import { layout } from './layout.ts';

interface Period {
  readonly year: number;
  /** The month or quarter of the year, counted from 1. */
  readonly part: number;
}

/** The last month of an edition, and the periods whose figures the publisher suppressed in it: all of them, or some cells. */
interface EditionShape {
  readonly lastMonth: { readonly year: number; readonly month: number };
  readonly suppressed: readonly string[];
  /** With the share of cells. */
  readonly patchy: Readonly<Record<string, number>>;
}

/**
 * The two editions whose pattern of suppressed periods is known. Of 2026Q2 55 % of the cells are suppressed, and of 2025Q3 6 of the 15 that
 * were printed; the other shares are guesses.
 */
export const july2026: EditionShape = {
  lastMonth: { year: 2026, month: 7 },
  suppressed: ['Mar-26', '2026Q1'],
  patchy: { 'Jul-25': 0.05, 'Jun-26': 0.05, '2025Q3': 0.4, '2026Q2': 0.55 },
};
export const november2025: EditionShape = {
  lastMonth: { year: 2025, month: 11 },
  suppressed: [],
  patchy: { 'Jun-25': 0.05, 'Jul-25': 0.05, '2025Q2': 0.4, '2025Q3': 0.4 },
};

function calendarOf(firstYear: number, { lastMonth, suppressed, patchy }: EditionShape) {
  const periods = (count: number, ofYear: number): Period[] =>
    Array.from({ length: count }, (_, index) => ({ year: firstYear + Math.floor(index / ofYear), part: (index % ofYear) + 1 }));
  const months = periods((lastMonth.year - firstYear) * 12 + lastMonth.month, 12);
  const quarters = periods(Math.floor(months.length / 3), 4);
  const monthHeaders = months.map(({ year, part }) => `${monthNames[part - 1]?.slice(0, 3)}-${String(year).slice(2)}`);
  const quarterHeaders = quarters.map(({ year, part }) => `${year}Q${part}`);
  const shareOf = (header: string) => (suppressed.includes(header) ? 1 : (patchy[header] ?? 0));
  const inWords = ({ year, part }: Period) => `${monthNames[part - 1]} ${year}`;
  return {
    months,
    quarters,
    monthHeaders,
    quarterHeaders,
    /** The share of suppressed cells of each period. */
    ofMonths: monthHeaders.map(shareOf),
    ofQuarters: quarterHeaders.map(shareOf),
    span: `between January ${firstYear} and ${inWords({ year: lastMonth.year, part: lastMonth.month })}`,
    suppressedMonths: months.filter((_, month) => shareOf(monthHeaders[month] ?? '') === 1).map(inWords),
    patchyMonths: months.filter((_, month) => (patchy[monthHeaders[month] ?? ''] ?? 0) > 0).map(inWords),
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

/** The row of adverts without an occupation, and the first cells of a row without a place. */
const unknown = { soc: 'Unknown', label: 'Unknown' };
const unknownPlace = [unknown.label, unknown.label, unknown.label];

const occupations: readonly Occupation[] = [
  ...unitGroups.map(({ code, title }) => {
    const draw = random(`online-job-adverts/${code}`);
    // A few occupations have hardly any adverts, so their UK shares rest on too few.
    const monthly = ['1112', '1161'].includes(code) ? 3 : Math.round(200 * Math.exp(3.6 * draw.next()));
    // The publisher leaves out the full stop at the end of some titles.
    return { soc: code, label: code === '2329' ? title.replace(/\.$/, '') : title, monthly };
  }),
  { ...unknown, monthly: 30_000 },
];

/** The plain sample has rows for these only. In the rows of the Isles of Scilly every figure is 0. */
const plainDistricts =
  'E06000017 E06000023 E06000038 E06000053 E07000008 E07000138 E08000016 E08000019 N09000003 S12000036 S12000049 W06000015'.split(' ');
const withoutAdverts = 'E06000053';
/**
 * No edition is known to suppress as much as these three, but the API must answer for it. In each of the latest quarters more than half of
 * this place's cells are suppressed.
 */
const mostlySuppressed = 'E06000017';
/** Suppressed throughout in this region, so it has no total and no rank. */
const suppressedOccupation = { soc: '9267', region: 'North East' };
/** Five months of the latest year are suppressed in this share of the rows of Table 3, so too few are left to compare. */
const halfSuppressed = 0.01;

/** With `full`, the publisher's size; else the years that a local answer shows. Earlier months cost as much and show nothing new. */
export function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  return sampleOf(full ? outsideLondon : outsideLondon.filter(({ code }) => plainDistricts.includes(code)), full ? 2017 : 2023);
}

/** London is one place of the publisher's tables. */
const outsideLondon = districts.filter(({ code }) => !code.startsWith('E09'));

/**
 * The release with these places and London in Tables 2 and 5. Benchmarks measure what half of the places cost; tests compile the shape of
 * another edition.
 */
export async function sampleOf(places: readonly District[], firstYear: number, shape = july2026): Promise<readonly SampleRelease[]> {
  const calendar = calendarOf(firstYear, shape);
  const tables = new Tables(calendar, places);
  const bytes = await writeWorkbook([
    { name: layout.sheet('cover'), rows: coverRows(calendar) },
    { name: layout.sheet('notes'), rows: notesRows(calendar) },
    { name: layout.sheet('countries'), rows: tables.countries() },
    { name: layout.sheet('places'), rows: tables.places() },
    { name: layout.sheet('regions'), rows: tables.regions() },
    { name: layout.sheet('local'), rows: tables.local() },
  ]);
  const release = `sample-${isoMonth(shape.lastMonth.year, shape.lastMonth.month)}`;
  return [{ release, files: [{ name: 'labourdemandbyoccupation.xlsx', bytes }] }];
}

const synthetic = 'Synthetic sample, no statistics';

/** The four rows above the headers of a table. */
function titleRows(what: string, { span }: Pick<Calendar, 'span'>): SampleCell[][] {
  return [[`New online job adverts in the UK, split by ${what} ${span}`], [synthetic], ['[x] means that a figure is not available'], []];
}

function coverRows({ suppressedMonths, patchyMonths, span }: Calendar): SampleCell[][] {
  const notes = [
    synthetic,
    ...suppressedMonths.map((month) => `Synthetic sample text: figures of ${month} are suppressed.`),
    ...patchyMonths.map((month) => `Synthetic sample text: figures of ${month} are partly imputed.`),
    'Synthetic sample text: figures are rounded and do not add up.',
  ];
  return [['Labour demand volumes by occupation', span], ...Array.from({ length: 17 }, () => []), ...notes.map((note) => [note])];
}

function notesRows({ patchyMonths }: Calendar): SampleCell[][] {
  return [
    ['Notes'],
    [synthetic],
    ['Note number', 'Note text'],
    ['Note 1', 'Synthetic sample text: [x] stands for figures that are not good enough.'],
    ...patchyMonths.map((month, place) => [
      `Note ${place + 2}`,
      `Synthetic sample text: figures of ${month} are suppressed in some cells.`,
    ]),
  ];
}

/** A row of Tables 2 and 5: a district, or London without a code. */
interface Place {
  readonly region: string;
  readonly name: string;
  readonly code: string | null;
}

/** Adverts of unknown country, as a share of all. */
const ofUnknownCountry = 0.004;
/** In a patchy month this share of the occupations is suppressed everywhere, the UK included. */
const suppressedEverywhere = 0.03;
/** In a patchy month this share of the places has no total. */
const withoutTotal = 0.2;
/** In a patchy quarter this share of London's cells is suppressed. */
const suppressedOfLondon = 0.1;

class Tables {
  readonly #calendar: Calendar;
  /** By region, and by name. London stands in its place among them. */
  readonly #places: readonly Place[];
  /** Each district's share of its region, for all districts with or without rows. */
  readonly #shares = districtShares();
  /** Figures of a region and occupation by month, before suppression, and their sums by quarter. */
  readonly #monthly = new Map<string, readonly number[]>();
  readonly #quarterly = new Map<string, readonly number[]>();

  constructor(calendar: Calendar, places: readonly District[]) {
    this.#calendar = calendar;
    this.#places = regions.flatMap(({ name: region, code: partOf }): Place[] =>
      region === 'London'
        ? [{ region, name: region, code: null }]
        : places
            .filter((place) => place.partOf === partOf)
            .map(({ name, code }) => ({ region, name, code }))
            .sort((a, b) => byCodeUnit(a.name, b.name)),
    );
    // Seasons and slow growth: each figure is the usual one times this factor.
    const course = calendar.months.map(({ year, part }) => (1 + 0.15 * Math.sin((part / 12) * 2 * Math.PI)) * (0.8 + 0.03 * (year - 2017)));
    for (const { name, share } of regions) {
      for (const { soc, monthly } of occupations) {
        const draw = random(`online-job-adverts/${name}/${soc}`);
        const level = monthly * share * (soc === unknown.soc ? 1 : 0.6 + 0.8 * draw.next());
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
    const ofCodes = (letter: string) => this.#allAdverts(regions.filter(({ code }) => code.startsWith(letter)).map(({ name }) => name));
    const known = ofCodes('');
    const ofUnknown = known.map((figure) => Math.round(figure * ofUnknownCountry));
    const uk = known.map((figure, month) => figure + (ofUnknown[month] ?? 0));
    return [
      ...titleRows('Country', this.#calendar),
      [...layout.headers('countries'), ...this.#calendar.monthHeaders],
      ['Total UK', ...this.#withoutMissing(uk)],
      ['England', ...this.#withoutMissing(ofCodes('E'))],
      ['Scotland', ...this.#withoutMissing(ofCodes('S'))],
      ['Wales', ...this.#withoutMissing(ofCodes('W'))],
      ['Northern Ireland', ...this.#withoutMissing(ofCodes('N'))],
      ['Unknown', ...this.#withoutMissing(ofUnknown)],
    ];
  }

  /** All adverts of a place by month. */
  *places(): Generator<SampleCell[]> {
    const { months, monthHeaders, ofMonths } = this.#calendar;
    yield* titleRows('Local Authority District', this.#calendar);
    yield [...layout.headers('places'), ...monthHeaders];
    for (const { region, name, code } of this.#places) {
      const draw = random(`online-job-adverts/place/${code}`);
      const figures = this.#allAdverts([region]).map((figure) => Math.round(figure * this.#shareOf(code)));
      // Where a place lacks a month, the sum over its occupations replaces its total.
      const cells = this.#withoutMissing(figures).map((cell, month) =>
        code !== null && (ofMonths[month] ?? 0) > 0 && draw.chance(withoutTotal) ? suppressedMarker : cell,
      );
      yield [region, `${region} ITL2`, name, code, ...cells];
    }
    yield [...unknownPlace, unknown.label, ...this.#withoutMissing(months.map(() => 3000))];
  }

  *regions(): Generator<SampleCell[]> {
    yield* titleRows('Region and 4 digit SOC', this.#calendar);
    yield [...layout.headers('regions'), ...this.#calendar.monthHeaders];
    // The UK is the sum of the regions and nations. Adverts without a known place are few.
    for (const { soc, label } of occupations) {
      const gone = this.#goneEverywhere(soc);
      const uk = this.#sumsOf(regions.map(({ name }) => `${name}/${soc}`));
      yield ['Total UK', soc, label, ...uk.map((figure, month) => (gone[month] ? suppressedMarker : figure))];
    }
    for (const { name } of regions) for (const { soc, label } of occupations) yield [name, soc, label, ...this.#regionalCells(name, soc)];
  }

  *local(): Generator<SampleCell[]> {
    const { quarters, quarterHeaders } = this.#calendar;
    yield* titleRows('Local Authority District and 4 digit SOC, quarterly', this.#calendar);
    yield [...layout.headers('local'), ...quarterHeaders];
    for (const { region, name, code } of this.#places) {
      const draw = random(`online-job-adverts/local/${code ?? name}`);
      for (const { soc, label } of occupations) {
        // Some pairs of a district and an occupation have no row.
        if (code !== null && soc !== unknown.soc && draw.chance(0.01)) continue;
        yield [region, `${region} ITL2`, name, soc, label, code, ...this.#localCells(`${region}/${soc}`, code, draw)];
      }
    }
    for (const { soc, label } of [...occupations.slice(0, 2), unknown])
      yield [...unknownPlace, soc, label, unknown.label, ...quarters.map(() => 5)];
  }

  /** For each month, whether an occupation is suppressed in all of Table 3. */
  #goneEverywhere(soc: string): boolean[] {
    const draw = random(`online-job-adverts/suppressed/${soc}`);
    return this.#calendar.ofMonths.map((share) => share === 1 || (share > 0 && draw.chance(suppressedEverywhere)));
  }

  #regionalCells(name: string, soc: string): SampleCell[] {
    const { months, ofMonths } = this.#calendar;
    const draw = random(`online-job-adverts/suppressed/${name}/${soc}`);
    const gone = this.#goneEverywhere(soc);
    const latest = months.length - 12;
    const isGone = soc === suppressedOccupation.soc && name === suppressedOccupation.region;
    const isHalfGone = draw.chance(halfSuppressed);
    return (this.#monthly.get(`${name}/${soc}`) ?? []).map((figure, month) => {
      const isInYear = (isGone && month >= latest - 12) || (isHalfGone && month >= latest && month < latest + 5);
      const share = ofMonths[month] ?? 0;
      return gone[month] || isInYear || (share > 0 && draw.chance(share)) ? suppressedMarker : figure;
    });
  }

  #localCells(key: string, code: string | null, draw: Random): SampleCell[] {
    const { quarters, ofQuarters } = this.#calendar;
    const share = code === null ? 1 : this.#shareOf(code) * (0.5 + draw.next());
    return (this.#quarterly.get(key) ?? []).map((figure, quarter) => {
      const least = code === mostlySuppressed && quarter >= quarters.length - 4 ? 0.7 : 0;
      const ofQuarter = ofQuarters[quarter] ?? 0;
      const chance = Math.max(least, code === null && ofQuarter < 1 ? Math.min(suppressedOfLondon, ofQuarter) : ofQuarter);
      return chance > 0 && draw.chance(chance) ? suppressedMarker : Math.round(figure * share);
    });
  }

  /** A district's share of its region; London is all of its own. */
  #shareOf(code: string | null): number {
    if (code === null) return 1;
    return code === withoutAdverts ? 0 : (this.#shares.get(code) ?? 0);
  }

  /** All adverts of some regions by month, of every occupation and of none. */
  #allAdverts(names: readonly string[]): number[] {
    return this.#sumsOf(names.flatMap((name) => occupations.map(({ soc }) => `${name}/${soc}`)));
  }

  #sumsOf(keys: readonly string[]): number[] {
    const sums = this.#calendar.months.map(() => 0);
    for (const key of keys) this.#monthly.get(key)?.forEach((figure, month) => (sums[month] = (sums[month] ?? 0) + figure));
    return sums;
  }

  #withoutMissing(figures: readonly number[]): SampleCell[] {
    return figures.map((figure, month) => (this.#calendar.ofMonths[month] === 1 ? suppressedMarker : figure));
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
