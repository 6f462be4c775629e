// The occupations that fit career interests: the choice of interests, and the list of
// /v1/work-profiles.
import { type InterestType, interestTypes } from '#schemas/codes.ts';
import type { PayListResponse } from '#schemas/resources/responses.ts';
import type { WorkProfileListResponse } from '#schemas/resources/work-profile.ts';
import { headlineOf } from '#schemas/selections/headlines.ts';
import { type Html, html, nothing } from './html.ts';
import { type Ask, type Reply, questionFor } from './occupation/answers.ts';
import { type Row, row, table } from './occupation/content.ts';
import {
  type CsvFile,
  csvFile,
  figureCells,
  figureColumns,
  sourceCells,
  sourceColumns,
} from './occupation/csv.ts';
import {
  capitalised,
  joinTexts,
  number,
  pounds,
  figuresOf,
  wordFigure,
} from './occupation/figure.ts';
import { blocksHtml, citationHtml, creditHtml, labelHtml } from './occupation/frame.ts';
import { type FoundPage, areaField } from './page.ts';
import { wordsOfName } from './places.ts';
import type { Site } from './site.ts';
import type { Visit } from './visit.ts';

/** The meaning of each interest, and the words that people use for it. */
const interests: Readonly<
  Record<InterestType, { readonly meaning: string; readonly words: readonly string[] }>
> = {
  realistic: {
    meaning: 'practical work: with tools, machines, plants or animals',
    words: ['realistic', 'practical'],
  },
  investigative: {
    meaning: 'finding out and working things out',
    words: ['investigative', 'analytical', 'scientific'],
  },
  artistic: {
    meaning: 'making and designing, without set rules',
    words: ['artistic', 'creative'],
  },
  social: { meaning: 'helping, teaching and advising people', words: ['social', 'caring'] },
  enterprising: { meaning: 'leading, persuading and selling', words: ['enterprising'] },
  conventional: {
    meaning: 'order, records and figures, by set rules',
    words: ['conventional', 'organised'],
  },
};

/** The area that the scores describe. */
const areaOfScores = 'United States';
const rowsAtFirst = 50;
const all = '412';

const pathOf = (chosen: readonly InterestType[]) => `/occupations?interest=${chosen.join(',')}`;

/** The interests that a question consists of; none if it has other words too. */
export function interestsIn(question: string): readonly InterestType[] {
  const words = wordsOfName(question);
  const chosen = interestTypes.filter((type) =>
    words.some((word) => interests[type].words.includes(word)),
  );
  const isKnown = (word: string) => chosen.some((type) => interests[type].words.includes(word));
  return words.every(isKnown) ? chosen : [];
}

/** A link to the occupations that fit the interests. */
export function interestsLink(chosen: readonly InterestType[], text: string, { to }: Site): Html {
  return html`<a href="${to(pathOf(chosen))}">${text}</a>`;
}

/** The interests that the query names, with commas between them or each by itself. */
function chosenIn(search: URLSearchParams): readonly InterestType[] {
  const given = search.getAll('interest').flatMap((text) => text.split(','));
  return interestTypes.filter((type) => given.includes(type));
}

const listOf = (chosen: readonly InterestType[], ask: Ask, limit = all) =>
  ask(
    questionFor('WorkProfileListResponse')('work-profile-list', {
      interests: chosen.join(','),
      limit,
    }),
  );

/** Whether there is a list of occupations by interests. */
export async function areInterestsServed(ask: Ask): Promise<boolean> {
  return 'answer' in (await listOf([interestTypes[0]], ask, '1'));
}

/** “Jobs for realistic and investigative interests”. */
export function interestsTitle(chosen: readonly InterestType[]): string {
  if (chosen.length === 0) return 'Jobs by interests';
  return `Jobs for ${new Intl.ListFormat('en-GB').format(chosen)} interests`;
}

/** The most columns of scores that fit on a phone. */
const mostColumns = 2;

export async function interestsPage(
  { search }: Pick<Visit, 'search'>,
  site: Site,
  ask: Ask,
): Promise<FoundPage> {
  const chosen = chosenIn(search);
  const reply = chosen.length === 0 ? null : await listOf(chosen, ask);
  const up = html`<a href="${site.to('/occupations')}">Occupations</a>`;
  const pay = await ask(questionFor('PayListResponse')('pay-list', { limit: all }));
  return {
    title: interestsTitle(chosen),
    body: html`<nav class="crumbs" aria-label="Occupations"><ul><li>${up}</li></ul></nav>
<h1>${interestsTitle(chosen)}</h1>
<p>The scores describe comparable occupations in the United States, not jobs in the UK. The list
begins with the jobs that fit all chosen interests best: it is ordered by the lowest of their
scores.</p>
${choice(chosen, site)}
${reply === null ? nothing : listHtml({ reply, pay, chosen, isWhole: search.has('show') }, site)}`,
  };
}

function choice(chosen: readonly InterestType[], { to, area }: Site): Html {
  const field = (type: InterestType) => {
    const checked = chosen.includes(type) ? html` checked` : nothing;
    return html`<input type="checkbox" name="interest" value="${type}"${checked}>`;
  };
  const meaning = (type: InterestType) =>
    html`<span class="small">${interests[type].meaning}</span>`;
  const box = (type: InterestType) => {
    const name = capitalised(type);
    return html`<li><label class="choice">${field(type)} ${name}: ${meaning(type)}</label></li>`;
  };
  const boxes = html`<ul class="choices">${interestTypes.map(box)}</ul>`;
  const content = html`<fieldset><legend>What do you like?</legend>${boxes}</fieldset>`;
  return html`<form method="get" action="${to('/occupations')}" class="no-print"
>${content}${areaField(area)}<button>Show jobs</button></form>`;
}

