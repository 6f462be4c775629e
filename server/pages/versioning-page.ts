// /versioning: the versioning policy and the changelog.
import { changelog } from '#schemas/changelog.ts';
import { policy } from '#schemas/versioning.ts';
import { code, html } from './html.ts';
import { pageResponse } from './page.ts';

export function versioningPage(): Response {
  const body = html`<h1>${policy.title}</h1>
${policy.sections.map(
  ({ heading, parts }) => html`<h2>${heading}</h2>
${parts.map((part) => (typeof part === 'string' ? html`<p>${code(part)}</p>` : html`<ul>${part.map((item) => html`<li>${code(item)}</li>`)}</ul>`))}`,
)}
<h2 id="changelog">What has changed</h2>
<p><a href="/changelog.atom">A feed</a> has the same entries.</p>
${changelog.map(
  ({ version, date, changes }) => html`<h3 id="version-${version}">${version}, <time datetime="${date}">${date}</time></h3>
<ul>${changes.map(({ kind, text }) => html`<li>${kind}: ${code(text)}</li>`)}</ul>`,
)}`;
  return pageResponse({ title: policy.title, body, cacheControl: 'public, max-age=3600' });
}
