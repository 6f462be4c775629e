// What pages cost: their weight, the processor time of those that are asked for, and the worker.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { filesBeneath } from '#compiler/edition/files.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { bundleWorker } from '#compiler/serve/serve.ts';
import { offlinePorts } from '#server/ports.ts';
import { createRouter } from '#server/router.ts';
import { createNodeStore } from '#server/data/files-node.ts';

const publicUrl = 'https://lmi.example.org';
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** `site`: a folder that lmi site has written from the data. */
export async function measurePages(data: string, site: string): Promise<void> {
  const files = filesBeneath(site).map(({ path }) => ({ path, bytes: statSync(join(site, path)).size }));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const occupations = files.filter(({ path }) => path.startsWith('occupations/'));
  const mean = occupations.reduce((sum, { bytes }) => sum + bytes, 0) / occupations.length;
  const gzipped = occupations.map(({ path }) => gzipSync(readFileSync(join(site, path))).length);
  console.log(
    `the site: ${files.length} files, ${(total / 1e6).toFixed(1)} MB; ${occupations.length} pages of occupations: at most ${kilobytes(Math.max(...occupations.map(({ bytes }) => bytes)))}, on average ${kilobytes(mean)}, gzipped at most ${kilobytes(Math.max(...gzipped))}`,
  );
  await measureAnswers(data);
  const { code } = await transform(await bundleWorker(), { minify: true, format: 'esm' });
  console.log(`the worker, minified: ${kilobytes(Buffer.byteLength(code))}; gzipped ${kilobytes(gzipSync(code).length)}`);
}

/** Requests of each kind, all different, after as many that are not counted. */
const requests = 40;

async function measureAnswers(data: string): Promise<void> {
  const all = readCatalogue(data)?.catalogue.editions.findLast(({ source, state }) => source === 'soc-index' && state === 'served');
  const codes = all?.axes.occupations ?? [];
  const code = (place: number) => codes[place % codes.length];
  const words = ['nurse', 'sofware enginer', 'teacher of maths', 'lorry driver', 'care worker', 'chef', 'roofer', 'data analyst'];
  const kinds: readonly (readonly [name: string, path: (place: number) => string])[] = [
    ['an occupation', (place) => `/occupations/${code(place)}`],
    ['an occupation in an area', (place) => `/occupations/${code(place)}?area=${place % 2 === 0 ? 'london' : 'wales'}`],
    ['two occupations compared', (place) => `/compare?occupation=${code(place)}&occupation=${code(place * 7 + 1)}`],
    ['a search', (place) => `/search?q=${encodeURIComponent(`${words[place % words.length]} ${place}`)}`],
  ];
  for (const [name, path] of kinds) {
    const router = createRouter({ ...offlinePorts, answerCode: 'bench', store: createNodeStore(data), publicUrl });
    const milliseconds: number[] = [];
    for (let place = 0; place < 2 * requests; place += 1) {
      const began = process.cpuUsage();
      const response = await router.fetch(new Request(`${publicUrl}${path(place)}`, { headers: { Accept: 'text/html' } }));
      await response.arrayBuffer();
      const { user, system } = process.cpuUsage(began);
      if (response.status !== 200) throw new Error(`${path(place)}: ${response.status}`);
      if (place >= requests) milliseconds.push((user + system) / 1000);
    }
    const sorted = milliseconds.toSorted((a, b) => a - b);
    console.log(`${name}: ${sorted[requests / 2]?.toFixed(1)} ms of processor, at most ${sorted.at(-1)?.toFixed(1)} ms`);
  }
}
