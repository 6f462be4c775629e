// HTML that the pages of a server and the script of a site of files share: the matches of a search,
// and occupations side by side.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { wordsOf } from '../search/normalise.ts';
import { titlesOfTopic } from '../search/topics.ts';
import { isWelsh } from '../search/words.ts';
import { type Html, html, nothing } from './html.ts';
import { type Figure, isShown } from './occupation/figure.ts';
import type { HeadlineFigure } from './occupation/content.ts';
import { blocksHtml, figureHtml } from './occupation/frame.ts';
import { payTogether } from './occupation/pay-section.ts';
import type { Site } from './site.ts';

/** One occupation of the comparison. A site without a server has all of them in a script. */
export interface ComparedOccupation {
  readonly soc2020: string;
  readonly title: string;
  readonly description: string;
  /** The five statistics of annual pay. */
  readonly pay: readonly Figure[];
  readonly cards: readonly HeadlineFigure[];
  /** The names of figures without a published release. */
  readonly unpublished: readonly string[];
  readonly routes: readonly string[];
  /** Skills and knowledge. */
  readonly skills: readonly string[];
  readonly attributions: readonly string[];
}

/** The most occupations that are compared side by side. */
export const mostCompared = 4;

/** Skills that only one of the occupations has, at most. */
const mostOwnSkills = 8;

interface ComparedRow {
  readonly name: Html;
  /** A cell for each occupation. */
  readonly cells: readonly Html[];
}

