// The results of a search, and what the question asks for beside a job title: an area, a list, or a
// second title.
import { areaOf } from '#schemas/codes.ts';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { hasAdverts, inRegion, localAreas } from './areas-page.ts';
import { matchList } from './comparison.ts';
import { type Html, html, listed, nothing } from './html.ts';
import { type Ask, pageAreas } from './occupation/answers.ts';
import { type FoundPage, areaField } from './page.ts';
import { type Place, named as wordsNamedIn, placeIn } from './places.ts';
import { offered, rankings } from './rankings.ts';
import { longestQuestion, searched } from './searched.ts';
import { type Site, keepingArea } from './site.ts';
import type { Visit } from './visit.ts';

/** The form that finds an occupation by a job title. */
export function searchForm(question: string, { to, area }: Site): Html {
  return html`<form method="get" action="${to('/search')}" aria-label="Job title" role="search"><label for="q">Job title</label><div class="field"><input id="q" name="q" type="search" maxlength="200" autocomplete="off" required value="${question}">${areaField(area)}<button>Find the occupation</button></div></form>`;
}

/** The lists that a question asks for by their words. */
const listsAskedBy = (question: string) =>
  Object.entries(rankings).filter(([, { words }]) => words.test(question));

/** What a question asks beside a job title: an area, lists, or a second title. */
async function besideTitle(
  question: string,
  matches: readonly OccupationMatch[],
  place: Place | null,
  site: Site,
  ask: Ask,
): Promise<Html> {
  const wanted = listsAskedBy(question);
  const lists = wanted.length > 0 ? await offered(ask, 'uk') : [];
  const asked = wanted.map(([by, { heading }]) =>
    lists.includes(by)
      ? html`<a href="${site.to(`/rankings/${by}`)}">${heading}</a>`
      : html`${heading} (not available yet)`,
  );
  // “welder and plumber” is read as a welder, and two occupations are meant.
  const others = (matches[0]?.setAside ?? []).flatMap(
    (words) => /^(?:and|or) (.+)/.exec(words)?.[1] ?? [],
  );
  const both = others.slice(0, 1).map((other) => {
    const of = [matches[0]?.soc2020 ?? '', other].map(
      (text) => `occupation=${encodeURIComponent(text)}`,
    );
    return html`<a href="${site.to(`/compare?${of.join('&')}`)}">${matches[0]?.matchedTitle ?? ''} and ${other} side by side</a>`;
  });
  const also = [...asked, ...both];
  if (place === null && also.length === 0) return nothing;
  return html`<div class="notice">${place === null ? nothing : await placeHtml(place, matches.length > 0, site, ask)}${
    also.length === 0 ? nothing : html`<p>See: ${listed(also, ', ')}</p>`
  }</div>`;
}

async function placeHtml(
  { name, region, local }: Place,
  hasMatches: boolean,
  site: Site,
  ask: Ask,
): Promise<Html> {
  const lists = await offered(ask, region);
  const said = hasMatches
    ? `Figures on the next page are for ${areaOf(region).name}, where there are any. `
    : '';
  if (hasMatches && lists.length === 0) return html`<p>${said}</p>`;
  const links = [
    ...((await hasAdverts(local, ask))
      ? [html`<a href="${site.to(`/areas/${local?.slug}`)}">Most adverts in ${name}</a>`]
      : []),
    ...inRegion(region, lists, site),
  ];
  const none = html`We have no lists of occupations for ${name} yet. <a href="${site.to('/rankings/pay')}">Best paid in the United Kingdom</a>`;
  return html`<p>${said}${links.length > 0 ? listed(links, ' · ') : none}</p>`;
}

/** An area that the question names becomes the chosen one. */
export async function searchPage(
  visit: Pick<Visit, 'search' | 'site'>,
  onPage: Site,
  ask: Ask,
): Promise<FoundPage> {
  const question = (visit.search.get('q') ?? '').trim().slice(0, longestQuestion);
  const found = await searched(question, ask);
  const named =
    question === '' ? null : placeIn(question, found[0]?.setAside ?? [], await localAreas(ask));
  const place = named !== null && pageAreas.includes(named.region) ? named : null;
  const site =
    place === null
      ? onPage
      : { ...onPage, to: keepingArea(visit.site.to, place.region), area: place.region };
  const matches = found.map((of) => ({
    ...of,
    setAside: of.setAside.filter((words) => words !== place?.words),
  }));
  const ofTitle = await besideTitle(question, matches, place, site, ask);
  const none = html`<p>Type a job title, in your own words. Or <a href="${site.to('/occupations')}">look through all occupations</a>.</p>`;
  // “Growing until 2035” asks for a list, and for no title.
  const rest = listsAskedBy(question).reduce(
    (text, [, { words }]) => text.replaceAll(new RegExp(words, 'gi'), ' '),
    question,
  );
  const isList = ofTitle !== nothing && (matches.length === 0 || wordsNamedIn(rest).length === 0);
  return {
    title: question === '' ? 'Search' : `${question} – search`,
    body: html`<h1>Find an occupation</h1>
${searchForm(question, site)}
<div id="results">${ofTitle}${question === '' ? none : isList ? nothing : matchList(question, matches, site)}</div>`,
  };
}
