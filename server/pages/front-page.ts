// The front page: what the service is, a title to try, where people go from here, every endpoint, and the rules.
import { latestFile } from '#schemas/stored-files.ts';
import type { ServingCatalogue } from '#schemas/catalogue.ts';
import { answersPerMinute, unitGroupCount, windowSeconds } from '#schemas/codes.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { pagesPerMinute } from '../keys/limits.ts';
import { matchList } from './comparison.ts';
import type { Found } from './finding.ts';
import { type Html, html } from './html.ts';
import { type PageAnswers, endpointOf } from './occupation/answers.ts';
import { cards, credit } from './occupation/frame.ts';
import { atAGlance } from './occupation/sections.ts';
import { type FoundPage, siteName } from './page.ts';
import type { Site } from './site.ts';

/** A job title tried: the matches, and what stands at a glance on the page of the first one; null if there is no match. */
export interface Trial extends Found {
  readonly answers: PageAnswers | null;
}

export interface FrontPage {
  /** Null if there are no data to serve. */
  readonly catalogue: ServingCatalogue | null;
  /** Null if no title was asked for. */
  readonly trial: Trial | null;
  readonly site: Site;
}

export function frontPage({ catalogue, trial, site }: FrontPage): FoundPage {
  const asked = trial !== null;
  const body = html`<h1>Open labour market information for the UK</h1>
<p class="lead text">What an occupation pays, how many people work in it, what they do and how to become one of them: official figures from ${servedIn(catalogue)} sources on ${unitGroupCount} occupations. Each figure says where it comes from and how reliable it is. Where there is none, we say why.</p>
<div class="panel"><h2 id="try">Try a title</h2>
<form method="get" action="/#try" role="search"><label for="q">Job title</label><div class="field"><input id="q" name="q" type="search" maxlength="200" autocomplete="off" required value="${trial?.question ?? ''}"><button>Find the occupation</button></div></form>
${asked ? trialSection(trial, site) : html`<p>Write it in your own words: <a href="/?q=nurse#try">nurse</a>, <a href="/?q=sofware%20enginer#try">sofware enginer</a>, <a href="/?q=teachers%20of%20maths#try">teachers of maths</a>.</p>`}</div>
<dl class="cards">${ways.map(({ path, name, says }) => html`<div><dt><a href="${path}">${name}</a></dt><dd class="small">${says}</dd></div>`)}</dl>
<h2 id="endpoints">From a program</h2>
<p>The same as JSON over HTTP, read-only and free of charge: ${endpoints.length} endpoints, keyed on the unit groups of the Standard Occupational Classification 2020.</p>
<dl class="columns">${endpoints.map(({ id, path, summary }) => html`<div><dt><a href="/reference/${id}"><code>${path}</code></a></dt><dd class="small">${summary}</dd></div>`)}</dl>
<h2 id="key">Get a key</h2>
<p>Almost every endpoint needs a key, in the header <code>X-API-Key</code>. A key is free: ${site.keys ? html`<a href="/keys">get a key by e-mail</a>` : 'ask the operator of this service, because it gives out no keys by e-mail at the moment'}. Use it from a server. Anybody can read a key in a web page.</p>
<pre tabindex="0" role="region" aria-label="Example of a request"><code>curl -H "X-API-Key: $KEY" '${site.api ?? ''}/v1/occupations/2134/pay'</code></pre>
<p><a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1) describes the whole API, and you can generate clients from it. <a href="/versioning">Versions of the API</a> says what may change and what never does. If the operator offers bundles of all the data, they need no key: <code>/bundles/${latestFile}</code> names the newest.</p>
<h2 id="limits">Limits</h2>
<p>In any ${windowSeconds} seconds a key gets at most ${answersPerMinute} answers. For paths of the API without a key, an address gets as many. Pages have their own limit: ${pagesPerMinute} for an address. <code>RateLimit</code> says how many are left. One more request gets 429, and <code>Retry-After</code> says in how many seconds to ask again. An unchanged answer (304) counts too; a refused key does not. Refused requests get <a href="/problems">problem details</a> that name every wrong parameter.</p>
<h2 id="attribution">Attribution</h2>
<p>The data belong to their publishers. Each answer names its licence, and <a href="/terms">the terms</a> list them all. Wherever you show a figure, also show:</p>
<ul>
<li>the text in <code>attribution</code> (or <code>citation</code>), word for word;</li>
<li>the release, from <code>provenance.edition</code>;</li>
<li>what is counted, from <code>coverage</code>: pay counts employees’ jobs without the self-employed, employment counts people and includes them.</li>
</ul>
<p>If <code>presentable</code> is false, do not show the figure as a number. Say that it is too uncertain or withheld, and why. <a href="/guides/reading-a-figure">How to read a figure honestly</a></p>
<h2 id="currency">How current the data are</h2>
${catalogue === null ? html`<p>There are no data to serve at the moment.</p>` : html`<p><a href="/status">Status of the data</a> shows the releases, and when we last looked at each publisher. <a href="/editions.atom">A feed</a> lists every edition published, held back and withdrawn.</p>`}`;
  return { title: asked ? trial.question.trim() || 'Try a title' : `${siteName} for the UK`, body, status: trial?.status ?? 200 };
}

/** How many sources have a release here today. */
function servedIn(catalogue: FrontPage['catalogue']): number {
  return catalogue?.sources.filter(({ standing }) => standing.status === 'served').length ?? 0;
}

/** Where people go from here. */
const ways = [
  { path: '/occupations', name: 'All occupations', says: `The ${unitGroupCount} occupations by group, with a filter.` },
  { path: '/compare', name: 'Compare two', says: 'Pay, people, outlook and demand side by side.' },
  { path: '/areas', name: 'Local areas', says: 'Which occupations have the most job adverts where.' },
  { path: '/reference', name: 'For developers', says: 'Every endpoint explained, with calls in four languages.' },
] as const;

function trialSection({ question, fault, matches, answers }: Trial, site: Site): Html {
  if (fault !== null) return html`<p class="notice" role="alert">${fault}</p>`;
  if (answers === null) return matchList(question, matches, site);
  const { soc2020, title } = answers.occupation;
  const { cards: all, unpublished } = atAGlance(answers);
  return html`<h3>Occupations for “${question}”</h3>
${matchList(question, matches, site)}
<h3><a href="/occupations/${soc2020}">${title} (${soc2020})</a></h3>
${cards(all)}
${unpublished.length === 0 ? html`` : html`<p>Not published here yet: ${unpublished.join(', ').toLowerCase()}.</p>`}
<ul class="small">${all.flatMap(({ name, caveats = [], of }) => {
    const asked = of.asked(answers);
    const path = endpointOf(of.question(answers).id).path.replace('{soc}', soc2020);
    return 'answer' in asked ? [html`<li>${credit(name, asked.answer, caveats)} From <code>${path}</code>.</li>`] : [];
  })}</ul>`;
}
