// The matches of a search as links. The page of the worker and the script of a site without a server both write them with this.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { type Html, html, nothing } from './html.ts';
import { number } from './occupation/figure.ts';
import type { Site } from './site.ts';

export function matchList(question: string, matches: readonly OccupationMatch[], site: Pick<Site, 'to'>): Html {
  if (matches.length === 0)
    return html`<p role="status">No job title is like “${question}”. Try another word for the work, or <a href="${site.to('/occupations')}">look through all occupations</a>.</p>`;
  return html`<p role="status">${matches.length === 1 ? 'One occupation has' : `${matches.length} occupations have`} a job title like “${question}”.</p>
<ol>${matches.map(
    ({ soc2020, title, matchedTitle, qualifier, confidence }) =>
      html`<li><a href="${site.to(`/occupations/${soc2020}`)}">${title}</a> <span class="small">${soc2020}</span><br><span class="small">Job title: ${matchedTitle}${qualifier === null ? nothing : html`, <strong>${qualifier}</strong>`}. ${confidence === 1 ? 'The title is the same.' : `${confidence < 0.01 ? 'Fewer than 1' : `About ${number(Math.round(confidence * 100))}`} % of answers as close as this are right.`}</span></li>`,
  )}</ol>`;
}
