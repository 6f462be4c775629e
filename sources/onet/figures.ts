// The averages of work profiles with their cells: the ratings of the US occupations that a unit group reaches.
import { unrated } from '#schemas/codes.ts';
import { cellAddress } from '#sources/kit/read/workbook.ts';
import type { Figure, FigureAnswer, FileCell, ReadFiles } from '#sources/kit/source.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { abilitiesOf, interestsOf } from './documents.ts';
import { type Rows, layoutOf, rowsOfKind } from './parse.ts';
import { type OnetObservations, type Way, interestElements } from './reshape.ts';

const rule = "The average of the cells, weighted as in the answer's `basedOn`, to two decimals.";
const hidden = 'No average: the ratings of too much of the weight are missing, suppressed or not relevant.';

type RatingKind = 'interests' | 'abilities';

/** Unit group by unit group: its interests, then its abilities. */
export function* figures({ rows, observations }: ReadFiles<Rows, OnetObservations>, wanted: DocumentPlace = {}): Generator<Figure> {
  const cells = ratingCells(rows);
  for (const code of observations.occupations) {
    const way = observations.ways.get(code);
    if (way === undefined || (wanted.soc ?? code) !== code) continue;
    yield* interests(cells, observations, code, way);
    yield* abilities(cells, observations, code, way);
  }
}

function* interests(cells: ReturnType<typeof ratingCells>, observations: OnetObservations, code: string, way: Way): Generator<Figure> {
  const { scores, referenceDates, withheld } = interestsOf(observations, way);
  for (const [place, { key, score }] of scores.entries()) {
    yield {
      ...common(code),
      period: referenceDates === null ? '' : `${referenceDates.from.slice(0, 7)} to ${referenceDates.to.slice(0, 7)}`,
      dimensions: { element: key },
      measure: 'interest',
      value: score,
      withheld,
      quality: unrated.quality,
      cells: () =>
        way.interests.occupations.flatMap((occupation) => cells('interests', occupation.code, interestElements[place] ?? '', 'OI')),
      rule: withheld === null ? rule : hidden,
      answers: () => [standing(code, `/interests/scores/key=${key}/score`)],
    };
  }
}

function* abilities(cells: ReturnType<typeof ratingCells>, observations: OnetObservations, code: string, way: Way): Generator<Figure> {
  const { elements } = abilitiesOf(observations, way);
  for (const element of elements) {
    for (const [member, scale] of [
      ['importance', 'IM'],
      ['level', 'LV'],
    ] as const) {
      const withheld = element.withheldFigures[member] ?? null;
      yield {
        ...common(code),
        period: '',
        dimensions: { element: element.code },
        measure: `ability_${member}`,
        value: element[member],
        withheld,
        quality: unrated.quality,
        cells: () => (way.abilities?.occupations ?? []).flatMap((occupation) => cells('abilities', occupation.code, element.code, scale)),
        rule: withheld === null ? rule : hidden,
        answers: () => [standing(code, `/abilities/elements/code=${element.code}/${member}`)],
      };
    }
  }
}

function common(code: string) {
  return { endpoint: 'work-profile', group: code, area: null, series: false, unit: 'score', category: null, derived: true } as const;
}

function standing(soc: string, pointer: string): FigureAnswer {
  return { endpoint: 'work-profile', place: { soc }, query: {}, pointer };
}

/** Finds the cell of a rating. The rows are read once, when the first cell is asked for. */
function ratingCells(rows: Rows): (kind: RatingKind, code: string, element: string, scale: string) => FileCell[] {
  let byRating: ReadonlyMap<string, FileCell> | null = null;
  const cellsOf = (kind: RatingKind) => {
    const { file = '', columns = {} } = layoutOf(rows, kind) ?? {};
    return rowsOfKind<RatingKind>(rows, kind).map(({ row, code, element, scale, value: printed }): [string, FileCell] => {
      const address = cellAddress(row, columns['value'] ?? 1);
      return [[kind, code, element, scale].join(' '), { file, member: null, sheet: null, address, printed }];
    });
  };
  return (...rating) => {
    byRating ??= new Map([...cellsOf('interests'), ...cellsOf('abilities')]);
    const cell = byRating.get(rating.join(' '));
    return cell === undefined ? [] : [cell];
  };
}
