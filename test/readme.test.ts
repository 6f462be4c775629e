// The README stays true: npm run check holds its tables, and the answers that it shows are those of
// the sample.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { sampleDirectory } from './compiled-data.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('the curl line gives the answer that stands beneath it', async () => {
  const text = read('README.md');
  const [, path = '', shown] =
    /\$ curl .*'http:\/\/127\.0\.0\.1:8787(\/[^']*)'\n\s+(.*)\n/.exec(text) ?? [];
  expect((await (await answerOffline(sampleDirectory())(path)).text()).trim()).toBe(shown);
});

test('the two answers at its top are those of the sample, member by member', async () => {
  const ask = answerOffline(sampleDirectory());
  const [heading = '', , ...rows] =
    /(?:^\| `GET .*\n)(?:^\|.*\n)+/m.exec(read('README.md'))?.[0].trim().split('\n') ?? [];
  const cellsOf = (line: string) => line.slice(1, -1).split('|');
  const answers = await Promise.all(
    cellsOf(heading).map(async (cell) =>
      JSON.parse(await (await ask(/GET ([^`]+)/.exec(cell)?.[1] ?? '')).text()),
    ),
  );
  let compared = 0;
  for (const [place, cell] of rows.flatMap((line) => [...cellsOf(line).entries()])) {
    const [, path = '', shown = ''] = /^ `([^`]+)`: (.*) $/.exec(cell) ?? [];
    const value = path
      .split('.')
      .reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), answers[place]);
    const [said = ''] = shown.replaceAll('**', '').split(/ \(|, as /);
    expect([path, String(value).startsWith(said)]).toEqual([path, true]);
    compared += 1;
  }
  expect(compared).toBe(16);
});

test('the picture of a page is there, is small, and is called invented', () => {
  const text = read('README.md');
  const [, file = '', after = ''] = /!\[[^\]]+\]\((docs\/[^)]+\.png)\)\s*([^\n]*)/.exec(text) ?? [];
  expect(statSync(join(root, file)).size).toBeLessThanOrEqual(200_000);
  expect(after).toMatch(/^The figures in this picture are invented/);
});
