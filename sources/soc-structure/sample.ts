// A synthetic Volume 1. Codes and titles are real; every other text says that it is synthetic. It has what a reader must bear: titles that
// end in a blank, empty rows, upper titles in other capitals, and titles that were others before.
import { classification, unitGroups } from '#sources/kit/sample/classification.ts';
import { sheetOf, workbookOf } from '#sources/kit/sample/tables.ts';
import type { ClassificationGroup, SampleRelease } from '#sources/kit/source.ts';
import { layout } from './layout.ts';
import { blank, levels } from './reshape.ts';

/** One release of the publisher's size, with or without `full`: the whole classification is small. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const name = 'soc2020volume1structureanddescriptionofunitgroupsexcel16042025.xlsx';
  const sheets = [sheetOf(layout, 'descriptions', classification.map(described)), sheetOf(layout, 'framework', framework)];
  return [{ release: 'sample-2025-04-16', files: [await workbookOf(name, ...sheets)] }];
}

const codesOf = (code: string, none: string) => levels.map((_, level) => (level === code.length - 1 ? code : none));
const list = (count: number, item: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => `~${item(index + 1)}`).join('\n\n');

function described({ code, title }: ClassificationGroup, place: number): string[] {
  const below = classification.filter((group) => group.code.length === code.length + 1 && group.code.startsWith(code));
  const children = ['Synthetic sample text: this group holds the following.', ...below.map((group) => `${group.code} ${group.title}`)];
  const description = `Synthetic sample text: the work of group ${code}, ${title}, would be described here.`;
  const common = [...codesOf(code, blank), place % 30 === 0 ? `${title} ` : title];
  if (code.length < 4) return [...common, children.join('\n'), description, blank, blank, blank];
  const tasks = list(place % 3 === 0 ? 7 : 6, (task) => `synthetic sample text: task ${task} of group ${code}; a second clause of it`);
  const titles = list(place % 20 === 0 ? 6 : 5, (related) => `Synthetic sample title ${related} of ${code}`);
  return [...common, blank, description, `Synthetic sample text: entry routes of group ${code}.`, tasks, titles];
}

const framework = classification.flatMap(({ code, title }) => {
  const codes = codesOf(code, '');
  if (code.length < 4) return [['', ...codes, code.length < 3 ? title.toUpperCase() : title], []];
  const isRenamed = unitGroups.findIndex((unit) => unit.code === code) % 40 === 0;
  return [[`soc-y${code}`, ...codes, title, ...(isRenamed ? ['Synthetic sample text: unit group title was another', 'V7'] : [])]];
});
