// /versioning: the versioning policy and the changelog.
import { changelog } from '../meta/changelog.ts';
import { policy } from './versioning-policy.ts';
import type { FoundPage } from './finding.ts';
import { code, html, nothing } from './html.ts';
import type { Site } from './site.ts';

/** The page as a part of a site. */
export function versioning({ live }: Pick<Site, 'live'>): FoundPage {
  const body = html`<h1>${policy.title}</h1>
${policy.sections.map(
  ({ heading, parts }) => html`<h2>${heading}</h2>
${parts.map((part) => (typeof part === 'string' ? html`<p>${code(part)}</p>` : html`<ul>${part.map((item) => html`<li>${code(item)}</li>`)}</ul>`))}`,
)}
<h2 id="changelog">What has changed</h2>
${live ? html`<p><a href="/changelog.atom">A feed</a> has the same entries.</p>` : nothing}
${changelog.map(
  ({ version, date, changes }) => html`<h3 id="version-${version}">${version}, <time datetime="${date}">${date}</time></h3>
<ul>${changes.map(({ kind, text }) => html`<li>${kind}: ${code(text)}</li>`)}</ul>`,
)}`;
  return { title: policy.title, body };
}
