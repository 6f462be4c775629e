// Searches for the occupations of a job title, for all pages that take one.
import { figureOf } from '#schemas/figure-of.ts';
import type { EmploymentListResponse } from '#schemas/resources/employment.ts';
import type { OccupationMatch, OccupationSummary } from '#schemas/resources/occupations.ts';
import { stemOf, wordsOf } from '../search/normalise.ts';
import { isBroad } from './comparison.ts';
import { type Ask, allOccupations, listOf, questionFor } from './occupation/answers.ts';

/** The limit of the search, so that every choice of a broad title can be reached. */
const mostListed = '50';

/** The longest that the search takes. */
export const longestQuestion = 200;

/** The occupations of a title, likeliest first; none of an empty one. */
export async function searchOccupations(
  title: string,
  ask: Ask,
): Promise<readonly OccupationMatch[]> {
  const q = title.trim().slice(0, longestQuestion);
  if (q === '') return [];
  const search = questionFor('OccupationMatchList')('search', { q, limit: mostListed });
  const matches = await listOf(search, ask);
  return isBroad(matches) ? largestFirst(matches, ask) : matches;
}

/**
 * The occupations that share a broad title by how many people work in them, where that is served.
 * Otherwise, and of equal numbers, those come first whose own title has the word, then those with
 * more entries in the index.
 */
async function largestFirst(
  matches: readonly OccupationMatch[],
  ask: Ask,
): Promise<readonly OccupationMatch[]> {
  const reply = await ask(
    questionFor('EmploymentListResponse')('employment-list', { limit: '412' }),
  );
  const people = 'answer' in reply ? peopleIn(reply.answer) : new Map<string, number>();
  const [first] = matches;
  const stemsOfQuery = stemsIn(first?.matchedTitle ?? '');
  const ranked = matches.map((match) => {
    const isSame = match.matchedTitle === first?.matchedTitle;
    const stems = stemsIn(match.title);
    return {
      match,
      isUsual: isSame && match.qualifier === null,
      isSame,
      people: isSame ? (people.get(match.soc2020) ?? 0) : 0,
      isNamed: stemsOfQuery.every((stem) => stems.includes(stem)),
    };
  });
  const sorted = ranked.toSorted(
    (a, b) =>
      Number(b.isSame) - Number(a.isSame) ||
      Number(b.isUsual) - Number(a.isUsual) ||
      b.people - a.people ||
      Number(b.isNamed) - Number(a.isNamed),
  );
  return sorted.map(({ match }) => match);
}

const stemsIn = (text: string): readonly string[] => wordsOf(text).map(stemOf);

/** How many people work in each occupation, as far as the figure may be shown. */
function peopleIn(answer: EmploymentListResponse): ReadonlyMap<string, number> {
  return new Map(
    answer.occupations.map(({ soc2020 }, place) => {
      const { presentable, value } = figureOf(answer, `occupations.${place}.count`);
      return [soc2020, presentable ? (value ?? 0) : 0];
    }),
  );
}

/** The occupation with this code or title; null if there is none. */
export async function occupationNamed(text: string, ask: Ask): Promise<OccupationSummary | null> {
  const occupations = await allOccupations(ask);
  const isNamed = ({ soc2020, title }: OccupationSummary) =>
    soc2020 === text || title.toLowerCase() === text.toLowerCase();
  return occupations.find(isNamed) ?? null;
}

type OccupationName = Pick<OccupationMatch, 'soc2020' | 'title'>;

/** The occupation that a text names, or whose job titles fit it best; null if there is none. */
export async function occupationMeant(text: string, ask: Ask): Promise<OccupationName | null> {
  return (await occupationNamed(text, ask)) ?? (await searchOccupations(text, ask))[0] ?? null;
}
