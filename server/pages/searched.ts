// The matches of a job title, as all pages that take one list them.
import { figureOf } from '#schemas/figure-of.ts';
import type { OccupationMatch, OccupationSummary } from '#schemas/resources/occupations.ts';
import { isBroad } from './comparison.ts';
import { type Ask, allOccupations, listOf, questionFor } from './occupation/answers.ts';

/** As many as the search gives, so that every choice of a broad title can be reached. */
const mostListed = '50';

/** The longest that the search takes. */
export const longestQuestion = 200;

/** The occupations of a title, likeliest first; none of an empty one. */
export async function searched(title: string, ask: Ask): Promise<readonly OccupationMatch[]> {
  const q = title.trim().slice(0, longestQuestion);
  if (q === '') return [];
  const search = questionFor('OccupationMatchList')('search', { q, limit: mostListed });
  const matches = await listOf(search, ask);
  return isBroad(matches) ? largestFirst(matches, ask) : matches;
}

/**
 * The occupations that share a broad title by how many people work in them, where that is served;
 * the index knows only how many entries they have.
 */
async function largestFirst(
  matches: readonly OccupationMatch[],
  ask: Ask,
): Promise<readonly OccupationMatch[]> {
  const asked = await ask(
    questionFor('EmploymentListResponse')('employment-list', { limit: '412' }),
  );
  if ('missing' in asked) return matches;
  const { answer } = asked;
  const people = new Map(
    answer.occupations.map(({ soc2020 }, place) => {
      const { presentable, value } = figureOf(answer, `occupations.${place}.count`);
      return [soc2020, presentable ? (value ?? 0) : 0];
    }),
  );
  const [first] = matches;
  const rankOf = ({ soc2020, matchedTitle, qualifier }: OccupationMatch) =>
    matchedTitle !== first?.matchedTitle
      ? -1
      : qualifier === null
        ? Number.POSITIVE_INFINITY
        : (people.get(soc2020) ?? 0);
  return matches.toSorted((a, b) => rankOf(b) - rankOf(a) || 0);
}

/** The occupation whose code or own title a text is; null if it is that of none. */
export async function occupationNamed(text: string, ask: Ask): Promise<OccupationSummary | null> {
  const occupations = await allOccupations(ask);
  const isNamed = ({ soc2020, title }: OccupationSummary) =>
    soc2020 === text || title.toLowerCase() === text.toLowerCase();
  return occupations.find(isNamed) ?? null;
}

type Named = Pick<OccupationMatch, 'soc2020' | 'title'>;

/** The occupation that a text names, or whose job titles fit it best; null if there is none. */
export async function occupationMeant(text: string, ask: Ask): Promise<Named | null> {
  return (await occupationNamed(text, ask)) ?? (await searched(text, ask))[0] ?? null;
}
