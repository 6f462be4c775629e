// A synthetic release: the zip with the raw and the scaled data set of 2025 and of 2024, assessed again. Of each cube it has the rows that
// are read, and two that are not for each code. There are as many occupations of each level as the publisher's page gives for 2025.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { added, peopleOf } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/sample/random.ts';
import { synthetic } from '#sources/kit/sample/tables.ts';
import { archive } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { demandIndicatorKeys } from '#schemas/codes.ts';
import { csvLine } from '#schemas/csv-line.ts';
import { round } from '#schemas/round.ts';
import { layout, total } from './layout.ts';
import { excludedOccupations, noRemark } from './reshape.ts';

const year = 2025;

/** The indicators, in their order, as the publisher's remarks name them. */
const names = ['visa density', 'online job advert density', 'change in hourly wage', 'wage premium', 'change in hours worked'];
const hoursAndEarnings = 'hours and earnings due to proportion of self employed workers';

/** A level as printed; the least and the greatest number of its critical indicators, and of its elevated ones. */
type Level = readonly [printed: string, critical: readonly [number, number], elevated: readonly [number, number]];
const critical: Level = ['Critical demand', [1, 3], [0, 1]];
const elevated: Level = ['Elevated demand', [0, 1], [1, 2]];
const notInDemand: Level = ['Not in high demand', [0, 0], [0, 1]];

/** Critical, with remarks on uncertainty, imputation and capping in both years. */
const withEveryCaveat = '2212';

const isAssessed = ({ title }: { readonly title: string }) => !/n\.e\.c\.?$/.test(title);
const hundreds = (workers: number) => Math.round(workers / 100) * 100;

/** Every occupation except those not elsewhere classified, whose levels are dealt at random. */
const occupations = unitGroups
  .filter(isAssessed)
  .map(({ code, title }) => ({ code, title, lot: code === withEveryCaveat ? -1 : random(`occupations-in-demand/lot/${code}`).next() }))
  .sort((a, b) => a.lot - b.lot)
  .map(({ code, title }, place) => {
    const level = place < 62 ? critical : place < 62 + 125 ? elevated : notInDemand;
    return { code, title, level, workers: hundreds(peopleOf(code).people) };
  })
  .sort((a, b) => Number(a.code) - Number(b.code));
type Occupation = (typeof occupations)[number];

function inYearBefore(occupation: Occupation): Occupation {
  const draw = random(`occupations-in-demand/before/${occupation.code}`);
  const level = draw.chance(0.2) && occupation.code !== withEveryCaveat ? draw.pick([critical, elevated, notInDemand]) : occupation.level;
  return { ...occupation, level, workers: hundreds(occupation.workers * (0.95 + draw.next() / 10)) };
}

/** One release of two years. It has the publisher's size, plain and full. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const [latest, before] = [dataSets(occupations, year), dataSets(occupations.map(inYearBefore), year - 1)];
  const bytes = await archive([
    ...(['raw', 'scaled'] as const).flatMap((kind) => [
      { name: `data/${kind}_OID_output.csv`, bytes: latest[kind] },
      { name: `data/${kind}_OID_output_${year - 1}_revised.csv`, bytes: before[kind] },
    ]),
    { name: 'data-guidance.txt', bytes: Buffer.from(synthetic) },
  ]);
  return [{ release: `sample-${year}`, files: [{ name: `occupations-in-demand_${year}.zip`, bytes }] }];
}

/** The rows of one occupation, or of several together: the filters besides code and label, and what stands after them. */
interface Rows {
  readonly code: string;
  readonly title: string;
  readonly filters: readonly string[];
  readonly raw: readonly (string | number)[];
  readonly scaled: readonly (string | number)[];
}

