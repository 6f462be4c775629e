// The front page: what the service is, a title to try, every endpoint with an example, and the rules. All of it comes from the tables
// and the catalogue, so that it stays current.
import { latestFile } from '#schemas/standing/bundle-name.ts';
import type { Catalogue } from '#schemas/catalogue.ts';
import { answersPerMinute, sourceKeys, unitGroupCount, windowSeconds } from '#schemas/codes.ts';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { examplePath } from '#schemas/example-path.ts';
import type { IngestStatusResponse, SourceResponse } from '#schemas/resources/meta.ts';
import openApi from '#schemas/openapi.json' with { type: 'json' };
import { ingestStatus } from '../meta/ingest-status.ts';
import { listSources } from '../meta/list-sources.ts';
import { Html, html } from './html.ts';
import { pageResponse } from './page.ts';
import type { Site } from './site.ts';
import { problemList } from './problem-pages.ts';
import type { Trial } from './try-title.ts';

export interface FrontPage {
  /** Null if there are no data to serve. */
  readonly catalogue: Catalogue | null;
  /** Null if no title was asked for. */
  readonly trial: Trial | null;
  readonly publicUrl: string;
  readonly site: Site;
  /** Milliseconds. */
  readonly now: number;
}

export function frontPage({ catalogue, trial, publicUrl, site, now }: FrontPage): Response {
  const asked = trial !== null;
  const body = html`<h1>Open labour market information for the UK</h1>
<p>What an occupation pays, how many people work in it, what they do and how to become one of them: official publications of ${sourceKeys.length} sources, keyed on the ${unitGroupCount} unit groups of the Standard Occupational Classification 2020, as JSON over HTTP. It is read-only and free of charge. Every figure names its release and its quality. A figure that its publisher withholds is <code>null</code> with the reason, never 0.</p>
<nav aria-label="On this page"><ul>
${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
</ul></nav>
${heading('try')}
<form method="get" action="/#try" role="search">
<p><label for="q">Job title</label>
<input id="q" name="q" type="search" maxlength="200" autocomplete="off" required value="${trial?.question ?? ''}"></p>
<p><button>Find the occupation</button></p>
</form>
${asked ? trialSection(trial) : html`<p>Write it in your own words: <a href="/?q=nurse#try">nurse</a>, <a href="/?q=sofware%20enginer#try">sofware enginer</a>, <a href="/?q=teachers%20of%20maths#try">teachers of maths</a>.</p>`}
${heading('key')}
<p>Almost every endpoint needs a key, in the header <code>X-API-Key</code>. A key is free: ${site.keys ? html`<a href="/keys">get a key by e-mail</a>` : 'ask the operator of this service, because it gives out no keys by e-mail at the moment'}. Use it from a server. Anybody can read a key in a web page.</p>
<pre tabindex="0" role="region" aria-label="Example of a request"><code>curl -H "X-API-Key: $KEY" '${publicUrl}/v1/occupations/2134/pay'</code></pre>
<p><a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1) describes the whole API, and you can generate clients from it. <a href="/versioning">Versions of the API</a> says what may change and what never does. If the operator offers bundles of all the data, they need no key: <code>/bundles/${latestFile}</code> names the newest.</p>
${heading('endpoints')}
<p>${endpoints.length} endpoints, all under <code>${publicUrl}</code>. The examples come from the synthetic sample, and their lists are cut short.</p>
${endpoints.map(endpointEntry)}
${heading('limits')}
<p>In any ${windowSeconds} seconds a key gets at most ${answersPerMinute} answers. For paths without a key, an address gets as many. <code>RateLimit</code> says how many are left. One more request gets 429, and <code>Retry-After</code> says in how many seconds to ask again. An unchanged answer (304) counts too; a refused key does not.</p>
${heading('attribution')}
<p>The data belong to their publishers. Each answer names its licence. Wherever you show a figure, also show:</p>
<ul>
<li>the text in <code>attribution</code> (or <code>citation</code>), word for word;</li>
<li>the release, from <code>provenance.edition</code>;</li>
<li>what is counted, from <code>coverage</code>: pay counts employees’ jobs without the self-employed, employment counts people and includes them.</li>
</ul>
<p>If <code>presentable</code> is false, do not show the figure as a number. Say that it is too uncertain or withheld, and why.</p>
${catalogue === null ? [] : attributions(listSources(catalogue))}
${heading('errors')}
<p>A refused request gets problem details (RFC 9457): <code>type</code> is one of the addresses below, and <code>errors</code> names every wrong parameter, its allowed values and the nearest of them.</p>
${problemList()}
${heading('currency')}
${catalogue === null ? html`<p>There are no data to serve at the moment.</p>` : currency(catalogue, now)}`;
  return pageResponse({
    title: asked ? `${trial.question.trim() || 'Try a title'} – Labour market information` : 'Labour market information for the UK',
    body,
    status: trial?.status ?? 200,
    site,
    // The typed text is private, and the allowance in the headers is one client's.
    cacheControl: asked ? 'no-store' : 'private, no-transform, max-age=60',
  });
}

const sections = [
  { id: 'try', title: 'Try a title' },
  { id: 'key', title: 'Get a key' },
  { id: 'endpoints', title: 'Endpoints' },
  { id: 'limits', title: 'Limits' },
  { id: 'attribution', title: 'Attribution' },
  { id: 'errors', title: 'Errors' },
  { id: 'currency', title: 'How current the data are' },
] as const;

