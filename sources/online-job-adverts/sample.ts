// A synthetic workbook in the publisher's layout: every occupation in every region, and in a dozen local areas or in all of them.
import { unitGroups } from '#compiler/sample/classification.ts';
import { type District, districts } from '#compiler/sample/local-authorities.ts';
import { type Random, random } from '#compiler/sample/random.ts';
import { type SampleCell, writeWorkbook } from '#compiler/sample/workbook.ts';
import type { SampleRelease } from '#compiler/source.ts';
import { suppressedMarker } from '#schemas/advert-totals.ts';

const lastMonth = { year: 2026, month: 7 };
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Period {
  readonly year: number;
  /** Counted from 1: of the year's months, or quarters. */
  readonly part: number;
}

const months: readonly Period[] = Array.from({ length: (lastMonth.year - 2017) * 12 + lastMonth.month }, (_, index) => ({ year: 2017 + Math.floor(index / 12), part: (index % 12) + 1 }));
const quarters: readonly Period[] = Array.from({ length: Math.floor(months.length / 3) }, (_, index) => ({ year: 2017 + Math.floor(index / 4), part: (index % 4) + 1 }));
const monthHeaders = months.map(({ year, part }) => `${monthNames[part - 1]}-${String(year).slice(2)}`);
const quarterHeaders = quarters.map(({ year, part }) => `${year}Q${part}`);
const indexOf = (periods: readonly Period[], year: number, part: number) => periods.findIndex((period) => period.year === year && period.part === part);

// What the publisher suppressed of its edition of July 2026: a whole month, and with it a whole quarter.
const missingMonth = indexOf(months, 2026, 3);
const missingQuarter = indexOf(quarters, 2026, 1);
const patchyMonth = indexOf(months, 2026, 6);
const patchyQuarter = indexOf(quarters, 2026, 2);

/** Shares in the UK's adverts of the regions and nations as Table 3 names them; the rest has no known place. */
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
    // A few occupations are hardly advertised anywhere, so that shares of the UK rest on too little.
    const monthly = ['1112', '1161'].includes(code) ? 1.2 : Math.round(200 * Math.exp(3.6 * draw.next()));
    // The publisher leaves the last stop off some titles.
    return { soc: code, label: code === '2329' ? title.replace(/\.$/, '') : title, monthly };
  }),
  { soc: 'Unknown', label: 'Unknown', monthly: 30_000 },
];

/** In the plain sample these alone have rows; the Isles of Scilly have rows in which every figure is 0. */
const plainDistricts = ['E06000017', 'E06000023', 'E06000038', 'E06000053', 'E07000008', 'E07000138', 'E08000016', 'E08000019', 'N09000003', 'S12000036', 'S12000049', 'W06000015'];
const withoutAdverts = 'E06000053';
/** More than half of this place's cells are suppressed in each of the latest quarters. */
const mostlySuppressed = 'E06000017';
/** Suppressed throughout in this region: no total, no rank. */
const suppressedOccupation = { soc: '9267', region: 'North East' };

export function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  return sampleOf({ places: districts.filter(({ code }) => !code.startsWith('E09') && (full || plainDistricts.includes(code))) });
}

