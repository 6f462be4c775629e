// Stored answers that must never change by accident. An absent file is written locally and fails in
// CI; a different answer is left beside the stored one to look at.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What is wrong with an answer against the stored one, or null. `name` is a path under
 * test/goldens.
 */
export function goldenFault(name: string, answer: string): string | null {
  const file = fileURLToPath(new URL(`goldens/${name}`, import.meta.url));
  const changed = `${file}.changed`;
  if (!existsSync(file)) {
    if (process.env['CI'] !== undefined) return `test/goldens/${name} is not committed`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, answer);
    return null;
  }
  if (readFileSync(file, 'utf8') === answer) {
    rmSync(changed, { force: true });
    return null;
  }
  writeFileSync(changed, answer);
  return (
    `the answer differs from test/goldens/${name}; it stands beside it as .changed: if it ` +
    'is right, put it in its place'
  );
}

/**
 * A text without what differs from run to run: ids, digests, and what is named, such as the folders
 * of the test.
 */
export function masked(text: string, named: Readonly<Record<string, string>> = {}): string {
  return Object.entries(named)
    .reduce((line, [name, mask]) => line.replaceAll(name, mask), text)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/[0-9a-f]{64}/g, 'DIGEST');
}

/**
 * A table that is typed by hand: a row for each line, its cells between tabs. Lines that begin with
 * # say something of it.
 */
export function typedRows(file: URL): string[][] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

/**
 * The answers of the sample that are stored under test/goldens, as golden-answers.tsv has them: the
 * file, and the path that is asked.
 */
export const goldenAnswers = typedRows(new URL('golden-answers.tsv', import.meta.url)).map(
  ([file = '', path = '']): readonly [file: string, path: string] => [file, path],
);
