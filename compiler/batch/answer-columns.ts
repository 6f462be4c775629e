// The columns of the results of a list: those of the list, as they are, and the answers beside
// them.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { type Coded, answersOfRow } from './code-row.ts';
import type { ListRow } from './read-list.ts';

/** A row with its answer. */
export interface CodedRow extends Coded {
  readonly row: ListRow;
  readonly query: string;
  /**
   * Whether its confidence reaches the threshold and nothing leaves the answer open; null without a
   * threshold.
   */
  readonly isCoded: boolean | null;
}

export interface AnswerColumn {
  readonly name: string;
  readonly value: (row: CodedRow) => string | number | boolean | null;
}

export interface AnswerColumns {
  /** Of the list; without headings, the query alone. */
  readonly own: readonly AnswerColumn[];
  readonly answers: readonly AnswerColumn[];
  /** Names of ours that the list has too → what the column is called instead. */
  readonly renamed: ReadonlyMap<string, string>;
}

export const matchFields = [
  'soc2020',
  'title',
  'matchedTitle',
  'qualifier',
  'confidence',
  'matchType',
] as const satisfies (keyof OccupationMatch)[];

const certainty: readonly AnswerColumn[] = [
  {
    name: 'ambiguous',
    value: ({ isAmbiguous, matches }) => (matches.length === 0 ? null : isAmbiguous),
  },
  {
    name: 'groups',
    value: ({ groups }) => (groups.length === 0 ? null : groups.length),
  },
  {
    name: 'groupCodes',
    value: ({ groups }) => (groups.length === 0 ? null : groups.join(' ')),
  },
  {
    name: 'setAside',
    value: ({ matches: [first] }) => first?.setAside.join('; ') || null,
  },
];
const decision: AnswerColumn = { name: 'decision', value: decisionOf };
const damage: AnswerColumn = { name: 'damage', value: ({ row }) => row.damage };

/** What the threshold decides about the row. */
export function decisionOf({ isCoded }: Pick<CodedRow, 'isCoded'>): 'coded' | 'look at' {
  return isCoded === true ? 'coded' : 'look at';
}

function answerColumnsAt(rank: number): AnswerColumn[] {
  return matchFields.map((field) => ({
    name: rank === 0 ? field : `${field}_${rank + 1}`,
    value: ({ matches }) => matches[rank]?.[field] ?? null,
  }));
}

/**
 * `headings`: of the list; null for a list with one title a line, whose results keep the places
 * that their columns had before there were more. A column of ours that is called like one of the
 * list gets another name, and the list's keeps its own.
 */
export function answerColumns(
  headings: readonly string[] | null,
  hasThreshold: boolean,
): AnswerColumns {
  const [first = [], ...next] = Array.from({ length: answersOfRow }, (_, rank) =>
    answerColumnsAt(rank),
  );
  const chosen = hasThreshold ? [...certainty, decision] : certainty;
  const ours =
    headings === null
      ? [...first, ...next.flat(), ...chosen]
      : [...first, ...chosen, ...next.flat(), damage];
  const renamed = new Map<string, string>();
  const taken = new Set(headings ?? ['query']);
  const answers = ours.map((column) => {
    let { name } = column;
    while (taken.has(name)) name = `lmi_${name}`;
    if (name !== column.name) renamed.set(column.name, name);
    return { ...column, name };
  });
  const listColumns: AnswerColumn[] =
    headings === null
      ? [{ name: 'query', value: ({ query }) => query }]
      : headings.map((name, place) => ({
          name,

          value: ({ row }) => row.cells[place] ?? '',
        }));
  return { own: listColumns, answers, renamed };
}

/**
 * The names of the list's columns where each must have one of its own, and none may be empty: in
 * JSON.
 */
export function distinctNames(columns: readonly AnswerColumn[]): AnswerColumn[] {
  const taken = new Set<string>();
  return columns.map((column, place) => {
    const plain = column.name === '' ? `column_${place + 1}` : column.name;
    let name = plain;
    for (let time = 2; taken.has(name); time++) name = `${plain}_${time}`;
    taken.add(name);
    return { ...column, name };
  });
}
