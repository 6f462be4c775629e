// The pages of local areas: all of them, and the adverts of each.
import { type Area, areaOf, areas as contractAreas } from '#schemas/codes.ts';
import { addressOf, areasOf, endpointOf } from '#schemas/endpoints.ts';
import type { AreaAdvertsResponse } from '#schemas/resources/adverts.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import { type Html, html, joinHtml, nothing } from './html.ts';
import { type Ask, type Question, listOf, questionFor } from './occupation/answers.ts';
import { type SectionContent, rowWithRemark, wholeThenPartial } from './occupation/content.ts';
import { absentFigure, number, publishedPartsText, figuresOf } from './occupation/figure.ts';
import {
  type CitedPage,
  type Part,
  answersOf,
  citationHtml,
  partHtml,
  sourcesHtml,
} from './occupation/frame.ts';
import { type FoundPage, withContents } from './page.ts';
import { servedRankings, rankings } from './rankings.ts';
import type { Site } from './site.ts';

/** How many occupations the page of an area lists. */
const mostListed = '50';

/**
 * The nations and regions that have a page: those of the list of adverts, but for London, which is
 * a local area too.
 */
export const regions: readonly Area[] = contractAreas.filter(
  ({ slug }) =>
    areasOf(endpointOf('job-adverts-list')).includes(slug) && slug !== 'uk' && slug !== 'london',
);

/** Where people find local figures that are not here. */
const elsewhere = html`<a href="https://www.nomisweb.co.uk/">Nomis</a>, the site of the ONS for
local figures`;

/** All areas. Those without figures are left out, or are not links. */
export async function areasPage(site: Site, ask: Ask): Promise<FoundPage> {
  const local = await localAreas(ask);
  const isAdvertised = await areAdvertsServed(local[0] ?? null, ask);
  const byPart = Map.groupBy(local, ({ partOf }) => partOf.slug);
  const parts: AreaPart[] = [];
  for (const { slug, name } of contractAreas) {
    const members = byPart.get(slug);
    if (members === undefined) continue;
    const links = rankingLinksOf(slug, await servedRankings(ask, slug), site);
    if (links.length > 0 || isAdvertised) parts.push({ slug, name, links, members });
  }
  const contents = parts.map(({ slug, name }) => ({ id: slug, heading: name }));
  const regionParts = parts.map((region) => regionHtml(region, isAdvertised, site));
  const lists = parts.length === 0 ? await servedRankings(ask, 'uk') : [];
  return {
    title: 'Local areas',
    body: html`<h1>Local areas</h1>
<p>${introduction({ isAdvertised, parts, lists }, site)}</p>
${site.live && parts.length > 0 ? placeForm(site) : nothing}
${parts.length === 0 ? nothing : withContents(contents, html`${regionParts}`)}`,
  };
}

interface Introduction {
  readonly isAdvertised: boolean;
  readonly parts: readonly AreaPart[];
  /** The lists of the United Kingdom. */
  readonly lists: readonly string[];
}

/** A nation or region, with links to its lists. */
interface AreaPart {
  readonly slug: string;
  readonly name: string;
  readonly links: readonly Html[];
  readonly members: readonly LocalArea[];
}

function introduction({ isAdvertised, parts, lists }: Introduction, { to }: Site): Html {
  const order = 'The nations come first, then the regions of England from north to south.';
  if (isAdvertised)
    return html`The occupations with the most online job adverts in each local authority, and lists
of its nation or region. London is one area. ${order}`;
  if (parts.length === 0) {
    const uk = lists.map(
      (by) => html`<a href="${to(`/rankings/${by}`)}">${rankings[by]?.heading ?? by}</a>`,
    );
    return html`We have no figures yet for single nations, regions and districts. For the United
Kingdom we have: ${joinHtml(uk, ' · ')}. For your area look at ${elsewhere}.`;
  }
  return html`We have no figures yet for cities and districts, but lists for these nations and
regions. For a smaller place look at ${elsewhere}. ${order}`;
}

/** The search finds the lists of a place that is typed. */
function placeForm({ to }: Site): Html {
  return html`<form method="get" action="${to('/search')}" aria-label="Place">
<label for="place">City, district or region</label><div class="field"><input id="place" name="q"
 maxlength="200" autocomplete="off" required><button>Show its lists</button></div></form>`;
}

function regionHtml(
  { slug, name, links, members }: AreaPart,
  isAdvertised: boolean,
  { to }: Site,
): Html {
  const count = members.length === 1 ? 'One local area' : `${members.length} local areas`;
  const items = members.map(
    (area) => html`<li><a href="${to(`/areas/${area.slug}`)}">${area.name}</a></li>`,
  );
  const lists = links.length === 0 ? nothing : html`<p>${joinHtml(links, ' · ')}</p>`;
  const folded = html`
<details><summary>${count}</summary><ul class="columns">${items}</ul></details>`;
  return html`<section class="part" aria-labelledby="${slug}">
<h2 id="${slug}">${name}</h2>${lists}${isAdvertised ? folded : nothing}</section>`;
}

