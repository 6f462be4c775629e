// Makes the archive of a small data directory of today's formats: npx node test/older-data/pack.ts NAME. It compiles the plain sample, in which
// every cell is read and checked, and writes the documents of two unit groups. See README.md here.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import glob from 'fast-glob';
import { pack } from 'tar-stream';
import { parseRelease, requireCatalogue } from '#compiler/edition/catalogue.ts';
import { compile } from '#compiler/pipeline.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { sources } from '#sources/index.ts';

/** One with much that is published, one with little. */
const occupations: readonly string[] = ['2134', '5421'];

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('expected the name of the archive, the commit that made it');
const directory = mkdtempSync(join(tmpdir(), 'lmi-older-'));
const slim = sources.map((source): typeof source => ({
  ...source,
  axes(observations) {
    const axes = source.axes(observations);
    return { ...axes, occupations: axes.occupations.filter((soc) => occupations.includes(soc)) };
  },
  *documents(inputs) {
    for (const document of source.documents(inputs)) {
      if (document.place.soc === undefined || occupations.includes(document.place.soc)) yield document;
    }
  },
}));
const releases = [];
for (const source of slim) {
  for (const { release: named, files } of await source.sample({ full: false })) {
    const release = parseRelease(source, named);
    if (release === null) throw new Error(`${source.key} names its sample ${named}`);
    releases.push({ source, release, files: () => files });
  }
}
const outcomes = await compile({
  sources: slim,
  releases,
  directory,
  sampleSize: 'plain',
  afresh: true,
  acceptDocumented: false,
  progress: () => {},
  say: console.error,
});
for (const { source, verdict } of outcomes) if (verdict !== 'published') throw new Error(`${source} is ${verdict}`);
// They would make the archive six times as large.
rmSync(join(directory, 'snapshots'), { recursive: true });
writeFileSync(join(directory, 'answers.json'), `${JSON.stringify(await answersOf(directory), null, 1)}\n`);
writeFileSync(join(import.meta.dirname, `${name}.tar.zst`), await archived(directory));
rmSync(directory, { recursive: true });

/** What this code answers to every keyed endpoint, pinned to each edition where the endpoint takes pins: path, status, body. */
async function answersOf(data: string): Promise<{ path: string; status: number; sha256: string }[]> {
  const answer = answerOffline(data);
  const answers = [];
  for (const path of pathsOf(data)) {
    const response = await answer(path);
    const bytes = new Uint8Array(await response.arrayBuffer());
    answers.push({ path, status: response.status, sha256: Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex') });
  }
  return answers;
}

function pathsOf(data: string): string[] {
  const catalogue = requireCatalogue(data);
  return endpoints
    .filter(({ access }) => access === 'key')
    .flatMap((endpoint) => {
      const {
        path,
        sources: [source],
        query,
      } = endpoint;
      const places = path.includes('{soc}') ? occupations.map((soc) => path.replace('{soc}', soc)) : [path];
      const asked = places.map(
        (place) =>
          place.replace('{area}', 'cambridge') + (query.some(({ name: parameter }) => parameter === 'q') ? '?q=software%20enginer' : ''),
      );
      const pins = query.some(({ name: parameter }) => parameter === 'edition')
        ? catalogue.editions.filter((edition) => edition.source === source)
        : [];
      return [...asked, ...pins.flatMap(({ id }) => asked.map((place) => `${place}?edition=${id}`))];
    });
}

async function archived(folder: string): Promise<Uint8Array> {
  const tar = pack();
  for (const file of glob.sync('**/*', { cwd: folder, dot: true }).sort())
    tar.entry({ name: file, mtime: new Date(0) }, readFileSync(join(folder, file)));
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) chunks.push(chunk as Uint8Array);
  return zstdCompressSync(Buffer.concat(chunks), {
    params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 26, [constants.ZSTD_c_enableLongDistanceMatching]: 1 },
  });
}
