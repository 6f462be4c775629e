// A synthetic Volume 1. Codes and titles are real; every other text says that it is synthetic.
import { classification } from '#sources/kit/sample/classification.ts';
import { sheetOf, workbookOf } from '#sources/kit/sample/tables.ts';
import type { ClassificationGroup } from '#sources/kit/needs.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { layout } from './layout.ts';
import { blank, levels } from './reshape.ts';

export async function sample(): Promise<readonly SampleRelease[]> {
  const name = 'soc2020volume1structureanddescriptionofunitgroupsexcel16042025.xlsx';
  const framework = classification.map(({ code, title }) => [
    code.length === 4 ? `soc-y${code}` : '',
    ...codesOf(code, ''),
    title,
  ]);
  const sheets = [
    sheetOf(layout, 'descriptions', classification.map(described)),
    sheetOf(layout, 'framework', framework),
  ];
  return [{ release: 'sample-2025-04-16', files: [await workbookOf(name, ...sheets)] }];
}

const codesOf = (code: string, none: string) =>
  levels.map((_, level) => (level === code.length - 1 ? code : none));
const list = (item: (number: number) => string) =>
  [1, 2, 3, 4, 5, 6].map((number) => `~${item(number)}`).join('\n\n');

function described({ code, title }: ClassificationGroup): string[] {
  const work = `the work of group ${code}, ${title}`;
  const description = `Synthetic sample text: ${work}, would be described here.`;
  const common = [...codesOf(code, blank), title];
  if (code.length < 4)
    return [
      ...common,
      'Synthetic sample text: the groups within.',
      description,
      blank,
      blank,
      blank,
    ];
  const tasks = list(
    (task) => `synthetic sample text: task ${task} of ${title}; a second clause of it`,
  );
  const titles = list((related) => `Synthetic sample title ${related} of ${title}`);
  return [
    ...common,
    blank,
    description,
    `Synthetic sample text: entry routes of ${title}.`,
    tasks,
    titles,
  ];
}
