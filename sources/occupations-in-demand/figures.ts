// Levels of demand, numbers of indicators that signal it and numbers of workers, each with its cell.
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
      rest: Pick<Figure, 'measure' | 'unit' | 'withheld' | 'rule'> & Partial<Figure>,
    ): Figure => ({
      endpoint: 'demand',
      group: code,
      area: areaOf('uk'),
      period: String(assessment === 'latest' ? year : year - 1),
      series: false,
      dimensions: { assessment },
      value: null,
      category: null,
      quality: null,
      derived: false,
      ...rest,
      cells: () => {
        const printed = byRow.get(found?.row ?? 0);
        return printed === undefined ? [] : [fileCellOf(rows, printed, column)];
      },
      answers: () => {
        const own = (pointer: string): FigureAnswer => ({ endpoint: 'demand', place: { soc: code }, query: {}, pointer });
        const listed = { endpoint: 'demand-list', place: {}, query: {}, pointer: `/occupations/soc2020=${code}${member}` };
        return assessment === 'latest' ? [own(member), listed] : [own(`/previous${member}`)];
      },
    });
    for (const [assessment, ofYear, of] of [
      ['latest', assessments, year],
      ['previous', previous, year - 1],
    ] as const) {
      if (ofYear === null) continue;
      const found = ofYear.get(code);
      const { level, withheld, indicatorsSignalled, indicatorsWithheld } = assessmentOf(of, found, title);
      const rule = (read: string) => (found === undefined ? notAssessed : read);
      const stated = { category: level, withheld, rule: rule('The level as printed.') };
      yield figure(found, assessment, '/level', 'level', { measure: 'level', unit: 'level', ...stated });
      const signalled = { value: indicatorsSignalled, withheld: indicatorsWithheld, rule: rule('The number of indicators named.') };
      const counted = { measure: 'indicatorsSignalled', unit: 'indicators', derived: true };
      yield figure(found, assessment, '/indicatorsSignalled', 'indicators', { ...counted, ...signalled });
    }
    const { count: value, withheld, quality } = workersOf(assessments.get(code), title);
    const rule = withheld === null ? 'The number as printed.' : notPrinted;
    const people = { measure: 'workers', unit: 'people', value, withheld, quality, rule };
    yield figure(assessments.get(code), 'latest', '/workers/count', 'workers', people);
  }
}

const notAssessed = 'The release has no row for the occupation in this year.';
const notPrinted = 'The row is missing, or the cell has a marker in place of a number.';
