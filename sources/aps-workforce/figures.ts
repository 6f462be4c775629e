// The figures of the workforce with their cells: counts by industry, age and qualification, and the
// shares made from them.
import {
  type Figure,
  type Meanings,
  figureMaker,
  listMeasures,
  pointerStep,
} from '#sources/kit/figures.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import { areaOf } from '#schemas/codes.ts';
import { type Headline, headlineSum, shareOf } from './documents.ts';
import { type Rows, type TableKind, sections, tableKinds } from './layout.ts';
import {
  type Breakdown,
  type Line,
  type Figure as Observed,
  type WorkforceObservations,
  ageBandOf,
  servedOf,
} from './reshape.ts';

export const meanings: Meanings<WorkforceObservations> = {
  dimensions: {
    breakdown: {
      meaning:
        'What the people of the occupation are divided by: industry, age or ' +
        'qualification; headline for the sums that answers give first.',
      values: [...tableKinds, 'headline'],
    },
    part: {
      meaning:
        'The section of industry by its letter, the band of ages, or the qualification; ' +
        'all for the total that the table prints.',
    },
  },
  measures: listMeasures({
    employment: {
      unit: 'people',
      meaning:
        'The people in employment in the occupation: employees and self-employed, aged 16 ' +
        'and over, by their main job.',
    },
    share_of_occupation: {
      unit: 'percent',
      meaning: "The part as a percentage of the occupation's employment.",
    },
  }),
  titled: {
    dimension: 'part',
    titles: ({ ages }) =>
      new Map([
        ...sections.map(({ code, title }) => [code, title] as const),
        ...(ages?.categories.map(ageBandOf) ?? []).map(
          ({ name, fromAge, toAge }) =>
            [
              name,
              toAge === null ? `Aged ${fromAge} and over` : `Aged ${fromAge} to ${toAge}`,
            ] as const,
        ),
      ]),
  },
};

const figure = figureMaker('workforce', meanings);

/**
 * Where each kind of table is in an answer, how a pointer names its categories, and which
 * headline shares it gives.
 */
const blocks: Readonly<
  Record<TableKind, { pointer: string; categories: string; headlines: readonly Headline[] }>
> = {
  industry: { pointer: '/industries', categories: 'sections/code', headlines: [] },
  age: { pointer: '/ages', categories: 'bands/name', headlines: ['agedUnder25', 'aged55AndOver'] },
  qualification: {
    pointer: '/qualifications',
    categories: 'levels/name',
    headlines: ['withDegree'],
  },
};

/** Ordered by table and row; of the tables by industry only the newest year. */
export function* figures({
  observations,
}: ReadFiles<Rows, WorkforceObservations>): Generator<Figure> {
  for (const table of servedOf(observations)) yield* figuresOf(table);
}

/** The figures by industry of the years before the newest, which no answer gives. */
export function* figuresOfEarlierYears({
  observations,
}: ReadFiles<Rows, WorkforceObservations>): Generator<Figure> {
  for (const year of observations.industries.slice(0, -1))
    for (const figure of figuresOf(year)) yield { ...figure, answers: () => [] };
}

/** A figure of a line: which part of the people it counts, and where the answer has it. */
interface StatedInLine {
  readonly breakdown: TableKind | 'headline';
  readonly part: string;
  readonly pointer: string;
  readonly observed: Observed;
}

function* statedIn(table: Breakdown, line: Line): Generator<StatedInLine> {
  const { pointer, categories, headlines } = blocks[table.kind];
  const breakdown = table.kind;
  if (isPrinted(line.total))
    yield { breakdown, part: 'all', pointer: `${pointer}/total`, observed: line.total };
  for (const [index, name] of table.categories.entries()) {
    const observed = line.figures[index];
    const pointerOfPart = `${pointer}/${categories}=${pointerStep(name)}`;
    if (observed !== undefined) yield { breakdown, part: name, pointer: pointerOfPart, observed };
  }
  for (const name of headlines) {
    const sum = headlineSum(table, line, name);
    if (sum !== null)
      yield { breakdown: 'headline', part: name, pointer: `/headline/${name}`, observed: sum };
  }
}

const isPrinted = ({ cells }: Observed) => cells().length > 0;

function* figuresOf(table: Breakdown): Generator<Figure> {
  for (const [code, line] of table.lines)
    for (const stated of statedIn(table, line)) {
      yield countOf(table, code, stated);
      if (stated.observed !== line.total && isPrinted(line.total))
        yield percentOf(table, code, stated, line.total);
    }
}

function describePart({ period }: Breakdown, code: string, { breakdown, part }: StatedInLine) {
  return { group: code, area: areaOf('uk'), period, dimensions: { breakdown, part } };
}

function countOf(table: Breakdown, code: string, stated: StatedInLine): Figure {
  const { count: value, withheld, quality, cells } = stated.observed;
  const count = {
    ...describePart(table, code, stated),
    measure: 'employment',
    pointer: `${stated.pointer}/count`,
    value,
    withheld,
    quality,
    cells,
  };
  if (stated.breakdown === 'headline')
    return figure({
      ...count,
      derived: true,
      areCellsEqual: true,
      rule: 'The sum of the cells. It is withheld if one of them is.',
    });
  if (withheld !== null) return figure(count);
  return figure({
    ...count,
    rule: 'The number as printed. Its quality band comes from the shading of the cell.',
  });
}

function percentOf(table: Breakdown, code: string, stated: StatedInLine, total: Observed): Figure {
  const { observed, pointer } = stated;
  const { percent, withheld, withheldFigures } = shareOf(observed, total);
  return figure({
    ...describePart(table, code, stated),
    measure: 'share_of_occupation',
    pointer: `${pointer}/percent`,
    value: percent,
    withheld: withheld ?? withheldFigures['percent'] ?? null,
    derived: true,
    cells: () => [...observed.cells(), ...total.cells()],
    rule: "The count as a percentage of the occupation's total in the same table, to one decimal.",
  });
}