function heading(id: (typeof sections)[number]['id']): Html {
  return html`<h2 id="${id}">${sections.find((section) => section.id === id)?.title ?? id}</h2>`;
}

function trialSection({ question, fault, matches, occupation }: Trial): Html {
  if (fault !== null) return html`<p class="notice" role="alert">${fault}</p>`;
  const [first] = matches;
  if (first === undefined || occupation === null)
    return html`<p role="status">No job title is like “${question}”. Try another word for the work.</p>`;
  return html`<h3 id="matches">Occupations for “${question}”</h3>
<ol aria-labelledby="matches">
${matches.map(
  ({ soc2020, title, matchedTitle, qualifier, confidence }) =>
    html`<li><strong>${title}</strong> (${soc2020})<br>matched job title “${matchedTitle}${qualifier === null ? '' : `, ${qualifier}`}”, confidence ${confidence}</li>`,
)}
</ol>
<h3>${first.title} (${first.soc2020})</h3>
<dl>
${occupation.map(
  ({ name, text, remarks, release, attribution, path }) => html`<dt>${name}</dt>
<dd><span class="figure">${text}</span>
${remarks.map((remark) => html`<br>${remark}`)}
<br><span class="small">${release === null ? '' : html`Release: ${release}, from <code>${path}</code><br>`}${attribution ?? ''}</span></dd>`,
)}
</dl>`;
}

// A pay answer by region has three hundred lines; the first ones show its members.
const longestExample = 45;

function endpointEntry(endpoint: Endpoint): Html {
  const { path, summary, access, query } = endpoint;
  const example = exampleOf(path);
  const asks = query.map(({ name }) => `<code>${name}</code>`).join(', ');
  const asked = examplePath(endpoint);
  return html`<h3><code>${path}</code></h3>
<p>${summary}.${access === 'open' ? ' It needs no key.' : ''}${asks === '' ? '' : html` Parameters: ${new Html(asks)}.`}</p>
${
  example === null
    ? []
    : html`<details><summary>Example<span class="unseen"> of ${path}</span></summary>
<p>${access === 'open' ? html`<a href="${asked}"><code>GET ${asked}</code></a>` : html`<code>GET ${asked}</code>`}</p>
<pre tabindex="0" role="region" aria-label="Answer of ${path}"><code>${example}</code></pre></details>`
}`;
}

/** Paths outside the endpoint table have other methods, and answers that are not JSON. */
interface Described {
  readonly get?: {
    readonly responses: {
      readonly 200?: { readonly content?: Readonly<Record<string, { readonly schema: unknown; readonly example?: unknown }>> };
    };
  };
}

/** The example of the OpenAPI document. */
function exampleOf(path: string): string | null {
  const described: Readonly<Record<string, Described>> = openApi.paths;
  const example = described[path]?.get?.responses[200]?.content?.['application/json']?.example;
  if (example === undefined) return null;
  const lines = JSON.stringify(example, null, 2).split('\n');
  return lines.length <= longestExample ? lines.join('\n') : `${lines.slice(0, longestExample).join('\n')}\n…`;
}

/** The texts that must be shown with the data, each with its sources. */
function attributions(sources: readonly SourceResponse[]): Html {
  const served = sources.filter(({ status }) => status === 'served');
  const byText = Map.groupBy(served, ({ attribution }) => attribution);
  return html`<p>The text in <code>attribution</code>, by source:</p>
<dl>
${[...byText].map(([text, of]) => html`<dt>${of.map(({ title }) => title).join('; ')}</dt><dd>${text}</dd>`)}
</dl>`;
}

function currency(catalogue: Catalogue, now: number): Html {
  const sources = new Map(listSources(catalogue).map((source) => [source.source, source]));
  const rows = ingestStatus(catalogue, now).sources.map((ingest) => ({ ingest, source: sources.get(ingest.source) }));
  return html`<p>The releases served, and when we last checked each publisher, from <a href="/v1/meta/ingest">/v1/meta/ingest</a>. <a href="/editions.atom">A feed</a> lists every edition published, held back and withdrawn.</p>
<div class="scroll wide" role="region" tabindex="0" aria-labelledby="currency">
<table>
<thead><tr><th scope="col">Source</th><th scope="col">Newest release served</th><th scope="col">Published</th><th scope="col">Last checked</th><th scope="col">State</th></tr></thead>
<tbody>
${rows.map(
  ({ ingest, source }) =>
    html`<tr><th scope="row">${source?.title ?? ingest.source}</th><td>${source?.served[0]?.edition ?? '–'}</td><td>${day(source?.served[0]?.released ?? null)}</td><td>${ingest.checked === null ? 'never' : instant(ingest.checked)}</td><td>${stateOf(ingest)}</td></tr>`,
)}
</tbody>
</table>
</div>`;
}

function day(of: string | null): Html {
  return of === null ? html`–` : html`<time datetime="${of}">${of}</time>`;
}

function instant(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

function stateOf({ status, watched, heldBack, late, fault }: IngestStatusResponse['sources'][number]): string {
  const states = { served: 'served', 'held-back': 'held back', withdrawn: 'withdrawn', 'not-configured': 'none yet' } as const;
  return [
    states[status],
    ...(heldBack.length > 0 ? [`${heldBack.length} held back by a check`] : []),
    ...(late ? ['late'] : []),
    ...(fault === null ? [] : ['the last check failed']),
    ...(watched ? [] : ['not watched']),
  ].join(', ');
}
