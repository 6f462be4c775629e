// The page of an occupation: cards of headline figures, then the sections. Pure: answers in, HTML
// out.
import { areaOf } from '#schemas/codes.ts';
import { addressOf, areaFor, endpointOf } from '#schemas/endpoints.ts';
import { type Html, html, joinHtml, nothing } from '../html.ts';
import { type FoundPage, withContents } from '../page.ts';
import { interestsLink } from '../interests-page.ts';
import type { Site } from '../site.ts';
import { type Reply, type PageAnswers, pageAreas } from './answers.ts';
import type { SourcedAnswer } from './content.ts';
import {
  answersOf,
  cardsHtml,
  citationHtml,
  creditHtml,
  missingPartsHtml,
  partHtml,
  sourcesHtml,
} from './frame.ts';
import { leadSentences } from './lead.ts';
import { headlineFiguresOf, sectionsOf } from './sections.ts';

export function occupationPage(answers: PageAnswers, area: string, onPage: Site): FoundPage {
  const { soc2020: soc, title, hierarchy, about } = answers.occupation;
  const tables = (table: string) => onPage.to(`/occupations/${soc}/tables.csv?table=${table}`);
  const site: Site = onPage.live ? { ...onPage, csv: tables } : onPage;
  const sections = sectionsOf(answers);
  const parts = sections.map((section) => {
    const { id, query } = section.question;
    const row = endpointOf(id);
    return {
      ...section,
      address: addressOf(
        row,
        { soc },
        { ...query, ...areaFor(row, areaIn(section.reply) ?? area) },
      ),
    };
  });
  const atAGlance = headlineFiguresOf(sections);
  const lead = leadSentences(answers);
  // In print some sections are left out, but not what their figures at a glance must carry.
  const leftOut = atAGlance.flatMap(({ name, section: { folded, reply } }) =>
    folded && 'answer' in reply ? [html`<p>${creditHtml(name, reply.answer)}</p>`] : [],
  );
  const laidOut = parts.map((occupationPart) => partHtml(occupationPart, site));
  const cited = { title, path: `/occupations/${soc}`, answers: answersOf(parts) };
  // "Professional/Chartered" is wider than a phone.
  const [start = '', ...further] = title.split('/');
  const heading = further.length === 0 ? title : html`${start}/<wbr>${further.join('/')}`;
  return {
    title: `${title} (${soc})`,
    body: html`${crumbs(hierarchy, site)}
<h1>${heading}</h1>
<p class="about">SOC 2020 unit group ${soc} · ${areaOf(area).name}</p>
${lead === '' ? nothing : html`<p class="lead text">${lead}</p>`}
<p class="text">${about.description}</p>
${areaForm(soc, area, site)}
<p class="no-print">${joinHtml(furtherLinks(answers, site), ' · ')}</p>
${cardsHtml(atAGlance)}
${withContents(
  parts.filter(({ reply }) => 'answer' in reply),
  html`${laidOut}${missingPartsHtml(parts)}${sourcesHtml(parts, site)}${citationHtml(cited, site)}`,
)}
${leftOut.length === 0 ? nothing : html`<div class="print-only small">${leftOut}</div>`}`,
  };
}

/** Links to pages that a reader may want next. */
function furtherLinks({ occupation, workProfile }: PageAnswers, site: Site): readonly Html[] {
  const { to, live } = site;
  const soc = occupation.soc2020;
  const links = [
    html`<a href="${to(`/compare?occupation=${soc}`)}">Compare with other occupations</a>`,
  ];
  const interests = 'answer' in workProfile ? workProfile.answer.interests.highPoints : [];
  if (live && interests.length > 0)
    links.push(interestsLink(interests, 'Jobs for the same interests', site));
  links.push(html`<a href="${to('/guides/how-to-read')}">How to read these figures</a>`);
  if (live) links.push(html`<a href="${to(`/embed?occupation=${soc}`)}">Put this on your site</a>`);
  return links;
}

/** The slug of the area of an answer, which can be a wider one than was asked for. */
function areaIn(reply: Reply<SourcedAnswer>): string | null {
  return 'answer' in reply
    ? ((reply.answer as { readonly area?: { readonly slug: string } }).area?.slug ?? null)
    : null;
}

function crumbs(
  { majorGroup, subMajorGroup, minorGroup }: PageAnswers['occupation']['hierarchy'],
  { to }: Site,
): Html {
  const groups = [majorGroup, subMajorGroup, minorGroup];
  const all = html`<li><a href="${to('/occupations')}">Occupations</a></li>`;
  const items = groups.map(
    ({ code, title }) => html`<li><a href="${to(`/occupations#group-${code}`)}">${title}</a></li>`,
  );
  return html`<nav class="crumbs" aria-label="Classification"><ul>${all}${items}</ul></nav>`;
}

/** A choice of area needs a server that makes the page. */
function areaForm(soc: string, area: string, { to, live }: Site): Html {
  if (!live) return nothing;
  const selected = (slug: string) => (slug === area ? html` selected` : nothing);
  const option = (slug: string) =>
    html`<option value="${slug}"${selected(slug)}>${areaOf(slug).name}</option>`;
  const choice = html`<select id="area" name="area">${pageAreas.map(option)}</select>`;
  return html`<form method="get" action="${to(`/occupations/${soc}`)}" class="no-print field"
><div><label for="area">Area</label>${choice}</div><button>Show</button></form>`;
}
