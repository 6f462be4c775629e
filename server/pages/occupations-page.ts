// The page of all occupations: the hierarchy, or what a filter leaves of it.
import type { OccupationSummary } from '#schemas/resources/occupations.ts';
import { mostMatches, worthListing } from './comparison.ts';
import { Html, html, joinHtml, nothing } from './html.ts';
import { type Ask, allOccupations } from './occupation/answers.ts';
import type { FoundPage } from './page.ts';
import { areInterestsServed } from './interests-page.ts';
import { searchOccupations } from './searched.ts';
import type { Site } from './site.ts';
import type { Visit } from './visit.ts';

const linkTo = (
  { to }: Site,
  { soc2020, title }: { readonly soc2020: string; readonly title: string },
) =>
  html`<a href="${to(`/occupations/${soc2020}`)}">${title}</a>
<span class="small">${soc2020}</span>`;

const headings = { majorGroup: 'h2', subMajorGroup: 'h3', minorGroup: 'strong' } as const;
type Level = keyof typeof headings;

function filterForm(filter: string, { to }: Site): Html {
  return html`<form method="get" action="${to('/occupations')}" aria-label="Filter"
><label for="filter">A job title, or the start of a code</label><div class="field"
><input id="filter" name="filter" maxlength="100" autocomplete="off" value="${filter}"
><button>Filter</button></div></form>`;
}

/** All occupations by the hierarchy, or those whose title has the words of the filter. */
export async function occupationsPage(
  { search }: Pick<Visit, 'search'>,
  site: Site,
  ask: Ask,
): Promise<FoundPage> {
  const filter = search.get('filter') ?? '';
  const matches = worthListing(await searchOccupations(filter, ask)).slice(0, mostMatches);
  const occupations = await allOccupations(ask);
  const words = filter.toLowerCase().match(/\S+/g) ?? [];
  const kept = occupations.filter(({ title, soc2020 }) =>
    words.every((word) => title.toLowerCase().includes(word) || soc2020.startsWith(word)),
  );
  const grouped = (
    members: readonly OccupationSummary[],
    [level, ...finer]: readonly Level[],
  ): Html => {
    if (level === undefined)
      return html`<ul>${members.map((member) => html`<li>${linkTo(site, member)}</li>`)}</ul>`;
    const tag = new Html(headings[level]);
    const groups = Map.groupBy(members, ({ hierarchy }) => hierarchy[level].code);
    return html`<ul>${[...groups].map(([code, ofGroup]) => {
      const name = html`${ofGroup[0]?.hierarchy[level].title ?? ''}
<span class="small">${code}</span>`;
      const inner = grouped(ofGroup, finer);
      const heading = html`<${tag}>${name}</${tag}>`;
      if (level !== 'majorGroup') return html`<li id="group-${code}">${heading}${inner}</li>`;
      const open = words.length > 0 ? html` open` : nothing;
      const folded = html`<details${open}><summary>${heading}</summary>${inner}</details>`;
      return html`<li id="group-${code}">${folded}</li>`;
    })}</ul>`;
  };
  return {
    title: 'Occupations',
    body: html`<h1>Occupations</h1>
<p>All ${occupations.length} unit groups of the Standard Occupational Classification 2020, by major,
sub-major and minor group. The number beside a group is its code.
<a href="${site.to('/rankings/pay')}">See all in a table</a>, by pay and other
figures.${
      site.live && (await areInterestsServed(ask))
        ? html` Or
<a href="${site.to('/occupations?interest=')}">by what you like</a>.`
        : nothing
    }</p>
${site.live ? filterForm(filter, site) : nothing}
${
  words.length === 0
    ? nothing
    : html`<p role="status">${kept.length} of ${occupations.length} occupations have “${filter}” in
their title. <a href="${site.to('/occupations')}">Show all</a></p>`
}
${
  matches.length === 0
    ? nothing
    : html`<p>Job titles like it: ${joinHtml(
        matches.map((match) => html`${match.matchedTitle} (${linkTo(site, match)})`),
        ', ',
      )}.</p>`
}
${
  kept.length === 0
    ? html`<p>Titles of occupations are broad. To find the occupation of a job title,
<a href="${site.to('/search')}">search</a> for it.</p>`
    : html`<div class="tree">${grouped(kept, ['majorGroup', 'subMajorGroup', 'minorGroup'])}</div>`
}`,
  };
}
