// The figures that the sections of an occupation have for its page, and a search for them in the rows of its tables.
import { html } from '#server/pages/html.ts';
import type { PageAnswers } from '#server/pages/occupation/answers.ts';
import { type Label, tablesIn } from '#server/pages/occupation/content.ts';
import { isShown } from '#server/pages/occupation/figure.ts';
import { sectionsOf } from '#server/pages/occupation/sections.ts';

export interface PageOfAnswers {
  readonly answers: PageAnswers;
  readonly text: string;
}

const textOf = (label: Label) => html`${typeof label === 'string' ? label : `${label.text}${label.more ?? ''}`}`.text;

/** The cells of all tables by the label of their row, without its remark. */
function rowsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const rows = [...text.matchAll(/<tr><th scope="row">([^]*?)<\/th>([^]*?)<\/tr>/g)];
  const labelIn = (heading: string) => heading.replace(/<span class="why">[^]*?<\/span>|<[^>]+>/g, '');
  return new Map(
    [...Map.groupBy(rows, ([, heading = '']) => labelIn(heading))].map(([label, of]) => [label, of.map(([, , cells = '']) => cells)]),
  );
}

/** The figures that stand in no row of their label, and how many there are. */
export function lostFigures(pages: ReadonlyMap<string, PageOfAnswers>): { readonly lost: readonly string[]; readonly found: number } {
  const lost: string[] = [];
  let found = 0;
  for (const [soc, { answers, text }] of pages) {
    const rows = rowsOf(text);
    const tables = sectionsOf(answers).flatMap((section) => tablesIn(section.say(answers).blocks, section.id));
    for (const { label, figures } of tables.flatMap((table) => table.rows)) {
      for (const figure of figures) {
        if (!isShown(figure)) continue;
        found += 1;
        const cell = `>${html`${figure.text}`.text}`;
        if (rows.get(textOf(label))?.some((cells) => cells.includes(`${cell} `) || cells.includes(`${cell}<`)) !== true)
          lost.push(`${soc} ${textOf(label)}: ${figure.text}`);
      }
    }
  }
  return { lost, found };
}
