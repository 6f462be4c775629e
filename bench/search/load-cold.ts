// Loads one stored index, and a stored model if one is named, in a new process, and prints the milliseconds from its text to its first answer, and its memory.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadTitleModel } from '#server/search/model/title-model.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import { searchers } from './searches.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const memory = () => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const [file = '', name = '', modelFile] = process.argv.slice(2);
const searcher = searchers.find((one) => one.name === name);
if (searcher === undefined) throw new Error(`no search is named "${name}"`);
const stored = readFileSync(file, 'utf8');
const modelBytes = modelFile === undefined ? null : readFileSync(modelFile);
const before = memory();
const start = performance.now();
const ask = modelBytes === null ? searcher.load(stored) : withModel(stored, modelBytes);
const loaded = performance.now();
ask('sofware enginer', 10);
const answered = performance.now();
console.log(JSON.stringify({ load: loaded - start, firstAnswer: answered - loaded, megabytes: (memory() - before) / 1e6 }));

function withModel(text: string, bytes: Uint8Array) {
  const index = loadTitleIndex(JSON.parse(text));
  const model = loadTitleModel(bytes);
  return (query: string, limit: number) => search(index, query, limit, model);
}
