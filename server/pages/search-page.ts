// The page of a search: its results, and links if the question also asks for an area, a list or a
// comparison.
import { areaOf } from '#schemas/codes.ts';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { hasAdverts, rankingLinksOf, localAreas } from './areas-page.ts';
import { leastConfidence, matchList } from './comparison.ts';
import { type Html, html, joinHtml, nothing } from './html.ts';
import { interestsIn, interestsLink, interestsTitle } from './interests-page.ts';
import { type Ask, pageAreas } from './occupation/answers.ts';
import { type FoundPage, areaField } from './page.ts';
import { type Place, wordsOfName as wordsNamedIn, placeIn } from './places.ts';
import { servedRankings, rankings } from './rankings.ts';
import { longestQuestion, searchOccupations } from './searched.ts';
import { type Site, keepingArea } from './site.ts';
import type { Visit } from './visit.ts';

/** The form that finds an occupation by a job title. */
export function searchForm(question: string, { to, area }: Site): Html {
  return html`<form method="get" action="${to('/search')}" aria-label="Job title" role="search"
><label for="q">Job title</label><div class="field"><input id="q" name="q" type="search"
maxlength="200" autocomplete="off" required value="${question}"
>${areaField(area)}<button>Find the occupation</button></div></form>`;
}

/** The lists that a question asks for by their words. */
const listsAskedBy = (question: string) =>
  Object.entries(rankings).filter(([, { questionWords: words }]) => words.test(question));

/** Words about entry requirements. No list is divided by them. */
const entryWords =
  /\b(?:without|with no|no|needs no|not needing) (?:an? |any )?(?:degree|university|uni|qualification|experience|a[- ]?level|gcse)s?\b/i;

/** The two titles of “welder vs plumber” or “compare a welder and a plumber”; none otherwise. */
export function titlesCompared(question: string): readonly string[] {
  const words = question.split(/\s+/).filter((word) => word !== '');
  const start = words.findIndex((word) => /^(?:compare|comparing|between)$/i.test(word)) + 1;
  const separator =
    start > 0 ? /^(?:vs\.?|v\.?|versus|and|with|to|or)$/i : /^(?:vs\.?|v\.?|versus)$/i;
  const place = words.findIndex((word, position) => position > start && separator.test(word));
  if (place < 0) return [];
  const titles = [words.slice(start, place), words.slice(place + 1)].map((side) =>
    side.join(' ').replace(/^(?:an?|the) /i, ''),
  );
  return titles.includes('') ? [] : titles;
}

interface Side {
  readonly title: string;
  readonly matches: readonly OccupationMatch[];
}

/** The sides of a comparison that the question asks for; none if a side is no job title. */
async function sidesOf(question: string, ask: Ask): Promise<readonly Side[]> {
  const sides = await Promise.all(
    titlesCompared(question).map(async (title) => ({
      title,
      matches: await searchOccupations(title, ask),
    })),
  );
  const isTitle = ({ matches: [first] }: Side) =>
    first !== undefined && (first.groups > 1 || first.confidence >= leastConfidence);
  return sides.every(isTitle) ? sides : [];
}

function compareLink(titles: readonly string[], { to }: Site): Html {
  const fields = titles.map((title) => `occupation=${encodeURIComponent(title)}`);
  const path = to(`/compare?${fields.join('&')}`);
  return html`<a href="${path}">Compare ${titles.join(' and ')}</a>`;
}

/** The titles of “welder and plumber”, which the search reads as a welder; none otherwise. */
function titlesJoined([first]: readonly OccupationMatch[]): readonly string[] {
  for (const words of first?.setAside ?? []) {
    const [, second] = /^(?:and|or) (.+)/.exec(words) ?? [];
    if (second !== undefined) return [first?.matchedTitle.toLowerCase() ?? '', second];
  }
  return [];
}

interface ParsedQuestion {
  readonly question: string;
  readonly matches: readonly OccupationMatch[];
  readonly place: Place | null;
  /** The titles of a comparison that the question asks for. */
  readonly compared: readonly string[];
}

