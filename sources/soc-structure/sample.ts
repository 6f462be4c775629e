// A synthetic Volume 1 in the publisher's layout. Codes and titles are real; every other text says that it is synthetic.
import { classification } from '#sources/kit/sample/classification.ts';
import { type SampleCell, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { ClassificationGroup, SampleRelease } from '#sources/kit/source.ts';
import { layout } from './layout.ts';
import { blank, levels } from './reshape.ts';

/** One release of the publisher's size, with or without `full`: the whole classification is small. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const bytes = await writeWorkbook([
    { name: layout.sheet('descriptions'), rows: [layout.headers('descriptions'), ...classification.map(descriptionRow)] },
    { name: layout.sheet('framework'), rows: [layout.headers('framework'), ...frameworkRows()] },
  ]);
  const name = 'soc2020volume1structureanddescriptionofunitgroupsexcel16042025.xlsx';
  return [{ release: 'sample-2025-04-16', files: [{ name, bytes }] }];
}

/** A row with a code in exactly one of the four code columns, and the publisher's text for "none" in the others. */
function descriptionRow({ code, title }: ClassificationGroup, place: number): SampleCell[] {
  const codes = levels.map((_, level) => (level === code.length - 1 ? Number(code) : blank));
  // Some of the publisher's titles end in a blank.
  const printed = place % 30 === 0 ? `${title} ` : title;
  const description = `Synthetic sample text: the work of group ${code}, ${title}, would be described here.`;
  if (code.length < 4) return [...codes, printed, childrenText(code), description, blank, blank, blank];
  const tasks = list(place % 3 === 0 ? 7 : 6, (task) => `synthetic sample text: task ${task} of group ${code}; a second clause of it`);
  const titles = list(place % 20 === 0 ? 6 : 5, (related) => `Synthetic sample title ${related} of ${code}`);
  return [...codes, printed, blank, description, `Synthetic sample text: entry routes of group ${code}.`, tasks, titles];
}

function list(count: number, item: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => `~${item(index + 1)}`).join('\n\n');
}

function childrenText(code: string): string {
  const below = classification.filter((group) => group.code.length === code.length + 1 && group.code.startsWith(code));
  return ['Synthetic sample text: this group holds the following.', ...below.map(({ code: child, title }) => `${child} ${title}`)].join(
    '\n',
  );
}

function frameworkRows(): SampleCell[][] {
  const rows: SampleCell[][] = [];
  let unit = 0;
  for (const { code, title } of classification) {
    const codes = levels.map((_, level) => (level === code.length - 1 ? Number(code) : null));
    if (code.length < 4) {
      rows.push([null, ...codes, code.length < 3 ? title.toUpperCase() : capitalised(title)], []);
      continue;
    }
    const history = unit % 40 === 0 ? ['Synthetic sample text: unit group title was another', 'V7'] : [];
    rows.push([`soc-y${identifier(unit)}`, ...codes, title, ...history]);
    unit++;
  }
  return rows;
}

/** 1aa, 1ab … 1zz: the shape of the publisher's identifiers. */
function identifier(unit: number): string {
  const letter = (place: number) => String.fromCharCode(97 + place);
  return `${1 + Math.floor(unit / 676)}${letter(Math.floor(unit / 26) % 26)}${letter(unit % 26)}`;
}

function capitalised(title: string): string {
  return title.replace(/\b[a-z]/g, (initial) => initial.toUpperCase());
}
