// Pages that lead to an occupation: the hierarchy, the results of a search, two occupations side by
// side, and the areas.
import { type Area, areaOf, areas as contractAreas } from '#schemas/codes.ts';
import { addressOf, areasOf, endpointOf } from '#schemas/endpoints.ts';
import { figureOf } from '#schemas/figure-of.ts';
import type { AreaAdvertsResponse } from '#schemas/resources/adverts.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import type { OccupationMatch, OccupationSummary } from '#schemas/resources/occupations.ts';
import {
  type Compared,
  comparison,
  isBroad,
  matchList,
  mostCompared,
  mostMatches,
} from './comparison.ts';
import { Html, html, listed, nothing } from './html.ts';
import {
  type Ask,
  type PageAnswers,
  type Question,
  allOccupations,
  comparedKeys,
  gather,
  listOf,
  pageAreas,
  questionFor,
} from './occupation/answers.ts';
import { type Said, attributionOf, remarked, wholeThenPartial } from './occupation/content.ts';
import {
  type CsvFile,
  csvFile,
  figureCells,
  figureColumns,
  placeAndPeriod,
  sourceCells,
  sourceColumns,
} from './occupation/csv.ts';
import { absence, number, publishedParts, showing } from './occupation/figure.ts';
import { type Part, cite, missingParts, part, sources } from './occupation/frame.ts';
import { annualPayOf } from './occupation/pay-section.ts';
import { comparable, glanced, routeNames } from './occupation/sections.ts';
import { type FoundPage, areaField, withContents } from './page.ts';
import { offered, rankings } from './rankings.ts';
import { type Place, named as wordsNamedIn, placeIn } from './places.ts';
import { type Site, keepingArea } from './site.ts';
import type { Visit } from './visit.ts';

type Asked = Pick<Visit, 'search' | 'site'>;

/** As many as the search gives, so that the choices of a broad title are the largest of all. */
const mostListed = '50';
/** A match that is less likely is not taken without naming others. */
const likely = 0.5;

const linkTo = (
  { to }: Site,
  { soc2020, title }: { readonly soc2020: string; readonly title: string },
) =>
  html`<a href="${to(`/occupations/${soc2020}`)}">${title}</a> <span class="small">${soc2020}</span>`;

const headings = { majorGroup: 'h2', subMajorGroup: 'h3', minorGroup: 'strong' } as const;
type Level = keyof typeof headings;

