// Levels of demand, how many indicators signal it and numbers of workers, with the cells that they stand in.
import { dataRowsOf, fileCellOf } from '#sources/kit/read/ees-data-set.ts';
import type { Figure, FigureAnswer, ReadFiles } from '#sources/kit/source.ts';
import { areaOf } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { assessmentOf, workersOf } from './documents.ts';
import type { Column, Rows } from './parse.ts';
import type { Assessment, DemandObservations } from './reshape.ts';

/** Occupation by occupation: the latest assessment, then that of the year before. */
export function* figures(
  { rows, observations, needs }: ReadFiles<Rows, DemandObservations>,
  wanted: DocumentPlace = {},
): Generator<Figure> {
  const { year, assessments, previous } = observations;
  const byRow = new Map(dataRowsOf(rows).map((row) => [row.row, row]));
  for (const { code, title } of needs.get('soc-structure').unitGroups) {
    if ((wanted.soc ?? code) !== code) continue;
    const figure = (
      found: Assessment | undefined,
      assessment: 'latest' | 'previous',
      member: string,
      column: Column,
      rest: Pick<Figure, 'measure' | 'unit' | 'value' | 'category' | 'withheld' | 'quality' | 'derived' | 'rule'>,
    ): Figure => ({
      endpoint: 'demand',
      group: code,
      area: areaOf('uk'),
      period: String(assessment === 'latest' ? year : year - 1),
      series: false,
      dimensions: { assessment },
      ...rest,
      cells: () => {
        const printed = byRow.get(found?.row ?? 0);
        return printed === undefined ? [] : [fileCellOf(rows, printed, column)];
      },
      answers: () => {
        const own: FigureAnswer = {
          endpoint: 'demand',
          place: { soc: code },
          query: {},
          pointer: assessment === 'latest' ? member : `/previous${member}`,
        };
        return assessment === 'latest'
          ? [own, { endpoint: 'demand-list', place: {}, query: {}, pointer: `/occupations/soc2020=${code}${member}` }]
          : [own];
      },
    });
    for (const [assessment, found, of] of [
      ['latest', assessments.get(code), year],
      ['previous', previous?.get(code), year - 1],
    ] as const) {
      if (assessment === 'previous' && previous === null) continue;
      const { level, withheld, indicatorsSignalled, indicatorsWithheld } = assessmentOf(of, found, title);
      const stated = { unit: 'level', value: null, category: level, withheld, quality: null, derived: false };
      yield figure(found, assessment, '/level', 'level', {
        measure: 'level',
        ...stated,
        rule: found === undefined ? notAssessed : 'The level as printed.',
      });
      const signalled = {
        unit: 'indicators',
        value: indicatorsSignalled,
        category: null,
        withheld: indicatorsWithheld,
        quality: null,
        derived: true,
      };
      yield figure(found, assessment, '/indicatorsSignalled', 'indicators', {
        measure: 'indicatorsSignalled',
        ...signalled,
        rule: found === undefined ? notAssessed : 'How many indicators the cell names.',
      });
    }
    const { count: value, withheld, quality } = workersOf(assessments.get(code), title);
    const counted = { unit: 'people', value, category: null, withheld, quality, derived: false };
    yield figure(assessments.get(code), 'latest', '/workers/count', 'workers', {
      measure: 'workers',
      ...counted,
      rule: withheld === null ? 'The number as printed.' : notPrinted,
    });
  }
}

const notAssessed = 'The release has no row of the occupation for this year.';
const notPrinted = 'There is no row, or what is printed in place of a number says why there is none.';
