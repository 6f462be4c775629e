// The averages of work profiles with their cells: the ratings of the US occupations that a unit group reaches.
import { cellAddress } from '#sources/kit/read/workbook.ts';
import type { Figure, FigureAnswer, FileCell, ReadFiles } from '#sources/kit/source.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { abilitiesOf, interestsOf } from './documents.ts';
import { type RowOf, type Rows, layoutOf, rowsOfKind } from './parse.ts';
import { type OnetObservations, type Way, interestElements } from './reshape.ts';

const rule = "The average of the cells, weighted as in the answer's `basedOn`, to two decimals.";
const hidden = 'No average: the ratings of too much of the weight are missing, suppressed or not relevant.';

/** Unit group by unit group: its interests, then its abilities. */
export function* figures({ rows, observations }: ReadFiles<Rows, OnetObservations>, wanted: DocumentPlace = {}): Generator<Figure> {
  const cells = new RatingCells(rows);
  for (const code of observations.occupations) {
    const way = observations.ways.get(code);
    if (way === undefined || (wanted.soc ?? code) !== code) continue;
    yield* interests(cells, observations, code, way);
    yield* abilities(cells, observations, code, way);
  }
}

function* interests(cells: RatingCells, observations: OnetObservations, code: string, way: Way): Generator<Figure> {
  const { scores, rated, withheld, quality } = interestsOf(observations, way);
  for (const [place, { type, score }] of scores.entries()) {
    yield {
      ...common(code),
      period: rated === null ? '' : `${rated.from} to ${rated.to}`,
      dimensions: { element: type },
      measure: 'interest',
      value: score,
      withheld,
      quality,
      cells: () =>
        way.interests.occupations.flatMap((occupation) => cells.of('interests', occupation.code, interestElements[place] ?? '', 'OI')),
      rule: withheld === null ? rule : hidden,
      answers: () => [standing(code, `/interests/scores/type=${type}/score`)],
    };
  }
}

function* abilities(cells: RatingCells, observations: OnetObservations, code: string, way: Way): Generator<Figure> {
  const { elements, quality } = abilitiesOf(observations, way);
  for (const element of elements) {
    for (const [member, scale] of [
      ['importance', 'IM'],
      ['level', 'LV'],
    ] as const) {
      const withheld = element.withheldFigures[member] ?? null;
      yield {
        ...common(code),
        period: '',
        dimensions: { element: element.elementId },
        measure: `ability_${member}`,
        value: element[member],
        withheld,
        quality,
        cells: () =>
          (way.abilities?.occupations ?? []).flatMap((occupation) => cells.of('abilities', occupation.code, element.elementId, scale)),
        rule: withheld === null ? rule : hidden,
        answers: () => [standing(code, `/abilities/elements/elementId=${element.elementId}/${member}`)],
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

/** The cell of every rating. The rows are read once. */
class RatingCells {
  readonly #rows: Rows;
  #byRating: ReadonlyMap<string, FileCell> | null = null;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  of(kind: 'interests' | 'abilities', code: string, element: string, scale: string): FileCell[] {
    this.#byRating ??= new Map([...this.#cells('interests'), ...this.#cells('abilities')]);
    const cell = this.#byRating.get([kind, code, element, scale].join(' '));
    return cell === undefined ? [] : [cell];
  }

  *#cells(kind: 'interests' | 'abilities'): Generator<[string, FileCell]> {
    const layout = layoutOf(this.#rows, kind);
    for (const row of rowsOfKind(this.#rows, kind) as readonly RowOf<'interests' | 'abilities'>[]) {
      const cell = {
        file: layout?.file ?? '',
        member: null,
        sheet: null,
        address: cellAddress(row.row, layout?.columns['value'] ?? 1),
        printed: row.value,
      };
      yield [[kind, row.code, row.element, row.scale].join(' '), cell];
    }
  }
}