/** All occupations by the hierarchy, or those whose title has the words of the filter. */
export async function occupationsPage({ search }: Asked, site: Site, ask: Ask): Promise<FoundPage> {
  const filter = search.get('filter') ?? '';
  const matches = await searched(filter, ask);
  const occupations = await allOccupations(ask);
  const words = filter.toLowerCase().match(/\S+/g) ?? [];
  const kept = occupations.filter(({ title, soc2020 }) =>
    words.every((word) => title.toLowerCase().includes(word) || soc2020.startsWith(word)),
  );
  const grouped = (of: readonly OccupationSummary[], [level, ...finer]: readonly Level[]): Html => {
    if (level === undefined)
      return html`<ul>${of.map((occupation) => html`<li>${linkTo(site, occupation)}</li>`)}</ul>`;
    const tag = new Html(headings[level]);
    const groups = Map.groupBy(of, ({ hierarchy }) => hierarchy[level].code);
    return html`<ul>${[...groups].map(([code, members]) => {
      const name = html`${members[0]?.hierarchy[level].title ?? ''} <span class="small">${code}</span>`;
      const inner = grouped(members, finer);
      const heading = html`<${tag}>${name}</${tag}>`;
      if (level !== 'majorGroup') return html`<li id="group-${code}">${heading}${inner}</li>`;
      return html`<li id="group-${code}"><details${words.length > 0 ? html` open` : nothing}><summary>${heading}</summary>${inner}</details></li>`;
    })}</ul>`;
  };
  return {
    title: 'Occupations',
    body: html`<h1>Occupations</h1>
<p>All ${occupations.length} unit groups of the Standard Occupational Classification 2020, by major, sub-major and minor group. <a href="${site.to('/rankings/pay')}">The same in a table</a>, by pay, people, demand, adverts or visas.</p>
${site.live ? html`<form method="get" action="${site.to('/occupations')}" aria-label="Filter"><label for="filter">A job title, or the start of a code</label><div class="field"><input id="filter" name="filter" maxlength="100" autocomplete="off" value="${filter}"><button>Filter</button></div></form>` : nothing}
${
  words.length === 0
    ? nothing
    : html`<p role="status">${kept.length} of ${occupations.length} occupations have “${filter}” in their title. <a href="${site.to('/occupations')}">Show all</a></p>`
}
${
  matches.length === 0
    ? nothing
    : html`<p>Job titles like it: ${listed(
        matches.map((of) => html`${of.matchedTitle} (${linkTo(site, of)})`),
        ', ',
      )}.</p>`
}
${
  kept.length === 0
    ? html`<p>Titles of occupations are broad. To find the occupation of a job title, <a href="${site.to('/search')}">search</a> for it.</p>`
    : html`<div class="tree">${grouped(kept, ['majorGroup', 'subMajorGroup', 'minorGroup'])}</div>`
}`,
  };
}

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
export async function searchPage(visit: Asked, onPage: Site, ask: Ask): Promise<FoundPage> {
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

export function comparedOf(answers: PageAnswers): Compared {
  const { occupation, howToBecome, skills } = answers;
  const { soc2020, title, about } = occupation;
  const sections = comparable(answers);
  const cards = glanced(sections);
  const asked = [...cards.map(({ of }) => of.asked), howToBecome, skills];
  const attributions = asked.flatMap((of) => ('answer' in of ? [attributionOf(of.answer)] : []));
  return {
    soc2020,
    title,
    description: about.description,
    cards: cards.map(({ of: _, ...glance }) => glance),
    unpublished: sections.flatMap(({ headline, asked: of }) =>
      headline !== null && 'missing' in of ? [headline] : [],
    ),
    pay: annualPayOf(answers),
    routes:
      'answer' in howToBecome
        ? [
            ...new Set(
              howToBecome.answer.profiles.flatMap(({ routes }) =>
                routes.map(({ key }) => routeNames[key]),
              ),
            ),
          ]
        : [],
    skills:
      'answer' in skills
        ? [...skills.answer.skills, ...skills.answer.knowledge].map(({ name }) => name)
        : [],
    attributions: [...new Set(attributions)],
  };
}

/** The figures of the comparison, a line for each figure of each occupation. */
export function comparisonCsv(choices: readonly Choice[], { area = 'uk' }: Site): CsvFile {
  const chosen = choices.flatMap(({ answers }) => (answers === null ? [] : [answers]));
  const lines = chosen.flatMap((answers) =>
    glanced(comparable(answers)).flatMap(({ name, figure, second, of: { asked } }) => {
      if ('missing' in asked) return [];
      const { soc2020, title } = answers.occupation;
      const place = placeAndPeriod(asked.answer);
      const figures = [
        { name, figure },
        ...(second === undefined
          ? []
          : [{ name: `${name}, ${second.name.toLowerCase()}`, figure: second.figure }]),
      ];
      return figures.map((line) => [
        soc2020,
        title,
        line.name,
        place.area,
        place.period,
        ...figureCells(line.figure),
        ...sourceCells(asked.answer),
      ]);
    }),
  );
  return csvFile(
    ['compared', ...chosen.map(({ occupation }) => occupation.soc2020), area],
    ['soc2020', 'occupation', 'figure', 'area', 'period', ...figureColumns, ...sourceColumns],
    lines,
  );
}

/** Occupations side by side, and the form that chooses them. */
export function comparePage(choices: readonly Choice[], site: Site): FoundPage {
  const all = choices.flatMap(({ answers }) => (answers === null ? [] : [comparedOf(answers)]));
  const textOf = ({ typed, answers }: Choice) => answers?.occupation.title ?? typed;
  const instead = (of: Choice, soc: string) =>
    site.to(
      `/compare?${choices.map((one) => `occupation=${one === of ? soc : (one.answers?.occupation.soc2020 ?? encodeURIComponent(one.typed))}`).join('&')}`,
    );
  const notices = choices.flatMap((choice) => {
    const { typed, answers, others } = choice;
    if (answers === null)
      return [
        html`<p class="notice" role="alert">No job title is like “${typed}”. Try another word for the work.</p>`,
      ];
    if (others.length === 0) return [];
    const links = others.map(
      ({ soc2020, title }) => html`<a href="${instead(choice, soc2020)}">${title}</a>`,
    );
    return [html`<p class="small no-print">“${typed}” can also mean: ${listed(links, ', ')}.</p>`];
  });
  return {
    title:
      all.length === 0
        ? 'Compare occupations'
        : `${all.map(({ title }) => title).join(', ')} compared`,
    body: html`<h1>Compare occupations</h1>
<form method="get" action="${site.to('/compare')}" class="no-print field">${Array.from(
      { length: mostCompared },
      (_, place) => {
        const value = choices[place] === undefined ? '' : textOf(choices[place]);
        return html`<div><label for="o${place}">Job title ${place + 1}</label><input id="o${place}" name="occupation" maxlength="200" autocomplete="off" value="${value}"></div>`;
      },
    )}${areaField(site.area)}<button>Compare</button></form>
${notices}
<div id="results">${all.length === 0 ? html`<p>Type two to four job titles, for example welder and plumber.</p>` : comparison(all, site)}</div>
${all.length === 0 || !site.live ? nothing : html`<p class="no-print"><a href="${site.to(`/compare?${all.map(({ soc2020 }) => `occupation=${soc2020}`).join('&')}&format=csv`)}">These figures as CSV</a></p>`}`,
  };
}

/**
 * The nations and regions that have a page: those of the list of adverts, but for London, which is
 * a local area too.
 */
export const regions: readonly Area[] = contractAreas.filter(
  ({ slug }) =>
    areasOf(endpointOf('job-adverts-list')).includes(slug) && slug !== 'uk' && slug !== 'london',
);

/** All areas. Those of which there are no adverts are no links. */
export async function areasPage(_: Asked, site: Site, ask: Ask): Promise<FoundPage> {
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
<p>${isAdvertised ? 'The occupations with the most online job adverts in each local authority. London is one area.' : 'We have no job adverts by local area yet.'}</p>
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
function inRegion(slug: string, lists: readonly string[], { to, live }: Site): readonly Html[] {
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
  const of: Part = {
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
${missingParts([of])}${part(of, site)}${sources([of], site)}${cite({ title: `Work in ${area.name}`, path: `/areas/${area.slug}`, parts: [of] }, site)}`,
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
async function hasAdverts(local: LocalArea | null, ask: Ask): Promise<boolean> {
  if (local === null) return false;
  const asked = await ask(advertsOfArea({ limit: '1' }), { area: local.slug });
  return 'answer' in asked && asked.answer.occupations.length > 0;
}

/** The longest that the search takes. */
const longestQuestion = 200;

/** The occupations of a title; none of an empty one. */
async function searched(title: string, ask: Ask): Promise<readonly OccupationMatch[]> {
  const q = title.trim().slice(0, longestQuestion);
  const found =
    q === ''
      ? []
      : await listOf(questionFor('OccupationMatchList')('search', { q, limit: mostListed }), ask);
  return (isBroad(found) ? await largestFirst(found, ask) : found).slice(0, mostMatches);
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

/** What was typed into the fields of the comparison. */
export async function choicesOf(
  fields: readonly string[],
  { area = 'uk' }: Site,
  ask: Ask,
): Promise<readonly Choice[]> {
  const typed = fields.map((text) => text.trim()).filter((text) => text !== '');
  return Promise.all(typed.slice(0, mostCompared).map((text) => choiceOf(text, area, ask)));
}

/** What was typed into a field of the comparison, and what it was taken for. */
type Choice = Awaited<ReturnType<typeof choiceOf>>;

/**
 * The occupation of a code, of its own title, or of the job title that fits best, and others that
 * may be meant; null if there is none.
 */
async function choiceOf(typed: string, area: string, ask: Ask) {
  const all = await allOccupations(ask);
  const own = all.find(
    ({ soc2020, title }) => soc2020 === typed || title.toLowerCase() === typed.toLowerCase(),
  );
  const matches = own === undefined ? await searched(typed, ask) : [];
  const soc = own?.soc2020 ?? matches[0]?.soc2020;
  const others = isBroad(matches) || (matches[0]?.confidence ?? 0) < likely ? matches.slice(1) : [];
  return {
    typed,
    answers: soc === undefined ? null : await gather(ask, soc, area, comparedKeys),
    others,
  };
}

const advertsOfArea = (query: Question['query']) =>
  questionFor('AreaAdvertsResponse')('local-area-job-adverts', query);
const localAreas = (ask: Ask) => listOf(questionFor('LocalAreaList')('local-areas'), ask);
