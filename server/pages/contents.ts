// The contents of a long page: links to its parts, which stay in sight beside them where there is room.
import { type Html, html } from './html.ts';

export interface Section {
  readonly id: string;
  readonly heading: string;
}

/** The parts of a page, with links to them. */
export function withContents(sections: readonly Section[], parts: Html): Html {
  return html`<div class="long"><nav class="contents no-print" aria-label="On this page"><ul>${sections.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}</ul></nav>
<div class="parts">
${parts}
</div></div>`;
}
