// What people type today: titles of adverts, and what pupils type, each with the unit groups that a
// fair coder could choose (today.tsv).
import { readFileSync } from 'node:fs';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';

/** An answer this certain is taken without a look. */
const sure = 0.8;

export interface TodayQuery {
  readonly query: string;
  readonly kind: 'advert' | 'pupil';
  /** No rule of the search was chosen by an unseen one. */
  readonly set: 'seen' | 'unseen';
  /** "ask": no answer may be sure, because the words fit several occupations. */
  readonly expect: 'answer' | 'ask';
  readonly accepted: ReadonlySet<string>;
}

export function todaysQueries(): TodayQuery[] {
  const [head = '', ...lines] = readFileSync(new URL('today.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const names = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const cell = (name: string) => cells[names.indexOf(name)] ?? '';
    return {
      query: cell('query'),
      kind: oneOf(cell('kind'), ['advert', 'pupil'] as const),
      set: oneOf(cell('set'), ['seen', 'unseen'] as const),
      expect: oneOf(cell('expect'), ['answer', 'ask'] as const),
      accepted: new Set(cell('accepted').split(' ')),
    };
  });
}

function oneOf<Value extends string>(text: string, values: readonly Value[]): Value {
  const value = values.find((one) => one === text);
  if (value === undefined)
    throw new Error(`today.tsv: found "${text}", expected ${values.join(' or ')}`);
  return value;
}

export interface TodayScore {
  readonly asked: number;
  /** Of all queries, right first and among five. */
  readonly first: number;
  readonly inFive: number;
  readonly sure: number;
  /** Sure, and no accepted unit group, or the words fit several occupations. */
  readonly sureButWrong: number;
  /** Of those whose words fit several occupations, how many have no sure answer. */
  readonly toAsk: number;
  readonly rightlyUnsure: number;
}

export function scoreToday(
  ask: (text: string, limit: number) => readonly OccupationMatch[],
  queries: readonly TodayQuery[],
): TodayScore {
  const score = {
    asked: queries.length,
    first: 0,
    inFive: 0,
    sure: 0,
    sureButWrong: 0,
    toAsk: 0,
    rightlyUnsure: 0,
  };
  for (const { query, expect, accepted } of queries) {
    const matches = ask(query, 5);
    const [first] = matches;
    const isRight = first !== undefined && accepted.has(first.soc2020);
    const isSure = first !== undefined && first.confidence >= sure;
    if (isRight) score.first++;
    if (matches.some(({ soc2020 }) => accepted.has(soc2020))) score.inFive++;
    if (isSure) score.sure++;
    if (isSure && (expect === 'ask' || !isRight)) score.sureButWrong++;
    if (expect === 'ask') score.toAsk++;
    if (expect === 'ask' && !isSure) score.rightlyUnsure++;
  }
  return score;
}
