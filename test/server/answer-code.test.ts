// The digest of the code that makes answers: it follows what the code does, and is the same
// wherever the code runs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerCode } from '#compiler/serve/answer-code.ts';
import { digestOfCode } from '#compiler/serve/worker-code.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { bundleWorker } from '#compiler/serve/serve.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const sample = sampleDirectory();

const digestOf = (module: string, imported: string): string => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'imported.ts'), imported);
  writeFileSync(join(directory, 'answer.ts'), `import { median } from './imported.ts';\n${module}`);
  return digestOfCode(join(directory, 'answer.ts'));
};

const module = 'export const answer = (value: number): number => median(value);\n';
const imported = 'export const median = (value: number): number => value;\n';

test('comments, types and blanks are no part of it; what an imported module does is', () => {
  const before = digestOf(module, imported);
  expect(digestOf(`// Why.\n${module}`, `/** Pounds. */\n\n${imported}`)).toBe(before);
  expect(digestOf(module.replace('value: number', 'value: any'), imported)).toBe(before);
  expect(digestOf(module, imported.replace('=> value', '=> value + 1'))).not.toBe(before);
  expect(digestOf(module.replace('median(value)', 'median(-value)'), imported)).not.toBe(before);
});

test('the worker has the digest of the checkout', async () => {
  expect(answerCode()).toMatch(/^[0-9a-f]{16}$/);
  expect(await bundleWorker()).toContain(answerCode());
});

test('other code gives another tag, and each tag is revalidated by its own code only', async () => {
  const path = '/v1/occupations/2134/pay';
  const tags = await Promise.all(
    ['one', 'other'].map(async (code) =>
      (await answerOffline(sample, code)(path)).headers.get('ETag'),
    ),
  );
  expect(new Set(tags).size).toBe(2);
  expect((await answerOffline(sample)(path)).headers.get('ETag')).toBe(
    (await answerOffline(sample, answerCode())(path)).headers.get('ETag'),
  );
});
