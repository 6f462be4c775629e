// Every error of the compiler and the sources that reaches a person is told without its stack: it has the base that the command line knows.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { expect, test } from 'vitest';

test('every other error is caught on its way', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const direct = glob
    .sync(['compiler/**/*.ts', 'sources/**/*.ts'], { cwd: root })
    .flatMap((file) => [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/class (\w+) extends Error\b/g)].map(([, name]) => name));
  expect(direct.sort()).toEqual(['FetchError', 'HtmlError', 'PassingFault', 'PrivateAddressError', 'ReportedError']);
});