/** The rankings that an area links to. */
const rankingsOfAreas = [
  { by: 'pay', text: 'Best paid' },
  { by: 'people', text: 'Most people' },
  { by: 'adverts', text: 'Most adverts' },
] as const;

/**
 * Links to the lists of a nation or region. Without a server there is a page of its adverts alone.
 */
export function rankingLinksOf(
  slug: string,
  lists: readonly string[],
  { to, live }: Site,
): readonly Html[] {
  const served = rankingsOfAreas.filter(
    ({ by }) => lists.includes(by) && (live || by === 'adverts'),
  );
  return served.map(({ by, text }) => {
    const path = live ? `/rankings/${by}?area=${slug}` : to(`/areas/${slug}`);
    return html`<a href="${path}">${text} in ${areaOf(slug).name}</a>`;
  });
}

/**
 * The occupations with the most adverts in a local area, and links to the lists of its region; null
 * if there is no such area.
 */
export async function areaPage(slug: string, site: Site, ask: Ask): Promise<FoundPage | null> {
  const question = advertsOfArea({ limit: mostListed });
  const reply = await ask(question, { area: slug });
  const local = (await localAreas(ask)).find((known) => known.slug === slug);
  const area = 'answer' in reply ? reply.answer.area : local;
  if (area === undefined) return null;
  const links =
    local === undefined
      ? []
      : rankingLinksOf(local.partOf.slug, await servedRankings(ask, local.partOf.slug), site);
  const pagePart: Part = {
    id: 'adverts',
    heading: 'Occupations with the most online job adverts',
    folded: false,
    headlineFigure: null,
    question,
    reply,
    address: addressOf(endpointOf(question.id), { area: area.slug }, {}),
    readContent: () =>
      'answer' in reply ? contentOfArea(reply.answer) : { about: '', blocks: [] },
  };
  const title = `Work in ${area.name}`;
  const up = html`<a href="${site.to('/areas')}">Local areas</a>`;
  const cited = { title, path: `/areas/${area.slug}`, answers: answersOf([pagePart]) };
  const content =
    'missing' in reply
      ? withoutAdverts(area.name, links, site)
      : advertsHtml(pagePart, links, cited, site);
  return {
    title,
    body: html`<nav class="crumbs" aria-label="Areas"><ul><li>${up}</li></ul></nav>
<h1>${title}</h1>
${content}`,
  };
}

/** One sentence on what there is in place of figures of the area, and where to look. */
function withoutAdverts(name: string, links: readonly Html[], { to }: Site): Html {
  const uk = html`<a href="${to('/rankings/pay')}">Best paid in the United Kingdom</a>`;
  const lists = joinHtml(links.length === 0 ? [uk] : links, ' · ');
  return html`<p class="notice">We have no figures for ${name} yet. The nearest that we have:
${lists}. For ${name} look at ${elsewhere}.</p>`;
}

function advertsHtml(adverts: Part, links: readonly Html[], cited: CitedPage, site: Site): Html {
  return html`<p>${joinHtml(links, ' · ')}</p>
${partHtml(adverts, site)}${sourcesHtml([adverts], site)}${citationHtml(cited, site)}`;
}

function contentOfArea(answer: AreaAdvertsResponse): SectionContent {
  const { period, total, occupations, withheld } = answer;
  if (withheld !== null || occupations.length === 0)
    return { about: period, blocks: [{ absent: absentFigure(withheld, answer) }] };
  const name =
    occupations.length < total
      ? `The first ${occupations.length} of ${number(total)} occupations`
      : 'Occupations';
  const show = figuresOf(answer);
  const rows = occupations.map(({ soc2020, title, quartersSuppressed }, place) => ({
    lacks: quartersSuppressed,
    row: rowWithRemark(
      { text: title, href: `/occupations/${soc2020}`, more: ` ${soc2020}` },
      publishedPartsText(quartersSuppressed, 'quarters'),
      show(`occupations.${place}.adverts`),
    ),
  }));
  return {
    about: period,
    blocks: wholeThenPartial(name, ['Occupation', 'Adverts in the year'], 'quarters', rows),
  };
}

/** Whether adverts by local area are served. */
async function areAdvertsServed(local: LocalArea | null, ask: Ask): Promise<boolean> {
  return (
    local !== null && 'answer' in (await ask(advertsOfArea({ limit: '1' }), { area: local.slug }))
  );
}

/** Whether a local area has adverts that may be shown. */
export async function hasAdverts(local: LocalArea | null, ask: Ask): Promise<boolean> {
  if (local === null) return false;
  const reply = await ask(advertsOfArea({ limit: '1' }), { area: local.slug });
  return 'answer' in reply && reply.answer.occupations.length > 0;
}

const advertsOfArea = (query: Question['query']) =>
  questionFor('AreaAdvertsResponse')('local-area-job-adverts', query);
export const localAreas = (ask: Ask) => listOf(questionFor('LocalAreaList')('local-areas'), ask);
