// The pages of local areas: all of them, and the adverts of each.
import { type Area, areaOf, areas as contractAreas } from '#schemas/codes.ts';
import { addressOf, areasOf, endpointOf } from '#schemas/endpoints.ts';
import type { AreaAdvertsResponse } from '#schemas/resources/adverts.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import { type Html, html, listed } from './html.ts';
import { type Ask, type Question, listOf, questionFor } from './occupation/answers.ts';
import { type Said, remarked, wholeThenPartial } from './occupation/content.ts';
import { absence, number, publishedParts, showing } from './occupation/figure.ts';
import { type Part, answersOf, cite, missingParts, part, sources } from './occupation/frame.ts';
import { type FoundPage, withContents } from './page.ts';
import { offered } from './rankings.ts';
import type { Site } from './site.ts';

/** So many occupations of an area are listed. */
const mostListed = '50';

/**
 * The nations and regions that have a page: those of the list of adverts, but for London, which is
 * a local area too.
 */
export const regions: readonly Area[] = contractAreas.filter(
  ({ slug }) =>
    areasOf(endpointOf('job-adverts-list')).includes(slug) && slug !== 'uk' && slug !== 'london',
);

/** All areas. Those of which there are no adverts are no links. */
export async function areasPage(site: Site, ask: Ask): Promise<FoundPage> {
  const local = await localAreas(ask);
  const isAdvertised = await areAdvertsServed(local[0] ?? null, ask);
  const byPart = Map.groupBy(local, ({ partOf }) => partOf.slug);
  const lists = new Map(
    await Promise.all(
      [...byPart.keys()].map(async (slug) => [slug, await offered(ask, slug)] as const),
    ),
  );
  const parts = contractAreas.flatMap(({ slug, name }) => {
    const members = byPart.get(slug);
    return members === undefined ? [] : [{ slug, name, members }];
  });
  const item = ({ slug, name }: LocalArea) =>
    html`<li>${isAdvertised ? html`<a href="${site.to(`/areas/${slug}`)}">${name}</a>` : name}</li>`;
  const section = ({
    slug,
    name,
    members,
  }: (typeof parts)[number]) => html`<section class="part" aria-labelledby="${slug}">
<h2 id="${slug}">${name}</h2><p>${listed(inRegion(slug, lists.get(slug) ?? [], site), ' · ')}</p>
<details><summary>${members.length === 1 ? 'One local area' : `${members.length} local areas`}</summary><ul class="columns">${members.map(item)}</ul></details></section>`;
  return {
    title: 'Local areas',
    body: html`<h1>Local areas</h1>
<p>${
      isAdvertised
        ? 'The occupations with the most online job adverts in each local authority. London is ' +
          'one area.'
        : 'We have no job adverts by local area yet.'
    }</p>
${withContents(
  parts.map(({ slug, name }) => ({ id: slug, heading: name })),
  html`${parts.map(section)}`,
)}`,
  };
}

const inAreas = [
  ['pay', 'Best paid'],
  ['people', 'Most people'],
  ['adverts', 'Most adverts'],
] as const;

/**
 * Links to the lists of a nation or region. Without a server there is a page of its adverts alone.
 */
export function inRegion(
  slug: string,
  lists: readonly string[],
  { to, live }: Site,
): readonly Html[] {
  return inAreas.flatMap(([by, says]) => {
    if (!lists.includes(by) || (!live && by !== 'adverts')) return [];
    return [
      html`<a href="${live ? `/rankings/${by}?area=${slug}` : to(`/areas/${slug}`)}">${says} in ${areaOf(slug).name}</a>`,
    ];
  });
}

/**
 * The occupations with the most adverts in a local area, and links to the lists of its region; null
 * if there is no such area.
 */
export async function areaPage(slug: string, site: Site, ask: Ask): Promise<FoundPage | null> {
  const question = advertsOfArea({ limit: mostListed });
  const asked = await ask(question, { area: slug });
  const local = (await localAreas(ask)).find((known) => known.slug === slug);
  const area = 'answer' in asked ? asked.answer.area : local;
  if (area === undefined) return null;
  const lists =
    local === undefined
      ? []
      : inRegion(local.partOf.slug, await offered(ask, local.partOf.slug), site);
  const pagePart: Part = {
    id: 'adverts',
    heading: 'Occupations with the most online job adverts',
    folded: false,
    glance: null,
    question,
    asked,
    address: addressOf(endpointOf(question.id), { area: area.slug }, {}),
    said: () => ('answer' in asked ? saidOfArea(asked.answer) : { about: '', blocks: [] }),
  };
  return {
    title: `Work in ${area.name}`,
    body: html`<nav class="crumbs" aria-label="Areas"><ul><li><a href="${site.to('/areas')}">Local areas</a></li></ul></nav>
<h1>Work in ${area.name}</h1>
<p>${listed(lists, ' · ')}</p>
${missingParts([pagePart])}${part(pagePart, site)}${sources([pagePart], site)}${cite({ title: `Work in ${area.name}`, path: `/areas/${area.slug}`, answers: answersOf([pagePart]) }, site)}`,
  };
}

function saidOfArea(answer: AreaAdvertsResponse): Said {
  const { period, total, occupations, withheld } = answer;
  if (withheld !== null || occupations.length === 0)
    return { about: period, blocks: [{ absent: absence(withheld, answer) }] };
  const name =
    occupations.length < total
      ? `The first ${occupations.length} of ${number(total)} occupations`
      : 'Occupations';
  const show = showing(answer);
  const rows = occupations.map(({ soc2020, title, quartersSuppressed }, place) => ({
    lacks: quartersSuppressed,
    row: remarked(
      { text: title, href: `/occupations/${soc2020}`, more: ` ${soc2020}` },
      publishedParts(quartersSuppressed, 'quarters'),
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
  const asked = await ask(advertsOfArea({ limit: '1' }), { area: local.slug });
  return 'answer' in asked && asked.answer.occupations.length > 0;
}

const advertsOfArea = (query: Question['query']) =>
  questionFor('AreaAdvertsResponse')('local-area-job-adverts', query);
export const localAreas = (ask: Ask) => listOf(questionFor('LocalAreaList')('local-areas'), ask);
