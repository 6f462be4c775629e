// What pages cost: their weight, the time to write all of them, the processor time of those that are made when they are asked for, and the worker.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { filesBeneath } from '#compiler/edition/files-beneath.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { bundleWorker } from '#compiler/serve/serve.ts';
import { offlinePorts } from '#server/offline-ports.ts';
import { createRouter } from '#server/router.ts';
import { createNodeStore } from '#server/store-node.ts';

/** What was promised. Kilobytes and megabytes are of 1,000. */
const allowed = {
  live: { milliseconds: 8 },
  occupation: { most: 120_000, mean: 70_000, gzipped: 25_000 },
  site: { bytes: 60_000_000, seconds: 30 },
  worker: { bytes: 700_000, gzipped: 180_000 },
};

const publicUrl = 'https://lmi.example.org';
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const verdict = (value: number, most: number) => (value <= most ? 'within' : 'MORE THAN');

/** `site`: a folder that lmi site has written from the data, in so many seconds of processor. */
export async function measurePages(data: string, site: string, processorSeconds: number): Promise<void> {
  const files = filesBeneath(site).map(({ path }) => ({ path, bytes: statSync(join(site, path)).size }));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const occupations = files.filter(({ path }) => path.startsWith('occupations/'));
  console.log(
    `the site: ${files.length} files, ${(total / 1e6).toFixed(1)} MB, ${verdict(total, allowed.site.bytes)} ${allowed.site.bytes / 1e6} MB; ` +
      `${processorSeconds.toFixed(1)} s of processor, ${verdict(processorSeconds, allowed.site.seconds)} ${allowed.site.seconds} s`,
  );
  const sizes = occupations.map(({ bytes }) => bytes);
  const gzipped = occupations.map(({ path }) => gzipSync(readFileSync(join(site, path))).length);
  const mean = sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length;
  const [most, mostGzipped] = [Math.max(...sizes), Math.max(...gzipped)];
  console.log(
    `${sizes.length} pages of occupations: at most ${kilobytes(most)}, ${verdict(most, allowed.occupation.most)} ${kilobytes(allowed.occupation.most)}; ` +
      `on average ${kilobytes(mean)}, ${verdict(mean, allowed.occupation.mean)} ${kilobytes(allowed.occupation.mean)}; ` +
      `gzipped at most ${kilobytes(mostGzipped)}, ${verdict(mostGzipped, allowed.occupation.gzipped)} ${kilobytes(allowed.occupation.gzipped)}`,
  );
  await measureAnswers(data);
  const { code } = await transform(await bundleWorker(), { minify: true, format: 'esm' });
  const worker = [Buffer.byteLength(code), gzipSync(code).length] as const;
  console.log(
    `the worker, minified: ${kilobytes(worker[0])}, ${verdict(worker[0], allowed.worker.bytes)} ${kilobytes(allowed.worker.bytes)}; ` +
      `gzipped ${kilobytes(worker[1])}, ${verdict(worker[1], allowed.worker.gzipped)} ${kilobytes(allowed.worker.gzipped)}`,
  );
}

function millisecondsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** Requests of each kind, all different, after as many that are not counted. */
const requests = 40;

async function measureAnswers(data: string): Promise<void> {
  const all = readCatalogue(data)?.catalogue.editions.findLast(({ source, state }) => source === 'soc-index' && state === 'served');
  const codes = all?.axes.occupations ?? [];
  const pair = (place: number) => [codes[place % codes.length], codes[(place * 7 + 1) % codes.length]] as const;
  const words = ['nurse', 'sofware enginer', 'teacher of maths', 'lorry driver', 'care worker', 'chef', 'roofer', 'data analyst'];
  const kinds: readonly (readonly [name: string, path: (place: number) => string])[] = [
    ['an occupation in an area', (place) => `/occupations/${codes[place]}?area=${place % 2 === 0 ? 'london' : 'wales'}`],
    ['two occupations compared', (place) => `/compare?a=${pair(place)[0]}&b=${pair(place)[1]}`],
    ['a search', (place) => `/search?q=${encodeURIComponent(`${words[place % words.length]} ${place}`)}`],
    ['an occupation', (place) => `/occupations/${codes[place]}`],
  ];
  for (const [name, path] of kinds) {
    const router = createRouter({
      ...offlinePorts,
      answerCode: 'bench',
      store: createNodeStore(data),
      publicUrl,
    });
    const measured: number[] = [];
    let bytes = 0;
    for (let place = 0; place < 2 * requests; place += 1) {
      const request = new Request(`${publicUrl}${path(place)}`, { headers: { 'Accept-Encoding': 'gzip', Accept: 'text/html' } });
      const began = process.cpuUsage();
      const response = await router.fetch(request);
      const body = await response.arrayBuffer();
      const spent = millisecondsSince(began);
      if (response.status !== 200) throw new Error(`${request.url}: ${response.status}`);
      if (place < requests) continue;
      measured.push(spent);
      bytes += body.byteLength;
    }
    const [median = 0, most = 0] = [measured.toSorted((a, b) => a - b)[Math.floor(requests / 2)], Math.max(...measured)];
    console.log(
      `${name}: ${median.toFixed(1)} ms of processor, ${verdict(median, allowed.live.milliseconds)} ${allowed.live.milliseconds} ms; at most ${most.toFixed(1)} ms; ` +
        `${kilobytes(bytes / requests)} as sent`,
    );
  }
}
