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
        'Which assessment of the release it is: latest, or previous, the year before assessed anew by the same method.',
      values: assessments,
    },
    indicator: {
      meaning: `Which of the five indicators it is: ${demandIndicators.map(({ key, name }) => `${key} (${name})`).join(', ')}.`,
      values: demandIndicators.map(({ key }) => key),
    },
  },
  measures: listMeasures({
    level: [
      'level',
      'The level of demand: critical, elevated, or not in high demand. It stands in the column category.',
      demandLevels,
    ],
    demandIndex: [
      'index',
      "The publisher's demand index. The higher it is, the higher the demand. Compare it within one year only.",
    ],
    indicatorLevel: [
      'level',
      'The level of demand that one indicator signals. It stands in the column category.',
      demandLevels,
    ],
    indicatorsSignalled: [
      'indicators',
      'How many of the five indicators are critical or elevated.',
    ],
    workers: ['people', 'The workers in the occupation, as the publisher rounds them.'],
  }),
};

const demand = figureMaker('demand', meanings);

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
      const figure = (
        pointer: string,
        read: string,
        cells: (ofGroup: Assessment) => readonly FileCell[],
        rest: Pick<Figure, 'measure' | 'withheld'> & Partial<Figure>,
        isListed = true,
      ): Figure =>
        demand({
          group: code,
          area: areaOf('uk'),
          period: String(assessed.year),
          rule: assessmentOfGroup === undefined ? noRow : read,
          ...rest,
          dimensions: { assessment, ...rest.dimensions },
          cells: () => (assessmentOfGroup === undefined ? [] : cells(assessmentOfGroup)),
          pointer: assessment === 'previous' ? `/previous${pointer}` : pointer,
          also: () =>
            assessment === 'latest' && isListed
              ? [answerAt('demand-list', {}, `/occupations/soc2020=${code}${pointer}`)]
              : [],
        });
      const ofLevel = { measure: 'level', category: level, withheld };
      yield figure(
        '/level',
        'The level as printed.',
        ({ raw }) => [layout.cell(rows, raw, 'level')],
        ofLevel,
      );
      const ofIndex = { measure: 'demandIndex', value: demandIndex, withheld };
      yield figure(
        '/demandIndex',
        asPrinted,
        ({ scaled }) => [layout.cell(rows, scaled, 'index')],
        ofIndex,
      );
      const signalsIn = ({ scaled }: Assessment, key: DemandIndicator) =>
        signalColumnsOf(key).map((column) => layout.cell(rows, scaled, column));
      for (const { key, level: category, withheld: why } of indicators) {
        const cells = (ofGroup: Assessment) => [
          ...signalsIn(ofGroup, key),
          layout.cell(rows, ofGroup.raw, valueColumns[key]),
        ];
        const stated = {
          measure: 'indicatorLevel',
          category,
          withheld: why,
          dimensions: { indicator: key },
        };
        yield figure(`/indicators/key=${key}/level`, ofFlags, cells, stated, false);
      }
      const signals = (ofGroup: Assessment) =>
        indicators.flatMap(({ key }) => signalsIn(ofGroup, key));
      const signalled = {
        measure: 'indicatorsSignalled',
        derived: true,
        areCellsEqual: true,
        value: indicatorsSignalled,
        withheld,
      };
      yield figure(
        '/indicatorsSignalled',
        'The number of indicators with a flag of 1.',
        signals,
        signalled,
      );
      if (assessment === 'previous') continue;
      const { count: value, withheld: why } = workersOf(assessmentOfGroup, title);
      const people = { measure: 'workers', value, withheld: why, quality: unrated.quality };
      const read = why === null ? asPrinted : 'The cell has a marker in place of a number.';
      yield figure(
        '/workers/count',
        read,
        ({ raw }) => [layout.cell(rows, raw, 'workers')],
        people,
      );
    }
  }
}

const ofFlags =
  'Critical if that is flagged with 1, else elevated if that is, else not in high demand.';
const noRow = 'The release has no row for the occupation in this year.';
