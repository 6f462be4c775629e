// Errors told to a person: which exit code each ends the command line with, and that none is printed with its stack for want of the base.
import { ListError } from '#compiler/batch/list-text.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { expect, test } from 'vitest';
import { BundleError } from '#compiler/bundle/format.ts';
import { CatalogueError } from '#compiler/edition/catalogue.ts';
import { FormatError } from '#compiler/edition/edition-directory.ts';
import { LockedError } from '#compiler/edition/lock.ts';
import { StandInError } from '#compiler/fetch/stand-ins.ts';
import { OperationError } from '#compiler/operations/operation-error.ts';
import { DirectoryError } from '#compiler/edition/data-directory.ts';
import { AdminError } from '#compiler/serve/keys.ts';
import { SecretsError } from '#compiler/serve/secrets.ts';
import { ServeError } from '#compiler/serve/serve.ts';
import { StoreError } from '#compiler/store/store.ts';
import { LayoutError, PageError, UnreadableFileError } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

const problem = { place: 'a file', message: 'is cut short' };

test.each([
  ['BundleError', new BundleError('message'), 2],
  ['CatalogueError', new CatalogueError('message'), 2],
  ['DirectoryError', new DirectoryError('message'), 2],
  ['FormatError', new FormatError('message'), 2],
  ['LockedError', new LockedError('message'), 2],
  ['OperationError', new OperationError('message'), 2],
  ['SecretsError', new SecretsError('message'), 2],
  ['ListError', new ListError('message'), 2],
  ['ServeError', new ServeError('message'), 2],
  ['StandInError', new StandInError('message'), 2],
  ['StoreError', new StoreError('message'), 2],
  ['AdminError', new AdminError('message'), 1],
  ['UnreadableFileError', new UnreadableFileError(problem), 4],
  ['LayoutError', new LayoutError([problem]), 4],
  ['PageError', new PageError('message'), 4],
])('%s', (name, error, exitCode) => {
  expect(error).toBeInstanceOf(ReportedError);
  expect([error.name, error.exitCode]).toEqual([name, exitCode]);
});

test('every other error of the compiler and the sources is caught on its way', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const direct = glob
    .sync(['compiler/**/*.ts', 'sources/**/*.ts'], { cwd: root })
    .flatMap((file) => [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/class (\w+) extends Error\b/g)].map(([, name]) => name));
  expect(direct.sort()).toEqual(['FetchError', 'HtmlError', 'PassingFault', 'PrivateAddressError', 'ReportedError']);
});
