// What the pages in docs/ list stays whole: every package, and every setting of the worker.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
/** What stands in the first column of the tables. */
const listed = (page: string): string[] => [...read(page).matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '));

test('docs/dependencies.md has a reason for each package, and for no other', () => {
  const { dependencies, devDependencies, optionalDependencies }: Record<string, Record<string, string>> = JSON.parse(read('package.json'));
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(listed('docs/dependencies.md').filter((name) => name !== 'package').toSorted()).toEqual(packages.toSorted());
});

test('docs/settings.md names every setting of the worker', () => {
  const settings = ['server/worker.ts', 'server/sign-up/mail-settings.ts'].flatMap((file) => [...read(file).matchAll(/^ {2}readonly ([A-Z_]+)\??: (?!Durable|Fetcher)/gm)].map(([, name]) => name));
  expect(settings.length).toBeGreaterThan(10);
  expect(listed('docs/settings.md')).toEqual(expect.arrayContaining(settings));
});
