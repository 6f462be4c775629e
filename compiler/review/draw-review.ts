// Draws a review as one page of HTML that opens from a disk: no script, no other file.
import { escaped, page } from '../report/html.ts';
import type { Section } from './describe-review.ts';

/** Text with its addresses as links and its commands as code. */
function written(text: string): string {
  const html = escaped(text).replace(/https:\/\/[^\s,;]+/g, (address) => `<a href="${address}">${address}</a>`);
  return text.startsWith('lmi ') ? `<code>${html}</code>` : html;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #888}
ol,ul{padding-left:1.4rem}li{margin:.4rem 0}li li{margin:0;color:#444;overflow-wrap:anywhere}
li.block{border-left:.3rem solid #b00020;padding-left:.6rem;list-style:none}code{background:#eee;padding:.1rem .3rem;overflow-wrap:anywhere}`;

/** The page. */
export function drawReview(sections: readonly Section[]): string {
  const [first] = sections;
  const title = first?.title ?? 'Review';
  const body = sections.map(({ title: heading, lines }, place) => {
    const items = lines.map(({ text, details }) => {
      const inner = details.length === 0 ? '' : `<ul>${details.map((detail) => `<li>${written(detail)}</li>`).join('')}</ul>`;
      return `<li${text.startsWith('BLOCK ') ? ' class="block"' : ''}>${written(text)}${inner}</li>`;
    });
    const level = place === 0 ? 'h1' : 'h2';
    return `<section>\n<${level}>${written(heading)}</${level}>\n<ul>\n${items.join('\n')}\n</ul>\n</section>`;
  });
  return page(title, style, body.join('\n'));
}
