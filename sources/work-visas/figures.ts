// The figures of visas, each with the rows that it sums: by quarter, for the latest year, and for
// that year by route, nationality and industry.
import {
  type Figure,
  type FileCell,
  type Meanings,
  answerAt,
  figureMaker,
  listMeasures,
  pointerStep,
} from '#sources/kit/figures.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import { breakdownOf, totalOf } from './documents.ts';
import { type Rows, layout } from './layout.ts';
import {
  type Dimension,
  type Grant,
  type VisaObservations,
  dimensions,
  grantsOf,
  partsOf,
} from './reshape.ts';

/** The member of an answer that holds the parts of each dimension. */
const members = { route: 'byRoute', nationality: 'byNationality', industry: 'byIndustry' } as const;

export const meanings: Meanings<VisaObservations> = {
  dimensions: {
    breakdown: {
      meaning:
        'What the visas of the latest four quarters are divided by: route, nationality ' +
        'or industry; all for their total.',
      values: ['all', ...dimensions],
    },
    part: {
      meaning: 'The route, nationality or industry, as the publisher names it; all for the total.',
    },
  },
  measures: listMeasures({
    granted_by_quarter: {
      unit: 'visas',
      meaning: 'The work visas granted in the quarter.',
    },
    granted: {
      unit: 'visas',
      meaning: 'The work visas granted in the latest four quarters of the release.',
    },
    share_of_visas: {
      unit: 'percent',
      meaning: "The part as a percentage of the occupation's visas of the latest four quarters.",
    },
  }),
};

const figure = figureMaker('visas', meanings);

export function* figures({
  rows,
  observations,
}: ReadFiles<Rows, VisaObservations>): Generator<Figure> {
  for (const code of observations.occupations) {
    const occupation = { rows, observations, code };
    for (const quarter of observations.series) yield figureOfQuarter(occupation, quarter);
    yield figureOfYear(occupation);
    for (const breakdown of dimensions) yield* figuresOfParts(occupation, breakdown);
  }
}

/** An occupation, with the release that has its figures. */
interface OccupationInRelease {
  readonly rows: Rows;
  readonly observations: VisaObservations;
  readonly code: string;
}

function cellsOf({ rows }: OccupationInRelease, grants: readonly Grant[]): FileCell[] {
  return grants.map(({ row }) => layout.cell(rows, row, 'granted'));
}

/** What all figures of an occupation have in common. */
const describeSums = (code: string) =>
  ({ group: code, quality: 'unrated', derived: true, areCellsEqual: true }) as const;

const yearOf = ({ latest }: VisaObservations) => `${latest[0]} to ${latest.at(-1)}`;

function totalIn(occupation: OccupationInRelease, quarters: readonly string[]) {
  const { observations, code } = occupation;
  const { granted: value, withheld } = totalOf(observations, code, quarters);
  const cells = () => cellsOf(occupation, grantsOf(observations, code, quarters));
  return { value, withheld, cells, rule: withheld === null ? sumOfRows : hidden };
}

function figureOfQuarter(occupation: OccupationInRelease, quarter: string): Figure {
  return figure({
    ...describeSums(occupation.code),
    period: quarter,
    series: true,
    measure: 'granted_by_quarter',
    ...totalIn(occupation, [quarter]),
    pointer: `/quarters/quarter=${quarter}/granted`,
  });
}

function figureOfYear(occupation: OccupationInRelease): Figure {
  const { observations, code } = occupation;
  return figure({
    ...describeSums(code),
    period: yearOf(observations),
    dimensions: { breakdown: 'all', part: 'all' },
    measure: 'granted',
    ...totalIn(occupation, observations.latest),
    pointer: '/granted',
    also: () => [answerAt('visas-list', {}, `/occupations/soc2020=${code}/granted`)],
  });
}

/** The visas of each part of a dimension in the latest year, and their share. */
function* figuresOfParts(occupation: OccupationInRelease, breakdown: Dimension): Generator<Figure> {
  const { observations, code } = occupation;
  const total = totalOf(observations, code, observations.latest);
  const { parts } = breakdownOf(observations, code, breakdown, total);
  for (const { name, granted, sharePercent } of parts ?? []) {
    const pointer = `/${members[breakdown]}/parts/name=${pointerStep(name)}`;
    const part = {
      ...describeSums(code),
      period: yearOf(observations),
      dimensions: { breakdown, part: name },
      cells: () => cellsOf(occupation, partsOf(observations, code, breakdown)?.get(name) ?? []),
    };
    yield figure({
      ...part,
      measure: 'granted',
      value: granted,
      rule: sumOfRows,
      pointer: `${pointer}/granted`,
    });
    yield figure({
      ...part,
      measure: 'share_of_visas',
      quality: null,
      value: sharePercent,
      rule: shareOfRows,
      pointer: `${pointer}/sharePercent`,
    });
  }
}

const sumOfRows = 'The sum of the rows of the occupation; 0 if it has no row.';
const hidden =
  'Some rows hide their occupation and may belong to this one, so the sum of its rows ' +
  'is not a total.';
const shareOfRows =
  "The sum of the rows in percent of the occupation's visas of the period, to one decimal.";
