// A synthetic release: the zip with the raw and the scaled data set of 2025 and of 2024, assessed
// again. There are as many occupations of each level as the publisher's page gives for 2025.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { added, peopleOf } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/random.ts';
import { synthetic, textOf } from '#sources/kit/sample/tables.ts';
import { archive } from '#sources/kit/sample/workbook.ts';
import type { ClassificationGroup } from '#sources/kit/needs.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { layout, total } from './layout.ts';
import { excludedOccupations, noRemark } from './reshape.ts';

const year = 2025;
/** In critical demand, with every remark in both years. */
const withEveryRemark = '2212';

const hundreds = (workers: number) => 100 * Math.round(workers / 100);
const workersOf = (code: string) => hundreds(peopleOf(code).people);
// Occupations not elsewhere classified are excluded.
const excluded = unitGroups.filter(({ title }) => /n\.e\.c\.?$/.test(title));

/** The lot by which an occupation gets its level. In the year before, some had another level. */
function lotOf(code: string, assessedYear: number): number {
  const draw = random(`occupations-in-demand/lot/${code}`);
  return code === withEveryRemark
    ? -1
    : draw.next() + (assessedYear === year ? 0 : 0.2 * draw.next());
}

export async function sample(): Promise<readonly SampleRelease[]> {
  const bytes = await archive([
    ...dataSets(year, ''),
    ...dataSets(year - 1, `_${year - 1}_revised`),
    { name: 'data-guidance.txt', bytes: Buffer.from(synthetic) },
  ]);
  return [
    { release: `sample-${year}`, files: [{ name: `occupations-in-demand_${year}.zip`, bytes }] },
  ];
}

/**
 * The cells of a row of both data sets after the period and the country: the filters, and what is
 * measured.
 */
interface Row {
  readonly filters: readonly string[];
  readonly raw: readonly (string | number)[];
  readonly scaled: readonly number[];
}

/** The raw and the scaled data set of a year. */
function dataSets(period: number, suffix: string) {
  // Levels are dealt at random.
  const assessed = unitGroups
    .filter((group) => !excluded.includes(group))
    .toSorted((a, b) => lotOf(a.code, period) - lotOf(b.code, period));
  const drawnGroups = assessed.map((group, index) => drawn(group, levelOf(index), period));
  const sums = [several(total, unitGroups), several(excludedOccupations, excluded)];
  return (['raw', 'scaled'] as const).map((kind) => {
    const country = [period, 'Reporting year', 'National', 'K02000001', 'United Kingdom'];
    const rows = [...sums, ...drawnGroups].map(({ filters, [kind]: cells }) => [
      ...country,
      ...filters,
      ...cells,
    ]);
    return textOf(`data/${kind}_OID_output${suffix}.csv`, layout, kind, rows);
  });
}

type Level = 'Critical' | 'Elevated' | null;

/** The level of an occupation by its turn: 62 are critical and 125 elevated. */
function levelOf(index: number): Level {
  if (index < 62) return 'Critical';
  return index < 62 + 125 ? 'Elevated' : null;
}

/** A row of several occupations together has their name in each filter. */
function several(name: string, groups: readonly ClassificationGroup[]): Row {
  const sums = added(groups.map(({ code }) => [workersOf(code), 1]));
  return {
    filters: Array(8).fill(name),
    raw: [0.5, 4, 98, 0.01, -0.1, name, name, name, ...sums, 0],
    scaled: Array(12).fill(0),
  };
}

function drawn({ code, title }: ClassificationGroup, level: Level, period: number): Row {
  const draw = random(`occupations-in-demand/${period}/${code}`);
  const isSpecial = code === withEveryRemark;
  const hasRemark = (share: number) => isSpecial || draw.chance(share);
  // A critical occupation has up to three critical indicators, every occupation in demand one that
  // is elevated.
  const from = draw.between(0, 4);
  const order = [0, 1, 2, 3, 4].map((indicator) => (indicator + from) % 5);
  const critical = order.slice(0, level === 'Critical' ? draw.between(1, 3) : 0);
  const elevated =
    level === null ? -1 : (order.find((indicator) => !critical.includes(indicator)) ?? -1);
  // The advert density of some others is not known: the publisher counts both of its estimates.
  const isMissing = level === null && draw.chance(0.12);
  const values = [0, 1, 2, 3, 4].map((indicator) =>
    isMissing && indicator === 1 ? 'x' : Math.round(1e6 * draw.next()) / 1e5,
  );
  const remarks = [
    hasRemark(0.12) ? 'Uncertainty in visa density' : noRemark.uncertainty,
    hasRemark(0.1)
      ? 'Change in hours worked capped at elevated due to imputation'
      : noRemark.capped,
    hasRemark(0.1)
      ? 'Multiple indicators imputed: wage premium, change in hours worked'
      : noRemark.imputed,
  ];
  const yesNo = (isYes: boolean) => (isYes ? 'Yes' : 'No');
  const lists = [0.3, 0.3, 0.3].map((share) => yesNo(draw.chance(share)));
  const filters = [
    level === null ? 'Not in high demand' : `${level} demand`,
    `Skill level ${draw.between(1, 4)}`,
    ...lists,
  ];
  const index = critical.length / 2 + (elevated < 0 ? 0 : 0.25) + draw.next() - 1;
  const flags = [0, 1, 2, 3, 4].flatMap((indicator) => [
    Number(critical.includes(indicator)),
    Number(elevated === indicator),
  ]);
  return {
    filters: [
      code,
      title,
      ...filters,
      yesNo(remarks[0] !== noRemark.uncertainty && hasRemark(0.5)),
    ],
    raw: [...values, ...remarks, workersOf(code), 1, isMissing ? 2 : 0],
    scaled: [Math.round(1e6 * index) / 1e6, isMissing ? 2 : 0, ...flags],
  };
}