/** The raw and the scaled data set of a year. */
function dataSets(of: readonly Occupation[], period: number): Readonly<Record<'raw' | 'scaled', Buffer>> {
  const excluded = unitGroups.filter((group) => !isAssessed(group)).map(({ code }) => [hundreds(peopleOf(code).people), 1]);
  const everything = [...of.map(({ workers }) => [workers, 1]), ...excluded];
  const several = (name: string, counted: readonly (readonly number[])[]): Rows => {
    const remarks = [0.5, 4, 98, 0.01, -0.1, ...Array.from({ length: 3 }, () => name)];
    const scaled = [-0.3, 0, ...Array.from({ length: 10 }, () => 0)];
    return { code: name, title: name, filters: Array.from({ length: 6 }, () => name), raw: [...remarks, ...added(counted), 0], scaled };
  };
  const all = several(total, everything);
  const rows = [...of.map((occupation) => drawn(occupation, period)), several(excludedOccupations, excluded)];
  const write = (kind: 'raw' | 'scaled') => {
    const line = (code: string, title: string, filters: readonly string[], end: string) =>
      `${period},Reporting year,National,K02000001,United Kingdom,${code},${title},${filters.join(',')},${end}\n`;
    let text = `${csvLine(layout.headers(kind))}\n${line(total, total, all.filters, csvLine(all[kind]))}`;
    for (const { code, title, filters, ...cells } of rows) {
      const [label, end] = [csvLine([title]), csvLine(cells[kind])];
      text += line(code, total, filters, end) + line(total, label, filters, end) + line(code, label, filters, end);
    }
    return Buffer.from(text);
  };
  return { raw: write('raw'), scaled: write('scaled') };
}

const [visas, adverts, wageChange, , hours] = demandIndicatorKeys.map((_, place) => place);
// By major group of SOC 2020. Invented, as everything but codes and titles.
const skillLevels: Readonly<Record<string, number>> = { 1: 4, 2: 4, 3: 3, 4: 2, 5: 3, 6: 2, 7: 2, 8: 2, 9: 1 };

/** The rows of an assessed occupation. Indicators are known by their places. */
function drawn({ code, title, level, workers }: Occupation, of: number): Rows {
  const draw = random(`occupations-in-demand/${of}/${code}`);
  const isSpecial = code === withEveryCaveat;
  const places = demandIndicatorKeys.map((_, place) => place);
  const hasAdverts = isSpecial || !draw.chance(0.12);
  const imputed = isSpecial || draw.chance(0.12) ? places.slice(-draw.between(2, 3)) : [];
  const open = places.filter((place) => hasAdverts || place !== adverts);
  const from = draw.between(0, open.length - 1);
  const high = isSpecial ? 3 : draw.between(...level[1]);
  const chosen = isSpecial ? [visas, adverts, hours] : [...open.slice(from), ...open.slice(0, from)];
  const signals = new Map(chosen.slice(0, high + draw.between(...level[2])).map((place, at) => [place, at < high ? 0.5 : 0.25]));
  // An imputed indicator cannot be critical. The publisher says so of the first that would be.
  const [capped, ...others] = imputed.filter((place) => signals.get(place) === 0.5);
  if (capped !== undefined) signals.set(capped, 0.25);
  for (const place of others) signals.delete(place);
  const named = (which: readonly number[]) => which.map((place) => names[place] ?? '');
  const inDemand = places.filter((place) => signals.has(place));
  const uncertain = places.filter((place) => draw.chance(isSpecial && signals.has(place) ? 1 : 0.06));
  const doubts = [...named(uncertain), ...(draw.chance(0.06) ? [hoursAndEarnings] : [])];
  const values = places.map((place) => {
    if (place === adverts && !hasAdverts) return 'x';
    // A density of zero is printed so.
    if (place === visas && !signals.has(place) && draw.chance(0.4)) return '0.00001';
    return round((place === wageChange ? 90 : 0) + draw.next() * 10, 6);
  });
  const remarks = [
    doubts.length === 0
      ? noRemark.uncertainty
      : doubts.length === 1
        ? `Uncertainty in ${doubts[0]}`
        : `Uncertain in multiple indicators: ${doubts.join(', ')}`,
    capped === undefined
      ? noRemark.capped
      : `${(names[capped] ?? '').replace(/^./, (first) => first.toUpperCase())} capped at elevated due to imputation`,
    imputed.length === 0 ? noRemark.imputed : `Multiple indicators imputed: ${named(imputed).join(', ')}`,
  ];
  const yesNo = (share = 0.3) => (draw.chance(share) ? 'Yes' : 'No');
  const flag = inDemand.some((place) => uncertain.includes(place)) ? yesNo(isSpecial ? 1 : 0.5) : 'No';
  // The publisher counts the lower estimate too.
  const missing = hasAdverts ? 0 : 2;
  const index = round(
    [...signals.values()].reduce((sum, signal) => sum + signal, draw.next() - 1),
    6,
  );
  return {
    code,
    title,
    filters: [level[0], `Skill level ${skillLevels[code.charAt(0)]}`, yesNo(), yesNo(), yesNo(), flag],
    raw: [...values, ...remarks, workers, 1, missing],
    scaled: [index, missing, ...places.flatMap((place) => [0.5, 0.25].map((signal) => (signals.get(place) === signal ? 1 : 0)))],
  };
}
