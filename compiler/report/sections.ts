// Sections of lines, which a review and the report of a day are made of: for a terminal and as
// Markdown.
import { printable } from '#schemas/printable.ts';
import type { Correction } from '#schemas/standing.ts';
import { joinLines } from '#schemas/trimmed.ts';
import { asTyped } from './print.ts';

export interface Line {
  readonly text: string;
  readonly details: readonly string[];
  readonly next?: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
}

export const line = (text: string, ...details: readonly string[]): Line => ({
  text,
  details: details.filter((detail) => detail !== ''),
});

/** The same, with the commands to choose from next. */
export const withNext = (item: Line, ...next: readonly string[]): Line => ({ ...item, next });

export function describeSections(sections: readonly Section[]): string[] {
  return sections.flatMap(({ title, lines }, place) => [
    ...(place === 0 ? [] : ['']),
    title,
    ...lines.flatMap(({ text, details, next = [] }) =>
      [text, ...[...details, ...next].map((detail) => `  ${detail}`)].map((row) => `  ${row}`),
    ),
  ]);
}

/** Sections as Markdown; texts of publishers stay texts. */
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

/** The publisher's notices about a held edition. */
export function describeNotice({ date, text }: Pick<Correction, 'date' | 'text'>): string {
  return `its publisher says${date === null ? '' : `, on ${date}`}: ${text}`;
}
