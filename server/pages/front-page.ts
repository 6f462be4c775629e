// The front page: a search, five tasks, a picture of a real answer, what is served today, and a
// line for developers.
import { unitGroupCount } from '#schemas/codes.ts';
import { areInterestsServed } from './interests-page.ts';
import { searchForm } from './search-page.ts';
import { type Html, html, nothing } from './html.ts';
import { type Ask, type PageAnswers, gatherAnswers } from './occupation/answers.ts';
import { attributionOf } from './occupation/content.ts';
import { isShown, figuresOf } from './occupation/figure.ts';
import { blocksHtml } from './occupation/frame.ts';
import { payAboutText, payBlocks } from './occupation/pay-section.ts';
import type { FoundPage } from './page.ts';
import { siteName } from './site-name.ts';
import { servedRankings } from './rankings.ts';
import type { Site } from './site.ts';
import { listSources } from '../meta/list-sources.ts';
import type { Visit } from './visit.ts';

/** Whose pay is shown as an example: many people know it, and its figures are precise. */
const exampleOccupation = '2134';
const examplePay = ['femalePay', 'malePay', 'fullTimePay', 'partTimePay', 'hours'] as const;

/** Tasks of visitors, most wanted first. The front page shows the first few that have figures. */
const tasks = [
  { path: '/rankings/pay', name: 'Best paid', description: 'All occupations by what they pay.' },
  {
    path: '/rankings/outlook',
    name: 'Growing until 2035',
    description: 'Which groups of occupations are expected to grow.',
  },
  {
    path: '/rankings/demand',
    name: 'In demand',
    description: 'Where employers look hardest for people.',
  },
  {
    path: '/occupations?interest=',
    name: 'Fit your interests',
    description: 'Practical, creative, with people: choose what you like.',
  },
  { path: '/areas', name: 'Near a place', description: 'Work in your region, city or district.' },
  { path: '/compare', name: 'Compare', description: 'Two to four occupations side by side.' },
  {
    path: '/occupations',
    name: 'Browse all jobs',
    description: 'All occupations by kind of work.',
  },
  {
    path: '/search',
    name: 'Find similar jobs',
    description: 'Related jobs, from the title of yours.',
  },
] as const;
const mostTasks = 5;

/** The front page. Without data it says that there are none. */
export async function frontPage(
  { loaded }: Pick<Visit, 'loaded'>,
  site: Site,
  ask: Ask,
): Promise<FoundPage> {
  const { to, live } = site;
  const sources = loaded === null ? null : listSources(loaded.catalogue);
  const example =
    loaded === null
      ? nothing
      : exampleHtml(await gatherAnswers(ask, exampleOccupation, 'uk', examplePay), site);
  const lists = loaded === null ? [] : await servedRankings(ask, 'uk');
  const hasPlaces = loaded !== null && (await servedRankings(ask, 'wales')).length > 0;
  const hasInterests = live && loaded !== null && (await areInterestsServed(ask));
  const isServed = (path: string) => {
    if (path === '/areas') return hasPlaces;
    if (path.includes('interest')) return hasInterests;
    return !path.startsWith('/rankings/') || lists.some((by) => path === `/rankings/${by}`);
  };
  const shownTasks = tasks.filter(({ path }) => isServed(path)).slice(0, mostTasks);
  const taskCards = shownTasks.map(({ path, name, description }) => {
    const link = html`<a href="${to(path)}">${name}</a>`;
    return html`<div><dt>${link}</dt><dd class="small">${description}</dd></div>`;
  });
  const served = sources?.filter(({ status }) => status === 'served') ?? [];
  const figures = site.sample
    ? 'Invented figures in the form of the official ones'
    : 'Official figures';
  const whose = site.sample ? 'Invented figures in place of' : 'Official figures from';
  const body = html`<h1>What work pays, what people do, and how to get into it</h1>
<p class="lead text">${figures} on ${unitGroupCount} occupations in the UK. Each
says where it comes from and how reliable it is. Where there is none, we say why.</p>
<div class="part">${searchForm('', site)}
${
  live
    ? html`<p class="small">For example <a href="/search?q=nurse">nurse</a>,
<a href="/search?q=electrician%20in%20Wales">electrician in Wales</a>,
<a href="/search?q=teachers%20of%20maths">teachers of maths</a>.</p>`
    : nothing
}</div>
<dl class="cards">${taskCards}</dl>
${example}
<h2 id="sources">What is here today</h2>
${
  sources === null
    ? html`<p>There are no data to serve at the moment.</p>`
    : html`<p>${whose} the ${served.length} sources listed here.
<a href="${to('/status')}">Status of the data</a></p>
<ul class="columns small">${served.map(({ title, publisher, served: [release] }) => {
        const from = release === undefined ? publisher : `${publisher}, ${release.edition}`;
        return html`<li>${title} (${from})</li>`;
      })}</ul>`
}
<p>For developers: the same as JSON, free of charge. <a href="${to('/guides/first-call')}">Your
first call</a>, <a href="${to('/reference')}">every endpoint</a>${
    site.keys
      ? html`,
<a href="/keys">get a key</a>`
      : nothing
  }.</p>`;
  return { title: `${siteName} for the UK`, body };
}

/** The picture of pay of an occupation. Nothing if its median may not be shown. */
function exampleHtml(answers: PageAnswers, site: Site): Html {
  const { annualPay, occupation } = answers;
  if ('missing' in annualPay) return nothing;
  const pay = annualPay.answer;
  const show = figuresOf(pay);
  if (!isShown(show('figures.median.value'))) return nothing;
  const heading = html`<h2 id="example">For example: ${occupation.title}</h2>`;
  return html`<section class="part" aria-labelledby="example">${heading}
<p class="about">${payAboutText(pay)}</p>
<div class="pair">${blocksHtml(payBlocks(pay, show, answers).slice(0, 1), 'example', site)}
<div><p><a href="${site.to(`/occupations/${occupation.soc2020}`)}">All about
${occupation.title}</a></p>
<p class="small">${pay.coverage.description}
Release: ${pay.provenance.edition}. ${attributionOf(pay)}</p></div></div></section>`;
}
