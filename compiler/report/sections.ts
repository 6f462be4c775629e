// Sections of lines, which a review and the report of a day are made of: for a terminal, as
// Markdown, and as a page of HTML.
import { basename } from 'node:path';
import { printable } from '#schemas/printable.ts';
import { joinLines } from '#schemas/trimmed.ts';
import { escaped, page } from './html.ts';
import { asTyped } from './print.ts';

export interface Line {
  readonly text: string;
  readonly details: readonly string[];
  readonly next?: readonly string[];
  readonly page?: string;
  /** An SVG, which only a page shows. */
  readonly picture?: string;
}

export interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
}

export const line = (text: string, ...details: readonly string[]): Line => ({
  text,
  details: details.filter((detail) => detail !== ''),
});

/** The same, with the commands of which a person runs one next. */
export const withNext = (item: Line, ...next: readonly string[]): Line => ({ ...item, next });

export function describeSections(sections: readonly Section[]): string[] {
  return sections.flatMap(({ title, lines }, place) => [
    ...(place === 0 ? [] : ['']),
    title,
    ...lines.flatMap(({ text, details, page: file, next = [] }) =>
      [
        text,
        ...[...details, ...(file === undefined ? [] : [`more on a page: ${file}`]), ...next].map(
          (detail) => `  ${detail}`,
        ),
      ].map((row) => `  ${row}`),
    ),
  ]);
}

/**
 * Sections as Markdown; texts of publishers stay texts. Pages and pictures are left out, because
 * they stand in files of their own.
 */
export function markdownOf(sections: readonly Section[]): string {
  const parts = sections.map(({ title, lines }, place) => {
    const items = lines.map(({ text, details, next = [] }) =>
      [
        `- ${asMarkdown(text)}`,
        ...details.map((detail) => `  - ${asMarkdown(detail)}`),
        ...next.map((command) => `  - ${asCode(command)}`),
      ].join('\n'),
    );
    return [
      `${place === 0 ? '#' : '##'} ${asMarkdown(title)}`,
      ...(items.length === 0 ? [] : [items.join('\n')]),
    ].join('\n\n');
  });
  return `${parts.join('\n\n')}\n`;
}

function asMarkdown(text: string): string {
  return onePlainLine(text).replace(/[\\`*_[\]<>&#|~]/g, '\\$&');
}

/** Nothing in a span of code is escaped, so a backtick would end it. */
function asCode(command: string): string {
  return `\`${onePlainLine(command).replaceAll('`', "'")}\``;
}

function onePlainLine(text: string): string {
  return joinLines(printable(asTyped(text)), ' ');
}

function written(text: string): string {
  return escaped(asTyped(text)).replace(
    /https:\/\/[^\s,;]+/g,
    (address) => `<a href="${address}">${address}</a>`,
  );
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #888}
ol,ul{padding-left:1.4rem}li{margin:.4rem 0}li li{margin:0;color:#444;overflow-wrap:anywhere}
li.block{border-left:.3rem solid #b00020;padding-left:.6rem;list-style:none}code{background:#eee;padding:.1rem .3rem;overflow-wrap:anywhere}
svg{width:100%;max-width:46rem;height:auto}svg text{paint-order:stroke;stroke:#fff;stroke-width:3px}`;

/** Sections as a page of HTML that opens from a disk: no script, no other file. */
export function drawSections(sections: readonly Section[]): string {
  const [first] = sections;
  const body = sections.map(({ title: heading, lines }, place) => {
    const level = place === 0 ? 'h1' : 'h2';
    const list = lines.length === 0 ? '' : `<ul>\n${lines.map(itemOf).join('\n')}\n</ul>\n`;
    return `<section>\n<${level}>${written(heading)}</${level}>\n${list}</section>`;
  });
  return page(first?.title ?? '', style, body.join('\n'));
}

function itemOf({ text, details, next = [], page: file, picture = '' }: Line): string {
  const more = [
    ...details.map(written),
    ...(file === undefined
      ? []
      : [`<a href="${escaped(encodeURIComponent(basename(file)))}">more on a page</a>`]),
    ...next.map((command) => `<code>${escaped(asTyped(command))}</code>`),
  ];
  const inner =
    more.length === 0 ? '' : `<ul>${more.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  return `<li${text.startsWith('BLOCK ') ? ' class="block"' : ''}>${written(text)}${inner}${picture}</li>`;
}
