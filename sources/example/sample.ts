// A synthetic release in the publisher's layout: usual figures, and every marker at least once.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { textOf } from '#sources/kit/sample/tables.ts';
import { random } from '#sources/kit/random.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { layout } from './layout.ts';

export function sample(): Promise<readonly SampleRelease[]> {
  const rows = unitGroups.map(({ code, title }) => [code, title, ...printedFigures(code)]);
  const file = textOf('work-satisfaction-2025.csv', layout, 'satisfaction', rows);
  return Promise.resolve([{ release: 'sample-2025', files: [file] }]);
}

function printedFigures(code: string): readonly (string | number)[] {
  const draw = random(`example/${code}`);
  const respondents = draw.between(3, 900);
  if (respondents < 10) return ['[c]', '[c]'];
  if (respondents < 30) return ['[u]', respondents];
  return [draw.between(400, 900) / 10, respondents];
}
