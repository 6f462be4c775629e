// The reference for developers: its index, and a page for each endpoint. All of it comes from the
// endpoint table and the OpenAPI document.
import { measures } from '#schemas/codes.ts';
import { type Endpoint, type QueryParameter, endpoints, examplePath } from '#schemas/endpoints.ts';
import { type FoundPage, withContents } from '../page.ts';
import { Html, code, html, joinHtml, nothing } from '../html.ts';
import type { Site } from '../site.ts';
import { guides } from './guides.ts';
import { describe } from './schema-lines.ts';

export function referenceIndex({ to, live, keys }: Site): FoundPage {
  const list = (heading: string, rows: readonly Endpoint[]) => html`<h2>${heading}</h2>
<dl>${rows.map(({ id, path, summary }) => {
    const link = html`<a href="${to(`/reference/${id}`)}"><code>${path}</code></a>`;
    return html`<dt>${link}</dt><dd>${summary}</dd>`;
  })}</dl>`;
  const under = (begin: string) => endpoints.filter(({ path }) => path.startsWith(begin));
  const occupations = under('/v1/occupations');
  const meta = under('/v1/meta');
  const others = endpoints.filter((row) => !occupations.includes(row) && !meta.includes(row));
  return {
    title: 'For developers',
    body: html`<h1>For developers</h1>
<p class="lead">A read-only JSON API. You send a key in the header <code>X-API-Key</code>; you get a
figure, its quality, its release and its attribution.</p>
${keys ? html`<p><a href="${to('/keys')}">Get a key</a></p>` : nothing}
${
  live
    ? html`<p><a href="/openapi.json">The OpenAPI document</a> describes the whole
API.</p>`
    : nothing
}
<h2>Guides</h2>
<dl class="cards">${guides.map(({ id, title, summary }) => {
      const link = html`<a href="${to(`/guides/${id}`)}">${title}</a>`;
      return html`<div><dt>${link}</dt><dd class="small">${summary}</dd></div>`;
    })}</dl>
${list('Occupations', occupations)}
${list('Lists and areas', others)}
${list('About the data', meta)}`,
  };
}

/** The page of an endpoint; null for an id outside the table. */
export function referencePage(id: string, site: Site): FoundPage | null {
  const endpoint = endpoints.find((candidate) => candidate.id === id);
  if (endpoint === undefined) return null;
  const { path, summary, access } = endpoint;
  const description = describe(path);
  const sections = sectionsOf(endpoint, description, site).map(({ heading, body }) => ({
    id: heading.toLowerCase().replaceAll(' ', '-'),
    heading,
    body,
  }));
  const parts = sections.map((section) => {
    const heading = html`<h2 id="${section.id}">${section.heading}</h2>`;
    return html`<section class="part" aria-labelledby="${section.id}">${heading}
${section.body}</section>`;
  });
  const up = html`<a href="${site.to('/reference')}">For developers</a>`;
  return {
    title: path,
    body: html`<nav class="crumbs" aria-label="Reference"><ul><li>${up}</li></ul></nav>
<h1><code>${path}</code></h1>
<p class="lead">${summary}.</p>
<p>${code(description.description)}</p>
<p>${access === 'open' ? 'It needs no key.' : 'It needs a key.'}</p>
${withContents(sections, html`${parts}`)}`,
  };
}

interface ReferenceSection {
  readonly heading: string;
  readonly body: Html;
}

function sectionsOf(
  endpoint: Endpoint,
  { members, example, statuses }: ReturnType<typeof describe>,
  site: Site,
): readonly ReferenceSection[] {
  const parameterRows = parameterRowsOf(endpoint);
  const memberRows = members.map(({ path, type, meaning }) => [
    breakable(path),
    html`${type}`,
    code(meaning),
  ]);
  const errorRows = statuses.map(({ status, meaning }) => [html`${status}`, code(meaning)]);
  const problems = site.live
    ? html` <a href="/problems">Every kind of
problem</a>`
    : nothing;
  return [
    { heading: 'Call it', body: html`<div class="pair">${calls(endpoint, site)}</div>` },
    {
      heading: 'Parameters',
      body:
        parameterRows.length === 0
          ? html`<p>It takes none.</p>`
          : scrolled('Parameters', ['Name', 'Type', 'Default', 'Meaning'], parameterRows),
    },
    {
      heading: 'Members of the answer',
      body: scrolled('Members of the answer', ['Member', 'Type', 'Meaning'], memberRows),
    },
    {
      heading: 'An example',
      body: html`<p>From the synthetic sample: no statistics. Long lists are cut.</p>
${example === undefined ? nothing : exampleHtml(example)}`,
    },
    {
      heading: 'Errors',
      body: html`${scrolled('Errors', ['Status', 'Meaning'], errorRows)}
<p>Errors are problem details (RFC 9457).${problems}</p>`,
    },
  ];
}

/** A row for each parameter: its name, type, default and meaning. */
function parameterRowsOf({ pathParameters, query }: Endpoint): readonly (readonly Html[])[] {
  const pathRows = pathParameters.map((parameter) => [
    html`<code>${parameter.name}</code>`,
    html`text`,
    html`required`,
    code(parameter.describe),
  ]);
  const queryRows = query.map((parameter) => {
    const fallback = 'required' in parameter ? 'required' : String(parameter.default ?? 'none');
    const values = 'values' in parameter ? allowed(parameter.values) : nothing;
    return [
      html`<code>${parameter.name}</code>`,
      html`${typeOf(parameter)}`,
      html`${fallback}`,
      html`${code(parameter.describe)}${values}`,
    ];
  });
  return [...pathRows, ...queryRows];
}

