// The figures of visas, each with the rows that it sums: by quarter, for the latest year, and for
// that year by route, nationality and industry.
import {
  type Figure,
  type Meanings,
  answerAt,
  figureMaker,
  listMeasures,
  pointerStep,
} from '#sources/kit/figures.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import { breakdownOf, totalOf } from './documents.ts';
import { type Rows, layout } from './layout.ts';
import { type Grant, type VisaObservations, dimensions, grantsOf, partsOf } from './reshape.ts';

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
  const { series, latest, occupations } = observations;
  const cellsOf = (grants: readonly Grant[]) =>
    grants.map(({ row }) => layout.cell(rows, row, 'granted'));
  for (const code of occupations) {
    const base = { group: code, quality: 'unrated', derived: true, areCellsEqual: true } as const;
    const total = (quarters: readonly string[]) => {
      const { granted: value, withheld } = totalOf(observations, code, quarters);
      const cells = () => cellsOf(grantsOf(observations, code, quarters));
      return { value, withheld, cells, rule: withheld === null ? sumOfRows : hidden };
    };
    for (const quarter of series) {
      const pointer = `/quarters/quarter=${quarter}/granted`;
      yield figure({
        ...base,
        period: quarter,
        series: true,
        measure: 'granted_by_quarter',
        ...total([quarter]),
        pointer,
      });
    }
    const year = { ...base, period: `${latest[0]} to ${latest.at(-1)}` };
    const all = {
      ...year,
      dimensions: { breakdown: 'all', part: 'all' },
      measure: 'granted',
      ...total(latest),
    };
    yield figure({
      ...all,
      pointer: '/granted',
      also: () => [answerAt('visas-list', {}, `/occupations/soc2020=${code}/granted`)],
    });
    for (const breakdown of dimensions) {
      const { parts } = breakdownOf(
        observations,
        code,
        breakdown,
        totalOf(observations, code, latest),
      );
      for (const { name, granted, sharePercent } of parts ?? []) {
        const cells = () => cellsOf(partsOf(observations, code, breakdown)?.get(name) ?? []);
        const part = { ...year, dimensions: { breakdown, part: name }, cells };
        const pointer = `/${members[breakdown]}/parts/name=${pointerStep(name)}`;
        yield figure({
          ...part,
          measure: 'granted',
          value: granted,
          rule: sumOfRows,
          pointer: `${pointer}/granted`,
        });
        const share = {
          measure: 'share_of_visas',
          quality: null,
          value: sharePercent,
          rule: shareOfRows,
        };
        yield figure({ ...part, ...share, pointer: `${pointer}/sharePercent` });
      }
    }
  }
}

const sumOfRows = 'The sum of the rows of the occupation; 0 if it has no row.';
const hidden =
  'Some rows hide their occupation and may belong to this one, so the sum of its rows ' +
  'is not a total.';
const shareOfRows =
  "The sum of the rows in percent of the occupation's visas of the period, to one decimal.";