/** The links for other things that a question asks: an area, lists, or a comparison. */
async function besideTitle(
  { question, matches, place, compared }: ParsedQuestion,
  site: Site,
  ask: Ask,
): Promise<Html> {
  const wanted = listsAskedBy(question);
  const lists = wanted.length > 0 ? await servedRankings(ask, 'uk') : [];
  const links = wanted.map(([by, { heading }]) =>
    lists.includes(by)
      ? html`<a href="${site.to(`/rankings/${by}`)}">${heading}</a>`
      : html`${heading} (not available yet)`,
  );
  if (compared.length > 0) links.push(compareLink(compared, site));
  const interests = site.live ? interestsIn(question) : [];
  if (interests.length > 0) links.push(interestsLink(interests, interestsTitle(interests), site));
  const [entry] = entryWords.exec(question) ?? [];
  const lines = [
    ...(place === null ? [] : [await placeHtml(place, matches.length > 0, site, ask)]),
    ...(links.length === 0 ? [] : [html`<p>See: ${joinHtml(links, ', ')}</p>`]),
    ...(entry === undefined
      ? []
      : [
          html`<p>We did not use “${entry}”: no list here says what a job requires. The page of each
occupation does, under “Usual routes in” and “How to become one”.</p>`,
        ]),
  ];
  return lines.length === 0 ? nothing : html`<div class="notice">${lines}</div>`;
}

async function placeHtml(
  { name, region, local }: Place,
  hasMatches: boolean,
  site: Site,
  ask: Ask,
): Promise<Html> {
  const lists = await servedRankings(ask, region);
  const note = hasMatches
    ? `Figures on the next page are for ${areaOf(region).name}, where there are any. `
    : '';
  if (hasMatches && lists.length === 0) return html`<p>${note}</p>`;
  const links = [
    ...((await hasAdverts(local, ask))
      ? [html`<a href="${site.to(`/areas/${local?.slug}`)}">Most adverts in ${name}</a>`]
      : []),
    ...rankingLinksOf(region, lists, site),
  ];
  const none = html`We have no lists of occupations for ${name} yet.
<a href="${site.to('/rankings/pay')}">Best paid in the United Kingdom</a>`;
  return html`<p>${note}${links.length > 0 ? joinHtml(links, ' · ') : none}</p>`;
}

/** A question without the words that ask for a list: “growing until 2035”. */
function withoutLists(question: string): string {
  let text = question.replace(entryWords, ' ');
  for (const [, { questionWords: words }] of listsAskedBy(question))
    text = text.replaceAll(new RegExp(words, 'gi'), ' ');
  return text;
}

/** An area that the question names becomes the chosen one. */
export async function searchPage(
  visit: Pick<Visit, 'search' | 'site'>,
  onPage: Site,
  ask: Ask,
): Promise<FoundPage> {
  const question = (visit.search.get('q') ?? '').trim().slice(0, longestQuestion);
  const all = await searchOccupations(question, ask);
  const place = question === '' ? null : await placeOf(question, all, ask);
  const site =
    place === null
      ? onPage
      : { ...onPage, to: keepingArea(visit.site.to, place.region), area: place.region };
  const matches = all.map((match) => ({
    ...match,
    setAside: match.setAside.filter((words) => words !== place?.words),
  }));
  const sides = await sidesOf(question, ask);
  const compared = sides.length > 0 ? sides.map(({ title }) => title) : titlesJoined(matches);
  const notice = await besideTitle({ question, matches, place, compared }, site, ask);
  const isList =
    notice !== nothing &&
    (matches.length === 0 ||
      interestsIn(question).length > 1 ||
      wordsNamedIn(withoutLists(question)).length === 0);
  return {
    title: question === '' ? 'Search' : `${question} – search`,
    body: html`<h1>Find an occupation</h1>
${searchForm(question, site)}
<div id="results">${notice}${answerHtml({ question, matches, sides, isList }, site)}</div>`,
  };
}

interface SearchAnswer extends Pick<ParsedQuestion, 'question' | 'matches'> {
  readonly sides: readonly Side[];
  /** Whether the question asks for a list, and for no title. */
  readonly isList: boolean;
}

function answerHtml({ question, matches, sides, isList }: SearchAnswer, site: Site): Html {
  if (question === '')
    return html`<p>Type a job title, in your own words. Or <a href="${site.to('/occupations')}">look
through all occupations</a>.</p>`;
  if (sides.length > 0)
    return html`${sides.map((side) => {
      const list = matchList(side.title, side.matches, site);
      return html`<h2>${side.title}</h2>${list}`;
    })}`;
  return isList ? nothing : matchList(question, matches, site);
}

async function placeOf(
  question: string,
  [first]: readonly OccupationMatch[],
  ask: Ask,
): Promise<Place | null> {
  const place = placeIn(question, first?.setAside ?? [], await localAreas(ask));
  return place !== null && pageAreas.includes(place.region) ? place : null;
}
