// The pages at the `type` URIs of problems, their index, and the page that people get in place of a
// problem's JSON.
import { type ProblemKind, problemKinds } from '../http/problem-kinds.ts';
import type { Refusal } from '../http/problem.ts';
import { code, html, nothing } from './html.ts';
import type { Visit } from './visit.ts';
import { prefersPages } from '../http/accept.ts';
import { pageResponse } from './page.ts';
import texts from './page-texts.json' with { type: 'json' };

const headers = { Vary: 'Accept' };
const cacheControl = 'public, no-transform, max-age=3600';
const kinds = Object.entries(problemKinds);
const explanations: Readonly<Record<ProblemKind, string>> = texts.problems;

/** The page of a kind; null for a name outside the table. */
export function problemPage(
  name: string,
  { request, site }: Pick<Visit, 'request' | 'site'>,
): Response | null {
  if (!isKind(name)) return null;
  const { status, title } = problemKinds[name];
  const explanation = explanations[name];
  if (!prefersPages(request)) return plain(`${title} (${status})\n\n${explanation}\n`);
  const body = html`<h1>${title}</h1>
<p>${code(explanation)}</p>
<p>The status is ${status}, and <code>type</code> ends in <code>/problems/${name}</code>.
<a href="/problems">All kinds of problem</a></p>`;
  return pageResponse({ title, body, cacheControl, headers, site });
}

function isKind(name: string): name is ProblemKind {
  return Object.hasOwn(problemKinds, name);
}

/** The list of all kinds, by status. */
export function problemIndex({ request, site }: Pick<Visit, 'request' | 'site'>): Response {
  if (!prefersPages(request))
    return plain(
      kinds
        .map(([name, { status, title }]) => `/problems/${name}\n    ${title} (${status})\n`)
        .join(''),
    );
  const items = kinds
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(
      ([name, { status, title }]) =>
        html`<li>${status} <a href="/problems/${name}">${title}</a></li>`,
    );
  const body = html`<h1>Problems</h1>
<p>A refused request gets problem details (RFC 9457). Their <code>type</code> is one of these
addresses, <code>detail</code> says what was wrong with this request, and <code>errors</code> names
what is wrong with each parameter.</p>
<ul>
${items}
</ul>`;
  return pageResponse({ title: 'Problems', body, cacheControl, headers, site });
}

/** Titles on pages, where people need other words than programs. */
const titlesForPeople = new Map<ProblemKind, string>([
  ['unknown-path', 'Page not found'],
  ['rate-limit-exceeded', 'Too many pages in one minute'],
]);

/** The page for a refusal. */
export function refusalPage(
  { kind, detail, details }: Refusal,
  { instance, site }: Pick<Visit, 'instance' | 'site'>,
): Response {
  const { status } = problemKinds[kind];
  const title = titlesForPeople.get(kind) ?? problemKinds[kind].title;
  // People look through the pages, not through the API.
  const forPeople = detail.replace(/ \/v1\/\S+ lists (?:all of )?them\.$/, '');
  const waitSeconds = details.retryAfterSeconds ?? 0;
  const tooManyPages =
    'Too many pages were opened from your network. ' +
    `Wait ${waitInWords(waitSeconds)}, then every link works again.`;
  const body = html`<h1>${title}</h1>
<p>${kind === 'rate-limit-exceeded' ? tooManyPages : forPeople}</p>
${waitSeconds === 0 ? nothing : html`<p><a href="${instance}">Try this page again</a></p>`}
<p>From here you can <a href="/search">search for a job title</a>, <a href="/occupations">look
through all occupations</a> or go to the <a href="/">front page</a>.</p>
<p class="small"><a href="/problems/${kind}">What this problem means</a></p>`;
  return pageResponse({
    title,
    body,
    status,
    site,
    ...(details.headers === undefined ? {} : { headers: details.headers }),
  });
}

function waitInWords(seconds: number): string {
  if (seconds > 60) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds > 1 ? `${seconds} seconds` : 'a second';
}

function plain(text: string): Response {
  return new Response(text, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': cacheControl,
      ...headers,
    },
  });
}