interface InterestsList {
  readonly reply: Reply<WorkProfileListResponse>;
  /** Median pay in the United Kingdom. */
  readonly pay: Reply<PayListResponse>;
  readonly chosen: readonly InterestType[];
  readonly isWhole: boolean;
}

function listHtml({ reply, pay, chosen, isWhole }: InterestsList, site: Site): Html {
  if ('missing' in reply)
    return html`<p class="notice">Not available: we do not have these figures yet.</p>`;
  const { answer } = reply;
  const show = figuresOf(answer);
  const paid = paidFor(pay);
  const payHeads = paid === null ? [] : [paid.head];
  const rows = answer.occupations.map(({ soc2020, title, rank }, place) => ({
    isRanked: rank !== null,
    row: row(
      { text: title, href: `/occupations/${soc2020}` },
      ...chosen.map((type) =>
        show(`occupations.${place}.interestScores.${type}`, (score) => score.toFixed(2)),
      ),
      ...(paid === null ? [] : [paid.figureOf(soc2020)]),
    ),
  }));
  const ranked = rows.filter(({ isRanked }) => isRanked).map(({ row: line }) => line);
  const unranked = rows.filter(({ isRanked }) => !isRanked).map(({ row: line }) => line);
  const shown = isWhole ? ranked : ranked.slice(0, rowsAtFirst);
  const { minimum, maximum } = answer.scale;
  const caption =
    `${shown.length < ranked.length ? `The first ${shown.length} of ` : ''}` +
    `${number(ranked.length)} ` +
    `occupations, with scores from ${minimum} to ${maximum}`;
  const path = pathOf(chosen);
  const credits = [
    html`<li>${creditHtml('Interests', answer)}</li>`,
    ...(paid === null ? [] : [html`<li>${creditHtml(paid.name, paid.answer)}</li>`]),
  ];
  const answers = paid === null ? [answer] : [answer, paid.answer];
  const scores = table(caption, ['Occupation', ...chosen.map(capitalised), ...payHeads], shown);
  const list = blocksHtml([scores], 'interests', site);
  return html`<p class="about">${joinTexts(areaOfScores, answer.period ?? '')}</p>
<div class="${chosen.length > mostColumns ? 'wide' : 'ranked paired'}">${list}</div>
${
  shown.length < ranked.length
    ? html`<p><a href="${site.to(`${path}&show=all`)}">Show all
${number(ranked.length)}</a></p>`
    : nothing
}
${withoutScores(unranked, site)}
<p class="no-print"><a href="${site.to(`${path}&format=csv`)}">This list as CSV</a></p>
<ul class="small">${answer.notes.map((note) => html`<li>${note}</li>`)}${credits}</ul>
${citationHtml({ title: interestsTitle(chosen), path, answers }, site)}`;
}

/** The column of pay beside the scores; null without a release of it. */
function paidFor(pay: Reply<PayListResponse>) {
  if ('missing' in pay) return null;
  const { answer } = pay;
  const { label } = headlineOf('annual_pay_median');
  const show = figuresOf(answer);
  const figures = new Map(
    answer.occupations.map(({ soc2020 }, place) => [
      soc2020,
      show(`occupations.${place}.median.value`, pounds),
    ]),
  );
  const period = joinTexts(answer.referencePeriod, answer.provisional ? 'provisional' : '');
  return {
    answer,
    head: `${label}, all employees, ${answer.area.name}`,
    name: `${label}, all employees, part-time included (${answer.area.name} · ${period})`,
    figureOf: (soc: string) => figures.get(soc) ?? wordFigure('–'),
  };
}

function withoutScores(rows: readonly Row[], site: Site): Html {
  if (rows.length === 0) return nothing;
  const labels = rows.map(({ label }) => html`<li>${labelHtml(label, site)}</li>`);
  const names = html`<ul class="columns">${labels}</ul>`;
  return html`<details><summary>${rows.length} more have no scores</summary>${names}</details>`;
}

/** The list with all its rows, a line for each score; null if it cannot be asked for. */
export async function interestsCsv(search: URLSearchParams, ask: Ask): Promise<CsvFile | null> {
  const chosen = chosenIn(search);
  const reply = chosen.length === 0 ? null : await listOf(chosen, ask);
  if (reply === null || 'missing' in reply) return null;
  const { answer } = reply;
  const show = figuresOf(answer);
  const lines = answer.occupations.flatMap(({ soc2020, title, rank }, place) =>
    chosen.map((type) => [
      soc2020,
      title,
      rank?.rank ?? null,
      type,
      areaOfScores,
      answer.period,
      ...figureCells(show(`occupations.${place}.interestScores.${type}`)),
      ...sourceCells(answer),
    ]),
  );
  return csvFile(
    ['interests', ...chosen, answer.provenance.edition],
    [
      'soc2020',
      'occupation',
      'rank',
      'interest',
      'area',
      'period',
      ...figureColumns,
      ...sourceColumns,
    ],
    lines,
  );
}
