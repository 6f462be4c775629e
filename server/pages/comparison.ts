// What the pages of a server and the script of a site of files both write: the matches of a search, the table of two occupations side by side,
// and how a figure stands in a cell.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { wordsOf } from '../search/normalise.ts';
import { isWelsh } from '../search/words.ts';
import { type Html, html, nothing } from './html.ts';
import { type Absent, type Figure, isShown } from './occupation/figure.ts';
import type { Site } from './site.ts';

/** A figure as the content of a cell. */
export function figureHtml(figure: Figure): Html {
  if (!isShown(figure)) return absentHtml(figure);
  return figure.caution === null ? html`${figure.text}` : html`${figure.text} <mark>caution</mark>`;
}

/** Why something is absent; `of` names it where nothing else does. */
export function absentHtml({ headline, why }: Absent, of: string | Html = ''): Html {
  return html`<span class="absent">${headline}</span>${of === '' ? nothing : html`: ${of}`}<span class="why">${why}</span>`;
}

/** What the comparison says of one occupation. A site without a server has it for every occupation in a script. */
export interface Compared {
  readonly soc2020: string;
  readonly title: string;
  readonly description: string;
  readonly cards: readonly { readonly name: string; readonly figure: Figure; readonly remark: string }[];
  /** The names of figures of which no release is published. */
  readonly unpublished: readonly string[];
  readonly attributions: readonly string[];
}

export function comparison(a: Compared, b: Compared, { to }: Pick<Site, 'to'>): Html {
  const cell = (of: Compared['cards'][number] | undefined) =>
    of === undefined
      ? html`<td></td>`
      : html`<td>${isShown(of.figure) ? html`<span class="figure">${figureHtml(of.figure)}</span>` : figureHtml(of.figure)}<span class="remark">${of.remark}</span></td>`;
  return html`<div class="scroll" role="region" aria-label="Comparison" tabindex="0"><table class="versus"><caption>${a.title} and ${b.title}</caption>
<thead><tr><th scope="col">Figure</th>${[a, b].map(({ soc2020, title }) => html`<th scope="col"><a href="${to(`/occupations/${soc2020}`)}">${title}</a></th>`)}</tr></thead>
<tbody>${a.cards.map((card) => html`<tr><th scope="row">${card.name}</th>${cell(card)}${cell(b.cards.find(({ name }) => name === card.name))}</tr>`)}
<tr><th scope="row">What the work is</th>${[a, b].map(({ description }) => html`<td>${description}</td>`)}</tr></tbody></table></div>
${a.unpublished.length === 0 ? nothing : html`<p>Not published here yet: ${a.unpublished.join(', ').toLowerCase()}.</p>`}
<p class="small">Figures can be from different years and count different people: look at the small print under each. The page of each occupation names the releases.</p>
<ul class="small">${[...new Set([...a.attributions, ...b.attributions])].map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** How likely a match is right, by the measured share of right answers that are believed as much. */
function closenessOf({ confidence, matchType, groups }: Pick<OccupationMatch, 'confidence' | 'matchType' | 'groups'>): string {
  if (confidence === 1) return 'The title is the same.';
  if (matchType === 'ambiguous') return `The title is the same, and stands in ${groups} occupations.`;
  if (groups > 1 && confidence < 0.5) return `One of ${groups} occupations with this title.`;
  return confidence >= 0.5 ? 'Close match.' : confidence >= 0.1 ? 'Possible match.' : 'Unlikely match.';
}

// Nobody reads more choices than these.
const mostChoices = 8;

/** Whether the title that fits best stands in several unit groups, and none of them is its usual one. */
export function isBroad([first]: readonly OccupationMatch[]): boolean {
  return first !== undefined && first.groups > 1 && first.confidence < 0.4;
}

/** The matches of a search as links; of a title that says too little, the choices. */
export function matchList(question: string, matches: readonly OccupationMatch[], site: Pick<Site, 'to'>): Html {
  const [first] = matches;
  const rest = html`or <a href="${site.to('/occupations')}">look through all occupations</a>`;
  if (first === undefined)
    return isWelsh(wordsOf(question))
      ? html`<p role="status">The job titles here are English, and Welsh is not understood yet. Write the title in English, ${rest}.</p>`
      : html`<p role="status">No job title is like “${question}”. Try another word for the work, ${rest}.</p>`;
  const shown = isBroad(matches)
    ? matches.filter(({ matchedTitle }) => matchedTitle === first.matchedTitle).slice(0, mostChoices)
    : matches;
  return html`<p role="status">${
    first.groups > 1
      ? html`“${first.matchedTitle}” is a job title in ${first.groups} occupations. What kind of ${first.matchedTitle.toLowerCase()} is meant? Add a word, or choose.`
      : `${matches.length === 1 ? 'One occupation has' : `${matches.length} occupations have`} a job title like “${question}”.`
  }</p>
${first.setAside.length === 0 ? nothing : html`<p class="small">Not taken for the job: ${first.setAside.join(', ')}.</p>`}
<ol>${shown.map(
    ({ soc2020, title, matchedTitle, qualifier, ...how }) =>
      html`<li><a href="${site.to(`/occupations/${soc2020}`)}">${title}</a> <span class="small">${soc2020}</span><br><span class="small">Job title: ${matchedTitle}${qualifier === null ? nothing : html`, <strong>${qualifier}</strong>`}. ${closenessOf(how)}</span></li>`,
  )}</ol>`;
}