/** The path of a member, which breaks only between its names. */
const breakable = (path: string): Html =>
  html`<code>${joinHtml(
    path.split('.').map((name) => html`${name}`),
    new Html('.<wbr>'),
  )}</code>`;

const unitNames = {
  gbp_per_year: 'pounds a year',
  gbp_per_week: 'pounds a week',
  gbp_per_hour: 'pounds an hour',
  hours_per_week: 'hours a week',
} as const;

function typeOf(parameter: QueryParameter): string {
  switch (parameter.kind) {
    case 'integer':
      return parameter.default === null
        ? 'integer'
        : `integer, ${parameter.minimum} to ${parameter.maximum}`;
    case 'occupations':
      return `codes with commas between, at most ${parameter.maximum}`;
    case 'list':
      return 'one or more of the values, with commas between';
    case 'text':
      return `text, at most ${parameter.maxLength} characters`;
    case 'enum':
      return 'one of the values';
    case 'group':
      return 'one to three digits';
    case 'boolean':
    case 'uuid':
      return parameter.kind;
  }
}

function exampleHtml(example: unknown): Html {
  const lines = folded(example, 0);
  return html`<pre tabindex="0" role="region" aria-label="Example answer">${lines}</pre>`;
}

/**
 * The allowed values of a parameter. A measure of pay has its title and unit; every other value
 * says itself what it means.
 */
function allowed(values: readonly string[]): Html {
  const items = values.map((value) => {
    const measure = measures.find(({ key }) => key === value);
    const title = measure === undefined ? '' : ` ${measure.title}, ${unitNames[measure.unit]}`;
    return html`<li><code>${value}</code>${title}</li>`;
  });
  return html`<ul class="values">${items}</ul>`;
}

function scrolled(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly Html[])[],
): Html {
  const heads = columns.map((column) => html`<th scope="col">${column}</th>`);
  const lines = rows.map(([first = nothing, ...others]) => {
    const cells = others.map((cell) => html`<td>${cell}</td>`);
    return html`<tr><th scope="row">${first}</th>${cells}</tr>`;
  });
  return html`<div class="scroll" role="region" aria-label="Table: ${name}" tabindex="0"
><table class="stack"><thead><tr>${heads}</tr></thead>
<tbody>${lines}</tbody></table></div>`;
}

/** How each language sends the key. */
const keyIn = {
  curl: '-H "X-API-Key: $KEY" ',
  python: ', headers={"X-API-Key": KEY}',
  r: ' |>\n  req_headers("X-API-Key" = KEY)',
  typeScript: ", { headers: { 'X-API-Key': key } }",
};
const noKey: typeof keyIn = { curl: '', python: '', r: '', typeScript: '' };

/** The call of an endpoint in four languages. */
function calls(endpoint: Endpoint, { api }: Site): Html {
  const url = `${api ?? 'https://lmi.example.org'}${examplePath(endpoint)}`;
  const key = endpoint.access === 'open' ? noKey : keyIn;
  const examples = [
    { language: 'curl', text: `curl ${key.curl}'${url}'` },
    {
      language: 'Python',
      text: `import requests\nanswer = requests.get("${url}"${key.python}).json()`,
    },
    {
      language: 'R',
      text:
        `library(httr2)\nanswer <- request("${url}")${key.r} |>\n  ` +
        'req_perform() |>\n  resp_body_json()',
    },
    {
      language: 'TypeScript',
      text:
        `const response = await fetch('${url}'${key.typeScript});\n` +
        'const answer = await response.json();',
    },
  ];
  return html`${examples.map(
    ({ language, text }) => html`<div><h3>${language}</h3><pre tabindex="0" role="region"
aria-label="The call in ${language}"><code>${text}</code></pre></div>`,
  )}`;
}

/** An example shows this many items of a list, and folds objects that are deeper. */
const openDepth = 2;
const mostItems = 3;

/** A JSON value, coloured, with objects and lists that fold. */
function folded(value: unknown, depth: number): Html {
  if (typeof value === 'string')
    return html`<span class="tok-text">${JSON.stringify(value)}</span>`;
  if (typeof value !== 'object' || value === null)
    return html`<span class="tok-plain">${String(value)}</span>`;
  const isList = Array.isArray(value);
  const members: readonly (readonly [string, unknown])[] = isList
    ? value.slice(0, mostItems).map((item: unknown) => ['', item])
    : Object.entries(value);
  const indent = '  '.repeat(depth + 1);
  const [start, end] = isList ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) return html`${start}${end}`;
  const lines = members.map(([name, member]) => {
    const key = html`<span class="tok-key">${JSON.stringify(name)}</span>: `;
    return html`${indent}${name === '' ? nothing : key}${folded(member, depth + 1)}`;
  });
  const more =
    isList && value.length > mostItems ? `\n${indent}…${value.length - mostItems} more` : '';
  const inside = new Html(`${lines.map(({ text }) => text).join(',\n')}${more}`);
  if (depth === 0) return html`${start}\n${inside}\n${end}`;
  // What folds is a block, so that the bracket at its end begins a line.
  const open = new Html(depth < openDepth ? ' open' : '');
  const count = html`<span class="unseen"> ${members.length} members</span>`;
  const summary = html`<summary>${start}${count}</summary>`;
  const fold = html`<details class="fold"${open}>${summary}${inside}</details>`;
  return html`${fold}${indent.slice(2)}${end}`;
}
