// Levels of demand, the demand index, what each indicator signals, and numbers of workers, each with its cell.
import { areaOf, demandIndicators, demandLevels, unrated } from '#schemas/codes.ts';
import type { Figure, FigureAnswer, FileCell, Meanings, ReadFiles } from '#sources/kit/source.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { assessmentOf, workersOf } from './documents.ts';
import { type Rows, layout } from './layout.ts';
import { type Assessment, type DemandObservations, assessments, signalColumnsOf, valueColumnOf } from './reshape.ts';

export const meanings: Meanings<DemandObservations> = {
  dimensions: {
    assessment: {
      meaning: 'Which assessment of the release it is: latest, or previous, the year before assessed anew by the same method.',
      values: assessments,
    },
    indicator: {
      meaning: `Which of the five indicators it is: ${demandIndicators.map(({ key, name }) => `${key} (${name})`).join(', ')}.`,
      values: demandIndicators.map(({ key }) => key),
    },
  },
  measures: [
    {
      measure: 'level',
      unit: 'level',
      meaning: 'The level of demand: critical, elevated, or not in high demand. It stands in the column category.',
      categories: demandLevels,
    },
    {
      measure: 'demandIndex',
      unit: 'index',
      meaning: "The publisher's demand index. The higher it is, the higher the demand. Compare it within one year only.",
    },
    {
      measure: 'indicatorLevel',
      unit: 'level',
      meaning: 'The level of demand that one indicator signals. It stands in the column category.',
      categories: demandLevels,
    },
    { measure: 'indicatorsSignalled', unit: 'indicators', meaning: 'How many of the five indicators are critical or elevated.' },
    { measure: 'workers', unit: 'people', meaning: 'The workers in the occupation, as the publisher rounds them.' },
  ],
};

/** Occupation by occupation: the latest assessment, then that of the year before. */
export function* figures(
  { rows, observations, needs }: ReadFiles<Rows, DemandObservations>,
  wanted: DocumentPlace = {},
): Generator<Figure> {
  for (const { code, title } of needs.get('soc-structure').unitGroups) {
    if ((wanted.soc ?? code) !== code) continue;
    for (const assessment of assessments) {
      const of = observations[assessment];
      if (of === null) continue;
      const found = of.assessments.get(code);
      const { level, withheld, demandIndex, indicators, indicatorsSignalled } = assessmentOf(of.year, found, title);
      const figure = (
        member: string,
        read: string,
        cells: (found: Assessment) => readonly FileCell[],
        rest: Pick<Figure, 'measure' | 'unit' | 'withheld'> & Partial<Figure>,
        listed = member,
      ): Figure => ({
        endpoint: 'demand',
        group: code,
        area: areaOf('uk'),
        period: String(of.year),
        series: false,
        value: null,
        category: null,
        quality: null,
        derived: false,
        rule: found === undefined ? notAssessed : read,
        ...rest,
        dimensions: { assessment, ...rest.dimensions },
        cells: () => (found === undefined ? [] : cells(found)),
        answers: () => {
          const own = (pointer: string): FigureAnswer => ({ endpoint: 'demand', place: { soc: code }, query: {}, pointer });
          if (assessment === 'previous') return [own(`/previous${member}`)];
          const inList = { endpoint: 'demand-list', place: {}, query: {}, pointer: `/occupations/soc2020=${code}${listed}` };
          return listed === '' ? [own(member)] : [own(member), inList];
        },
      });
      yield figure('/level', 'The level as printed.', ({ raw }) => [layout.cell(rows, raw, 'level')], {
        measure: 'level',
        unit: 'level',
        category: level,
        withheld,
      });
      yield figure('/demandIndex', 'The number as printed.', ({ scaled }) => [layout.cell(rows, scaled, 'index')], {
        measure: 'demandIndex',
        unit: 'index',
        value: demandIndex,
        withheld,
      });
      for (const indicator of indicators) {
        const cells = ({ raw, scaled }: Assessment) => [
          ...signalColumnsOf(indicator.key).map((column) => layout.cell(rows, scaled, column)),
          layout.cell(rows, raw, valueColumnOf(indicator.key)),
        ];
        const { level: category, withheld: why } = indicator;
        const dimensions = { indicator: indicator.key };
        const stated = { measure: 'indicatorLevel', unit: 'level', category, withheld: why, dimensions };
        yield figure(
          `/indicators/key=${indicator.key}/level`,
          'Critical if that is flagged with 1, else elevated if that is, else not in high demand.',
          cells,
          stated,
          '',
        );
      }
      const signals = ({ scaled }: Assessment) =>
        indicators.flatMap(({ key }) => signalColumnsOf(key).map((column) => layout.cell(rows, scaled, column)));
      yield figure('/indicatorsSignalled', 'The number of indicators with a flag of 1.', signals, {
        measure: 'indicatorsSignalled',
        unit: 'indicators',
        derived: true,
        value: indicatorsSignalled,
        withheld,
      });
      if (assessment === 'previous') continue;
      const { count: value, withheld: why } = workersOf(found, title);
      const people = { measure: 'workers', unit: 'people', value, withheld: why, quality: unrated.quality };
      const read = why === null ? 'The number as printed.' : 'The cell has a marker in place of a number.';
      yield figure('/workers/count', read, ({ raw }) => [layout.cell(rows, raw, 'workers')], people);
    }
  }
}

const notAssessed = 'The release has no row for the occupation in this year.';
