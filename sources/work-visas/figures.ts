// The figures of visas, each with the rows that it sums: by quarter, for the latest year, and for that year by route, nationality and industry.
import type { Figure, FigureAnswer, Meanings, ReadFiles } from '#sources/kit/source.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { breakdownOf, totalOf } from './documents.ts';
import { type GrantRow, type Rows, layout } from './layout.ts';
import { quarterOfCell } from './release-name.ts';
import { type Dimension, type VisaObservations, codeOf, dimensions, strayIndustries } from './reshape.ts';

/** The member of an answer that holds the parts of each dimension. */
const members = { route: 'byRoute', nationality: 'byNationality', industry: 'byIndustry' } as const satisfies Record<Dimension, string>;

export const meanings: Meanings<VisaObservations> = {
  dimensions: {
    breakdown: {
      meaning: 'What the visas of the latest four quarters are divided by: route, nationality or industry; all for their total.',
      values: ['all', ...dimensions],
    },
    part: { meaning: 'The route, nationality or industry, as the publisher names it; all for the total.' },
  },
  measures: [
    { measure: 'granted_by_quarter', unit: 'visas', meaning: 'The work visas granted in the quarter.' },
    { measure: 'granted', unit: 'visas', meaning: 'The work visas granted in the latest four quarters of the release.' },
    {
      measure: 'share_of_visas',
      unit: 'percent',
      meaning: "The part as a percentage of the occupation's visas of the latest four quarters.",
    },
  ],
  *codes({ visas }) {
    const routes = new Set([...visas.values()].flatMap(({ latest }) => [...(latest.route?.keys() ?? [])]));
    for (const route of routes) yield { list: 'routes', code: route, title: `Visa route: ${route}` };
  },
};

/** Occupation by occupation. */
export function* figures({ rows, observations }: ReadFiles<Rows, VisaObservations>, wanted: DocumentPlace = {}): Generator<Figure> {
  const byUnit = Map.groupBy(layout.of(rows, 'grants'), ({ unit }) => codeOf(unit));
  const { series, latest, occupations, visas } = observations;
  const cell = (row: GrantRow) => layout.cell(rows, row, 'granted');
  for (const code of occupations) {
    if ((wanted.soc ?? code) !== code) continue;
    const rowsOf = (quarters: readonly string[], matches: (row: GrantRow) => boolean = () => true) =>
      (byUnit.get(code) ?? []).filter((row) => quarters.includes(quarterOfCell(row.quarter) ?? '') && matches(row)).map(cell);
    const own = (pointer: string): FigureAnswer => ({ endpoint: 'visas', place: { soc: code }, query: {}, pointer });
    const base = { endpoint: 'visas', group: code, area: null, unit: 'visas', category: null, quality: 'unrated', derived: true } as const;
    const total = (quarters: readonly string[]) => {
      const { granted: value, withheld } = totalOf(observations, code, quarters);
      return { value, withheld, cells: () => rowsOf(quarters), rule: withheld === null ? sumOfRows : hidden };
    };
    for (const quarter of series) {
      const answers = () => [own(`/quarters/quarter=${quarter}/granted`)];
      yield { ...base, period: quarter, series: true, dimensions: {}, measure: 'granted_by_quarter', ...total([quarter]), answers };
    }
    const year = { ...base, period: `${latest[0]} to ${latest.at(-1)}`, series: false };
    yield {
      ...year,
      dimensions: { breakdown: 'all', part: 'all' },
      measure: 'granted',
      ...total(latest),
      answers: () => [own('/granted'), { endpoint: 'visas-list', place: {}, query: {}, pointer: `/occupations/soc2020=${code}/granted` }],
    };
    for (const dimension of dimensions) {
      const { parts } = breakdownOf(visas.get(code), dimension, totalOf(observations, code, latest));
      for (const { name, granted, sharePercent } of parts ?? []) {
        const matches = (row: GrantRow) =>
          (dimension === 'industry' ? (strayIndustries[row.industry] ?? row.industry) : row[dimension]) === name;
        const dimensionsOfPart = { breakdown: dimension, part: name };
        const part = { ...year, dimensions: dimensionsOfPart, withheld: null, cells: () => rowsOf(latest, matches) };
        const pointer = `/${members[dimension]}/parts/name=${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        yield { ...part, measure: 'granted', value: granted, rule: sumOfRows, answers: () => [own(`${pointer}/granted`)] };
        yield {
          ...part,
          measure: 'share_of_visas',
          unit: 'percent',
          quality: null,
          value: sharePercent,
          rule: "The sum of the rows in percent of the occupation's visas of the period, to one decimal.",
          answers: () => [own(`${pointer}/sharePercent`)],
        };
      }
    }
  }
}

const sumOfRows = 'The sum of the rows of the occupation; 0 if it has no row.';
const hidden = 'Some rows hide their occupation and may belong to this one, so the sum of its rows is not a total.';
