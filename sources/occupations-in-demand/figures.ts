// Levels of demand, the demand index, what each indicator signals, and numbers of workers, each
// with its cell.
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

/** A figure of an assessed occupation. */
type StatedInDemand = Pick<Figure, 'measure' | 'withheld' | 'rule'> &
  Partial<Omit<Figure, 'cells' | 'answers'>> & {
    /** Its place in the answer of the latest assessment. */
    readonly pointer: string;
    readonly cells: (ofGroup: Assessment) => readonly FileCell[];
    /** Whether the list of occupations in demand has it too. */
    readonly inList: boolean;
  };

/** Occupation by occupation: the latest assessment, then that of the year before. */
export function* figures({
  rows,
  observations,
  needs,
}: ReadFiles<Rows, DemandObservations>): Generator<Figure> {
  for (const { code, title } of needs.get('soc-structure').unitGroups) {
    for (const assessment of assessments) {
      const assessed = observations[assessment];
      if (assessed === null) continue;
      const assessmentOfGroup = assessed.assessments.get(code);
      const { level, withheld, demandIndex, indicators, indicatorsSignalled } = assessmentOf(
        assessed.year,
        assessmentOfGroup,
        title,
      );
      const figure = ({ pointer, rule, cells, inList, ...stated }: StatedInDemand): Figure =>
        demand({
          group: code,
          area: areaOf('uk'),
          period: String(assessed.year),
          ...stated,
          rule: assessmentOfGroup === undefined ? noRow : rule,
          dimensions: { assessment, ...stated.dimensions },
          cells: () => (assessmentOfGroup === undefined ? [] : cells(assessmentOfGroup)),
          pointer: assessment === 'previous' ? `/previous${pointer}` : pointer,
          also: () =>
            assessment === 'latest' && inList
              ? [answerAt('demand-list', {}, `/occupations/soc2020=${code}${pointer}`)]
              : [],
        });
      yield figure({
        pointer: '/level',
        measure: 'level',
        category: level,
        withheld,
        rule: 'The level as printed.',
        cells: ({ raw }) => [layout.cell(rows, raw, 'level')],
        inList: true,
      });
      yield figure({
        pointer: '/demandIndex',
        measure: 'demandIndex',
        value: demandIndex,
        withheld,
        rule: asPrinted,
        cells: ({ scaled }) => [layout.cell(rows, scaled, 'index')],
        inList: true,
      });
      const signalsIn = ({ scaled }: Assessment, key: DemandIndicator) =>
        signalColumnsOf(key).map((column) => layout.cell(rows, scaled, column));
      for (const { key, level: category, withheld: why } of indicators)
        yield figure({
          pointer: `/indicators/key=${key}/level`,
          measure: 'indicatorLevel',
          category,
          withheld: why,
          dimensions: { indicator: key },
          rule: ofFlags,
          cells: (ofGroup) => [
            ...signalsIn(ofGroup, key),
            layout.cell(rows, ofGroup.raw, valueColumns[key]),
          ],
          inList: false,
        });
      yield figure({
        pointer: '/indicatorsSignalled',
        measure: 'indicatorsSignalled',
        value: indicatorsSignalled,
        derived: true,
        areCellsEqual: true,
        withheld,
        rule: 'The number of indicators with a flag of 1.',
        cells: (ofGroup) => indicators.flatMap(({ key }) => signalsIn(ofGroup, key)),
        inList: true,
      });
      if (assessment === 'previous') continue;
      const { count: value, withheld: why } = workersOf(assessmentOfGroup, title);
      yield figure({
        pointer: '/workers/count',
        measure: 'workers',
        value,
        withheld: why,
        quality: unrated.quality,
        rule: why === null ? asPrinted : 'The cell has a marker in place of a number.',
        cells: ({ raw }) => [layout.cell(rows, raw, 'workers')],
        inList: true,
      });
    }
  }
}

const ofFlags =
  'Critical if that is flagged with 1, else elevated if that is, else not in high demand.';
const noRow = 'The release has no row for the occupation in this year.';