/** The release with Table 5 of these places and of London. For benchmarks, which ask what half of the places cost. */
export async function sampleOf({ places }: { readonly places: readonly District[] }): Promise<readonly SampleRelease[]> {
  const regionalRows = regions.flatMap((region) => occupations.map((occupation) => regionalRow(region.name, region.share, occupation)));
  const uk = occupations.map((occupation) => ukRow(occupation));
  const ordered = regions.flatMap(({ name, code }) => places.filter(({ partOf }) => partOf === code).map((district) => ({ ...district, region: name })));
  const shares = districtShares();
  const bytes = await writeWorkbook([
    { name: 'Cover sheet', rows: coverRows() },
    { name: 'Table 1', rows: [...titleRows('Table 1: new online job adverts by country, month'), ['Country', ...monthHeaders], ['United Kingdom', ...sumOfColumns(uk, 3)]] },
    { name: 'Table 2', rows: [...titleRows('Table 2: new online job adverts by local authority, month'), ['Region', 'ITL2', 'Local Authority District', 'Local Authority Code', ...monthHeaders], ...placeRows(ordered, shares)] },
    { name: 'Table 3', rows: [...titleRows('Table 3: new online job adverts by region and occupation, month'), ['Region', 'SOC 4 digit code', 'SOC 4 digit label', ...monthHeaders], ...uk, ...regionalRows] },
    {
      name: 'Table 5',
      rows: localRows(ordered, shares),
    },
  ]);
  return [{ release: `sample-${lastMonth.year}-${String(lastMonth.month).padStart(2, '0')}`, files: [{ name: 'labourdemandbyoccupation.xlsx', bytes }] }];
}

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

const row = (name: string, { soc, label }: Occupation, figures: readonly SampleCell[]): SampleCell[] => [name, soc, label, ...figures];

/** The year's course, and slow growth: each figure is this many times the usual one. */
const course = months.map(({ year, part }) => (1 + 0.15 * Math.sin((part / 12) * 2 * Math.PI)) * (0.8 + 0.03 * (year - 2017)));

/** Published figures of a region, without what is suppressed. */
function figuresOf(name: string, share: number, { soc, monthly }: Occupation): number[] {
  const draw = random(`online-job-adverts/${name}/${soc}`);
  const level = monthly * share * (soc === 'Unknown' ? 1 : 0.6 + 0.8 * draw.next());
  return course.map((times) => Math.round(level * times * (0.92 + 0.16 * draw.next())));
}

const regionalFigures = new Map<string, number[]>();
function regional(name: string, share: number, occupation: Occupation): number[] {
  const key = `${name}/${occupation.soc}`;
  const figures = regionalFigures.get(key) ?? figuresOf(name, share, occupation);
  regionalFigures.set(key, figures);
  return figures;
}

function regionalRow(name: string, share: number, occupation: Occupation): SampleCell[] {
  const draw = random(`online-job-adverts/suppressed/${name}/${occupation.soc}`);
  const isGone = occupation.soc === suppressedOccupation.soc && name === suppressedOccupation.region;
  const latest = months.length - 12;
  const isHalfGone = draw.chance(0.01);
  const cells = regional(name, share, occupation).map((figure, month): SampleCell => {
    const isSuppressed = month === missingMonth || (month === patchyMonth && draw.chance(0.05)) || draw.chance(0.002) || (isGone && month >= latest - 12) || (isHalfGone && month >= latest && month < latest + 5);
    return isSuppressed ? suppressedMarker : figure;
  });
  return row(name, occupation, cells);
}

/** The sum of the regions and nations: adverts of no known place are few. */
function ukRow(occupation: Occupation): SampleCell[] {
  const sums = months.map(() => 0);
  for (const { name, share } of regions) regional(name, share, occupation).forEach((figure, month) => (sums[month] = (sums[month] ?? 0) + figure));
  return row('Total UK', occupation, sums.map((sum, month) => (month === missingMonth ? suppressedMarker : sum)));
}

function sumOfColumns(rows: readonly SampleCell[][], first: number): SampleCell[] {
  return months.map((_, month) => (month === missingMonth ? suppressedMarker : rows.reduce((sum, cells) => sum + Number(cells[first + month]), 0)));
}

type Place = District & { readonly region: string };

/** Each district's share in its region, of all districts whether they have rows or not. */
function districtShares(): ReadonlyMap<string, number> {
  const weights = districts.map((district) => ({ district, weight: 0.2 + random(`online-job-adverts/${district.code}`).next() }));
  const sums = new Map<string, number>();
  for (const { district, weight } of weights) sums.set(district.partOf, (sums.get(district.partOf) ?? 0) + weight);
  return new Map(weights.map(({ district, weight }) => [district.code, weight / (sums.get(district.partOf) ?? 1)]));
}

