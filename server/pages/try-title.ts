// A job title tried on the front page: the matches, and what stands at a glance on the page of the first one.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import type { ReadEndpoint } from '../answers/endpoint.ts';
import { Refusal } from '../http/problem.ts';
import { problemKinds } from '../http/problem-kinds.ts';
import type { Published } from '../data/published.ts';
import { asker, askerForPages } from './ask.ts';
import { type PageAnswers, gather } from './occupation/answers.ts';

export interface Trial {
  readonly question: string;
  readonly status: number;
  /** Why there was no search; null if there was one. */
  readonly fault: string | null;
  readonly matches: readonly OccupationMatch[];
  /** Of the first match; null if there is no match. */
  readonly answers: PageAnswers | null;
}

const mostMatches = '5';

/** Tries a title. If the search refuses it, the page says why. Any other error is thrown. */
export async function tryTitle(question: string, published: Published, read: ReadEndpoint): Promise<Trial> {
  try {
    const matches = await asker(published, read)<readonly OccupationMatch[]>('search', {}, { q: question, limit: mostMatches });
    const [first] = matches;
    const answers = first === undefined ? null : await gather(askerForPages(published, read), first.soc2020, 'uk', true);
    return { question, status: 200, fault: null, matches, answers };
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'invalid-parameters') throw error;
    return { question, status: problemKinds[error.kind].status, fault: error.detail, matches: [], answers: null };
  }
}
