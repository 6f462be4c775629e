// The guides: a page each, as guides/*.md has them.
import texts from '../page-texts.json' with { type: 'json' };
import type { FoundPage } from '../page.ts';
import { Html, html } from '../html.ts';
import type { Site } from '../../http/site.ts';

/** In the order in which people need them. */
const order = [
  'first-call',
  'reading-a-figure',
  'pinning',
  'limits',
  'attribution',
  'offline',
  'coding-titles',
] as const satisfies readonly (keyof typeof texts.guides)[];

export const guides = order.map((id) => ({ id, ...texts.guides[id] }));

/** The text of a guide for a page at `to`. */
export function guideText(id: keyof typeof texts.guides, { to, api }: Pick<Site, 'to' | 'api'>): Html {
  const linked = texts.guides[id].html.replace(/ href="(\/[^"]*)"/g, (_, path: string) => ` href="${to(path)}"`);
  return new Html(linked.replaceAll('$API', html`${api ?? 'https://lmi.example.org'}`.text));
}

/** The page of a guide; null if there is none of this name. */
export function guidePage(id: string, site: Site): FoundPage | null {
  const { to } = site;
  const guide = guides.find((candidate) => candidate.id === id);
  if (guide === undefined) return null;
  return {
    title: guide.title,
    body: html`<nav class="crumbs" aria-label="Reference"><ul><li><a href="${to('/reference')}">For developers</a></li></ul></nav>
<h1>${guide.title}</h1>
<p class="lead">${guide.summary}</p>
${guideText(guide.id, site)}
<h2>Other guides</h2>
<ul>${guides.filter((other) => other !== guide).map((other) => html`<li><a href="${to(`/guides/${other.id}`)}">${other.title}</a></li>`)}</ul>`,
  };
}