function regionNamed(name: string) {
  return regions.find((region) => region.name === name) ?? { name, code: '', share: 0 };
}

/** All adverts of a place by month, suppressed where one month's figures are no good; London as one row without a code. */
function* placeRows(places: readonly Place[], shares: ReadonlyMap<string, number>): Generator<SampleCell[]> {
  for (const { name, share } of regions) {
    const all = months.map((_, month) => occupations.reduce((sum, occupation) => sum + (regional(name, share, occupation)[month] ?? 0), 0));
    if (name === 'London') yield ['London', 'London', 'London', null, ...all.map((figure, month) => (month === missingMonth ? suppressedMarker : figure))];
    for (const { region, name: district, code } of places.filter((place) => place.region === name)) {
      const draw = random(`online-job-adverts/place/${code}`);
      const ofPlace = code === withoutAdverts ? 0 : (shares.get(code) ?? 0);
      // Some places lack a month, so that the sum over their occupations stands in for their total.
      const lacking = draw.chance(0.2) ? months.length - 1 - draw.between(0, 11) : -1;
      yield [region, `${region} ITL2`, district, code, ...all.map((figure, month) => (month === missingMonth || month === lacking ? suppressedMarker : Math.round(figure * ofPlace)))];
    }
  }
  yield ['Unknown', 'Unknown', 'Unknown', null, ...months.map((_, month) => (month === missingMonth ? suppressedMarker : 3000))];
}

function* localRows(places: readonly Place[], shares: ReadonlyMap<string, number>): Generator<SampleCell[]> {
  yield* titleRows('Table 5: new online job adverts by local authority and occupation, quarter');
  yield ['Region', 'ITL2', 'Local Authority District', 'SOC 4 digit code', 'SOC 4 digit label', 'Local Authority Code', ...quarterHeaders];
  const classified = occupations.slice(0, -1);
  for (const place of places) {
    const draw = random(`online-job-adverts/local/${place.code}`);
    for (const occupation of classified) {
      // Some pairs have no row.
      if (draw.chance(0.01)) continue;
      const share = place.code === withoutAdverts ? 0 : (shares.get(place.code) ?? 0);
      yield [place.region, `${place.region} ITL2`, place.name, occupation.soc, occupation.label, place.code, ...localCells(quarterSums(place.region, occupation), share, place.code, draw)];
    }
  }
  for (const occupation of classified) {
    const draw = random(`online-job-adverts/local/London/${occupation.soc}`);
    const figures = quarterSums('London', occupation).map((figure, quarter): SampleCell => (quarter === missingQuarter || (quarter === patchyQuarter && draw.chance(0.1)) ? suppressedMarker : figure));
    yield ['London', 'London', 'London', occupation.soc, occupation.label, null, ...figures];
  }
}

function quarterSums(region: string, occupation: Occupation): number[] {
  const key = `${region}/${occupation.soc}`;
  const known = sums.get(key);
  if (known !== undefined) return known;
  const figures = regional(region, regionNamed(region).share, occupation);
  const found = quarters.map((_, quarter) => (figures[3 * quarter] ?? 0) + (figures[3 * quarter + 1] ?? 0) + (figures[3 * quarter + 2] ?? 0));
  sums.set(key, found);
  return found;
}
const sums = new Map<string, number[]>();

function localCells(figures: readonly number[], share: number, code: string, draw: Random): SampleCell[] {
  // In the latest quarter the publisher has marked 55 % of the cells.
  const inPatchy = 0.55;
  const times = 0.5 + draw.next();
  return figures.map((figure, quarter) => {
    const latest = quarter > quarters.length - 5;
    const chance = quarter === missingQuarter ? 1 : quarter === patchyQuarter ? inPatchy : code === mostlySuppressed && latest ? 0.7 : 0.005;
    return draw.chance(chance) ? suppressedMarker : Math.round(figure * share * times);
  });
}
