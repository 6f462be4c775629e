// A table that is typed by hand: a row for each line, its cells between tabs. Lines that begin with # say something of it.
import { readFileSync } from 'node:fs';

export function typedRows(file: URL): string[][] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
}