export function comparison(all: readonly ComparedOccupation[], site: Site): Html {
  const [first] = all;
  if (first === undefined) return nothing;
  const others = all.slice(1);
  const shared = first.skills.filter((skill) =>
    others.every(({ skills }) => skills.includes(skill)),
  );
  const listRow = (
    name: string,
    linesOf: (occupation: ComparedOccupation) => readonly string[],
  ) => ({
    name: html`${name}`,
    cells: all.map((occupation) => cell(occupation, listHtml(linesOf(occupation)))),
  });
  const rows: readonly ComparedRow[] = [
    ...first.cards.map(({ name }) => figureRow(name, all)),
    listRow('Routes in', ({ routes }) => routes),
    listRow(others.length === 0 ? 'Skills and knowledge' : 'Only needed here', (occupation) =>
      ownSkills(occupation, all),
    ),
    {
      name: html`What the work is`,
      cells: all.map((occupation) => cell(occupation, html`${occupation.description}`)),
    },
  ];
  const paid = all
    .filter(({ pay }) => pay.some(isShown))
    .map(({ title, pay }) => ({ label: title, figures: pay }));
  const payPicture = html`<h2>Pay</h2>${blocksHtml([payTogether(paid)], 'pay', site)}`;
  const heads = all.map(({ soc2020, title }) => {
    const link = html`<a href="${site.to(`/occupations/${soc2020}`)}">${title}</a>`;
    return html`<th scope="col">${link}</th>`;
  });
  const lines = rows.map(({ name, cells }) => html`<tr><th scope="row">${name}</th>${cells}</tr>`);
  const attributions = new Set(all.flatMap((occupation) => occupation.attributions));
  const unpublished = first.unpublished.join(', ').toLowerCase();
  return html`${paid.length === 0 ? nothing : payPicture}
<h2>Figures</h2>
<div class="scroll" role="region" aria-label="Comparison" tabindex="0"><table class="versus">
<caption class="unseen">Figures of each occupation</caption>
<thead><tr><th scope="col">Figure</th>${heads}</tr></thead>
<tbody>${lines}</tbody></table></div>
${others.length === 0 ? nothing : sharedHtml(shared, all.length)}
${unpublished === '' ? nothing : html`<p>No figures yet: ${unpublished}.</p>`}
<p class="small">Check the year and place of each figure before you compare.</p>
<ul class="small">${[...attributions].map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** The title is shown on a phone, where the cells of a row are below each other. */
const cell = ({ title }: ComparedOccupation, content: Html) =>
  html`<td data-label="${title}">${content}</td>`;

const listHtml = (lines: readonly string[]) =>
  lines.length === 0 ? html`–` : html`<ul>${lines.map((text) => html`<li>${text}</li>`)}</ul>`;

const beneath = (text: string) => (text === '' ? nothing : html`<span class="why">${text}</span>`);

/** A headline figure of each. A remark that all share is once, at the name of the row. */
function figureRow(name: string, all: readonly ComparedOccupation[]): ComparedRow {
  const headlines = all.map(({ cards }) => cards.find((card) => card.name === name));
  const sameOfAll = (textOf: (headline: HeadlineFigure) => string) => {
    const texts = new Set(
      headlines.map((headline) => (headline === undefined ? '' : textOf(headline))),
    );
    const [text = ''] = texts;
    return texts.size === 1 ? text : '';
  };
  const remark = sameOfAll((headline) => headline.remark);
  const note = sameOfAll((headline) => headline.note ?? '');
  const content = (headline: HeadlineFigure | undefined) => {
    if (headline === undefined) return html`–`;
    const { figure, second } = headline;
    const main = isShown(figure)
      ? html`<span class="figure">${figureHtml(figure)}</span>`
      : figureHtml(figure);
    const part =
      second === undefined
        ? nothing
        : html`<div>${second.name}: ${figureHtml(second.figure)}</div>`;
    const texts = [headline.remark, headline.note ?? ''];
    const own = texts.filter((text) => text !== remark && text !== note);
    return html`${main}${part}${own.map(beneath)}`;
  };
  return {
    name: html`${name}${beneath(remark)}${beneath(note)}`,
    cells: all.map((occupation, place) => cell(occupation, content(headlines[place]))),
  };
}

/** Skills and knowledge that no other occupation of the comparison has. */
const ownSkills = (occupation: ComparedOccupation, all: readonly ComparedOccupation[]) =>
  occupation.skills
    .filter((skill) => all.every((other) => other === occupation || !other.skills.includes(skill)))
    .slice(0, mostOwnSkills);

function sharedHtml(skills: readonly string[], occupations: number): Html {
  const heading = html`<h2>Needed in ${occupations === 2 ? 'both' : 'all of them'}</h2>`;
  if (skills.length === 0)
    return html`${heading}
<p>None of the most widely asked for is the same.</p>`;
  return html`${heading}
<ul class="columns">${skills.map((skill) => html`<li>${skill}</li>`)}</ul>`;
}

/** A match that is less likely is listed only if no other is likelier. */
export const leastConfidence = 0.1;
/** How many unlikely matches are listed if there is no likelier one. */
const mostUnlikely = 3;

/**
 * How likely a match is right, by the measured share of right answers that are believed as much.
 */
function closenessOf({ confidence }: OccupationMatch): string {
  if (confidence === 1) return 'the title is the same';
  return confidence >= 0.5 ? 'close match' : 'possible match';
}

/** Nobody reads more choices than these; the others of a broad title are folded. */
export const mostMatches = 8;

/**
 * Whether the title that fits best is in several unit groups, and none of them is its usual
 * one.
 */
export function isBroad([first]: readonly OccupationMatch[]): boolean {
  return first !== undefined && first.groups > 1 && first.confidence < 0.4;
}

/** The matches that are worth a look. Of a broad title all its unit groups are. */
export function worthListing(matches: readonly OccupationMatch[]): readonly OccupationMatch[] {
  const [first] = matches;
  const sharing = matches.filter(
    ({ groups, matchedTitle }) => groups > 1 && matchedTitle === first?.matchedTitle,
  );
  if (isBroad(matches)) return sharing;
  const likely = matches.filter(
    (match) => match.confidence >= leastConfidence || sharing.includes(match),
  );
  return likely.length > 0 ? likely.slice(0, mostMatches) : matches.slice(0, mostUnlikely);
}

/** The matches of a search as links; of a title that says too little, the choices. */
export function matchList(
  question: string,
  matches: readonly OccupationMatch[],
  site: Pick<Site, 'to'>,
): Html {
  const [first] = matches;
  if (first === undefined) return noMatch(question, site);
  const isTopic = first.matchType === 'related' && titlesOfTopic(question).length > 0;
  const isUnlikely = first.groups === 1 && first.confidence < leastConfidence;
  // Of the occupations that share the title, each says what it is for, and nothing else tells them
  // apart.
  const how = (match: OccupationMatch) => {
    const forWhat = html`Only for: <strong>${match.qualifier ?? ''}</strong>`;
    if (first.groups > 1 && match.matchedTitle === first.matchedTitle)
      return match.qualifier === null ? html`The usual meaning` : forWhat;
    const also =
      match.qualifier === null ? nothing : html`, only for: <strong>${match.qualifier}</strong>`;
    const closeness = isTopic || isUnlikely ? '' : ` · ${closenessOf(match)}`;
    return html`Job title: ${match.matchedTitle}${also}${closeness}`;
  };
  const item = (match: OccupationMatch) =>
    html`<li><a href="${site.to(`/occupations/${match.soc2020}`)}">${match.title}</a>
<span class="small">${match.soc2020}</span><br><span class="small">${how(match)}</span></li>`;
  const listed = worthListing(matches);
  const folded = listed.slice(mostMatches);
  const status = isTopic ? topicText(question, first) : statusText(question, matches);
  const start = html` start="${mostMatches + 1}"`;
  return html`<p role="status">${status}</p>
${
  first.setAside.length === 0
    ? nothing
    : html`<p class="small">We searched for
“${first.matchedTitle.toLowerCase()}” and did not use “${first.setAside.join('”, “')}”.</p>`
}
<ol>${listed.slice(0, mostMatches).map(item)}</ol>${
    folded.length === 0
      ? nothing
      : html`
<details><summary>${folded.length} more</summary><ol${start}>${folded.map(item)}</ol></details>`
  }${beyondList(matches, site)}`;
}

/** How many occupations of a broad title are not listed, because a search lists at most fifty. */
function beyondList(matches: readonly OccupationMatch[], { to }: Pick<Site, 'to'>): Html {
  const [first] = matches;
  const sharing = matches.filter(({ matchedTitle }) => matchedTitle === first?.matchedTitle);
  const unlisted = (first?.groups ?? 0) - sharing.length;
  if (!isBroad(matches) || unlisted <= 0) return nothing;
  return html`<p class="small">${unlisted} more not listed. Add a word for the work, or
<a href="${to('/occupations')}">look through all occupations</a>.</p>`;
}

function noMatch(question: string, { to }: Pick<Site, 'to'>): Html {
  return html`<p role="status">${unmatched(question, { to })}</p>`;
}

/** The sentence for a text that matches no code and no job title. */
export function unmatched(typed: string, { to }: Pick<Site, 'to'>): Html {
  const otherwise = html`or <a href="${to('/occupations')}">look through all occupations</a>`;
  if (/^\d+$/.test(typed))
    return html`No occupation has the code “${typed}”.${
      typed.length === 4 ? '' : ' A code has four digits, such as 2134.'
    } <a href="${to('/search')}">Search for a job title</a> ${otherwise}.`;
  if (isWelsh(wordsOf(typed)))
    return html`The job titles here are English, and Welsh is not understood yet. Write the title in
English, ${otherwise}.`;
  return html`No job title is like “${typed}”. Try another word for the work, ${otherwise}.`;
}

function statusText(question: string, matches: readonly OccupationMatch[]): string {
  const [first] = matches;
  if (first === undefined) return '';
  if (first.groups > 1) {
    const hint = worthListing(matches).find(({ qualifier }) =>
      /^[a-z]+(?: [a-z]+)?$/.test(qualifier ?? ''),
    );
    const example = hint === undefined ? '' : ` such as “${hint.qualifier}”`;
    return (
      `“${first.matchedTitle}” could be one of ${first.groups} occupations. Choose one, ` +
      `or add a word${example}.`
    );
  }
  if (first.confidence < leastConfidence)
    return (
      `No job title fits “${question}” well. The nearest are here. ` +
      'Try another word for the work.'
    );
  return matches.length === 1
    ? `The occupation with a job title most like “${question}”.`
    : `The occupations with the job titles most like “${question}”.`;
}

/** The sentence for a subject or a wish in place of a title. */
const topicText = (question: string, { matchedTitle }: OccupationMatch) =>
  `“${question}” is not a job title. These jobs have to do with it. Or type what you ` +
  `would do, such as “${matchedTitle.toLowerCase()}”.`;
