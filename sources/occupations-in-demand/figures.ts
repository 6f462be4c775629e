// The figures of demand with their cells: levels, the demand index, what each indicator signals,
// and numbers of workers.
import {
  type DemandIndicator,
  areaOf,
  demandIndicators,
  demandLevels,
  unrated,
} from '#schemas/codes.ts';
import {
  type Figure,
  type FileCell,
  type Meanings,
  answerAt,
  asPrinted,
  figureMaker,
  listMeasures,
} from '#sources/kit/figures.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import { assessmentOf, workersOf } from './documents.ts';
import { type Rows, layout } from './layout.ts';
import {
  type Assessment,
  type DemandObservations,
  assessments,
  signalColumnsOf,
  valueColumns,
} from './reshape.ts';

export const meanings: Meanings<DemandObservations> = {
  dimensions: {
    assessment: {
      meaning:
        'Which assessment of the release it is: latest, or previous, the year before ' +
        'assessed anew by the same method.',
      values: assessments,
    },
    indicator: {
      meaning:
        'Which of the five indicators it is: ' +
        `${demandIndicators.map(({ key, name }) => `${key} (${name})`).join(', ')}.`,
      values: demandIndicators.map(({ key }) => key),
    },
  },
  measures: listMeasures({
    level: {
      unit: 'level',
      meaning:
        'The level of demand: critical, elevated, or not in high demand. It stands in the ' +
        'column category.',
      categories: demandLevels,
    },
    demandIndex: {
      unit: 'index',
      meaning:
        "The publisher's demand index. The higher it is, the higher the demand. Compare " +
        'it within one year only.',
    },
    indicatorLevel: {
      unit: 'level',
      meaning: 'The level of demand that one indicator signals. It stands in the column category.',
      categories: demandLevels,
    },
    indicatorsSignalled: {
      unit: 'indicators',
      meaning: 'How many of the five indicators are critical or elevated.',
    },
    workers: {
      unit: 'people',
      meaning: 'The workers in the occupation, as the publisher rounds them.',
    },
  }),
};

const demand = figureMaker('demand', meanings);

/** An occupation in one assessment of the release. */
interface AssessedOccupation {
  readonly rows: Rows;
  readonly code: string;
  readonly title: string;
  readonly assessment: (typeof assessments)[number];
  readonly year: number;
  /** Undefined if the publisher excludes the occupation. */
  readonly assessed: Assessment | undefined;
}

/** A figure of an assessed occupation. */
type StatedInDemand = Pick<Figure, 'measure' | 'withheld' | 'rule'> &
  Partial<Omit<Figure, 'cells' | 'answers'>> & {
    /** Its place in the answer of the latest assessment. */
    readonly pointer: string;
    readonly cells: (assessment: Assessment) => readonly FileCell[];
    /** Whether the list of occupations in demand has it too. */
    readonly inList: boolean;
  };

/** Occupation by occupation: the latest assessment, then that of the year before. */
export function* figures({
  rows,
  observations,
  needs,
}: ReadFiles<Rows, DemandObservations>): Generator<Figure> {
  for (const { code, title } of needs.get('soc-structure').unitGroups)
    for (const assessment of assessments) {
      const year = observations[assessment];
      if (year === null) continue;
      const assessed = year.assessments.get(code);
      const occupation = { rows, code, title, assessment, year: year.year, assessed };
      yield* demandFigures(occupation);
      if (assessment === 'latest') yield workersFigure(occupation);
    }
}

function figureOf(occupation: AssessedOccupation, stated: StatedInDemand): Figure {
  const { code, assessment, year, assessed } = occupation;
  const { pointer, rule, cells, inList, ...others } = stated;
  const isInList = assessment === 'latest' && inList;
  const listed = answerAt('demand-list', {}, `/occupations/soc2020=${code}${pointer}`);
  return demand({
    group: code,
    area: areaOf('uk'),
    period: String(year),
    ...others,
    rule: assessed === undefined ? noRow : rule,
    dimensions: { assessment, ...others.dimensions },
    cells: () => (assessed === undefined ? [] : cells(assessed)),
    pointer: assessment === 'previous' ? `/previous${pointer}` : pointer,
    also: () => (isInList ? [listed] : []),
  });
}

/** The level, the index, the level of each indicator, and how many of them signal demand. */
function* demandFigures(occupation: AssessedOccupation): Generator<Figure> {
  const { rows, title, year, assessed } = occupation;
  const answer = assessmentOf(year, assessed, title);
  const { withheld, indicators } = answer;
  const signalsIn = ({ scaled }: Assessment, key: DemandIndicator) =>
    signalColumnsOf(key).map((column) => layout.cell(rows, scaled, column));
  yield figureOf(occupation, {
    pointer: '/level',
    measure: 'level',
    category: answer.level,
    withheld,
    rule: 'The level as printed.',
    cells: ({ raw }) => [layout.cell(rows, raw, 'level')],
    inList: true,
  });
  yield figureOf(occupation, {
    pointer: '/demandIndex',
    measure: 'demandIndex',
    value: answer.demandIndex,
    withheld,
    rule: asPrinted,
    cells: ({ scaled }) => [layout.cell(rows, scaled, 'index')],
    inList: true,
  });
  for (const indicator of indicators) {
    const { key } = indicator;
    yield figureOf(occupation, {
      pointer: `/indicators/key=${key}/level`,
      measure: 'indicatorLevel',
      category: indicator.level,
      withheld: indicator.withheld,
      dimensions: { indicator: key },
      rule: ruleOfFlags,
      cells: (assessment) => [
        ...signalsIn(assessment, key),
        layout.cell(rows, assessment.raw, valueColumns[key]),
      ],
      inList: false,
    });
  }
  yield figureOf(occupation, {
    pointer: '/indicatorsSignalled',
    measure: 'indicatorsSignalled',
    value: answer.indicatorsSignalled,
    derived: true,
    areCellsEqual: true,
    withheld,
    rule: 'The number of indicators with a flag of 1.',
    cells: (assessment) => indicators.flatMap(({ key }) => signalsIn(assessment, key)),
    inList: true,
  });
}

function workersFigure(occupation: AssessedOccupation): Figure {
  const { count, withheld } = workersOf(occupation.assessed, occupation.title);
  return figureOf(occupation, {
    pointer: '/workers/count',
    measure: 'workers',
    value: count,
    withheld,
    quality: unrated.quality,
    rule: withheld === null ? asPrinted : 'The cell has a marker in place of a number.',
    cells: ({ raw }) => [layout.cell(occupation.rows, raw, 'workers')],
    inList: true,
  });
}

const ruleOfFlags =
  'Critical if that is flagged with 1, else elevated if that is, else not in high demand.';
const noRow = 'The release has no row for the occupation in this year.';
