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

/** The figures of a line: what each is of, and where the answer of the occupation has it. */
function* statedIn(
  table: Breakdown,
  line: Line,
): Generator<[breakdown: string, part: string, pointer: string, of: Observed]> {
  const { pointer, categories, headlines } = blocks[table.kind];
  if (isPrinted(line.total)) yield [table.kind, 'all', `${pointer}/total`, line.total];
  for (const [place, name] of table.categories.entries()) {
    const observed = line.figures[place];
    if (observed !== undefined)
      yield [table.kind, name, `${pointer}/${categories}=${pointerStep(name)}`, observed];
  }
  for (const name of headlines) {
    const sum = headlineSum(table, line, name);
    if (sum !== null) yield ['headline', name, `/headline/${name}`, sum];
  }
}

const isPrinted = ({ cells }: Observed) => cells().length > 0;

function* figuresOf(table: Breakdown): Generator<Figure> {
  for (const [code, line] of table.lines) {
    for (const [breakdown, part, pointer, observed] of statedIn(table, line)) {
      const dimensionsOfPart = {
        group: code,
        area: areaOf('uk'),
        period: table.period,
        dimensions: { breakdown, part },
      };
      const { count: value, withheld: why, quality, cells } = observed;
      const count = {
        ...dimensionsOfPart,
        measure: 'employment',
        pointer: `${pointer}/count`,
        value,
        withheld: why,
        quality,
        cells,
      };
      if (breakdown === 'headline')
        yield figure({
          ...count,
          derived: true,
          areCellsEqual: true,
          rule: 'The sum of the cells. It is withheld if one of them is.',
        });
      else
        yield figure(
          why === null
            ? {
                ...count,
                rule: 'The number as printed. Its quality band comes from the shading of the cell.',
              }
            : count,
        );
      if (observed === line.total || !isPrinted(line.total)) continue;
      const { percent, withheld, withheldFigures } = shareOf(observed, line.total);
      yield figure({
        ...dimensionsOfPart,
        measure: 'share_of_occupation',
        pointer: `${pointer}/percent`,
        value: percent,
        withheld: withheld ?? withheldFigures['percent'] ?? null,
        derived: true,
        cells: () => [...observed.cells(), ...line.total.cells()],
        rule:
          "The count as a percentage of the occupation's total in the same table, to one " +
          'decimal.',
      });
    }
  }
}
