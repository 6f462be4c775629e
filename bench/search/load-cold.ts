// Loads one stored index in a new process, and prints the milliseconds from its text to its first answer, and its memory.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { searchers } from './searches.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const memory = () => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const [file = '', name = ''] = process.argv.slice(2);
const searcher = searchers.find((one) => one.name === name);
if (searcher === undefined) throw new Error(`no search is named "${name}"`);
const stored = readFileSync(file, 'utf8');
const before = memory();
const start = performance.now();
const ask = searcher.load(stored);
const loaded = performance.now();
ask('sofware enginer', 10);
const answered = performance.now();
console.log(JSON.stringify({ load: loaded - start, firstAnswer: answered - loaded, megabytes: (memory() - before) / 1e6 }));
