// Makes and compiles the adverts of every occupation with a share of the local areas, from the January of a year on, and the same release again
// under later names, to measure how cost grows with areas, figures and editions. With `prune`, it prunes in the end.
import { districts } from '#sources/kit/sample/local-authorities.ts';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { prune } from '#compiler/operations/prune.ts';
import type { ReleaseFiles } from '#compiler/release/outcome.ts';
import { compile } from '#compiler/pipeline.ts';
import { july2026, sampleOf } from '#sources/online-job-adverts/sample.ts';
import { sources } from '#sources/index.ts';

const [directory = '.', share = '1', editions = '1', firstYear = '2017', prunes] = process.argv.slice(2);
// With a whole last year, twice the years have twice the months.
const shape = firstYear === '2017' ? july2026 : { ...july2026, lastMonth: { year: 2025, month: 12 }, suppressed: [], patchy: {} };
const outsideLondon = districts.filter(({ code }) => !code.startsWith('E09'));
const places = outsideLondon.slice(0, Math.round(outsideLondon.length * Number(share)));
const wanted = ['soc-structure', 'soc-index', 'local-authorities', 'online-job-adverts'];
const quiet = { progress: () => {}, say: () => {} };

const releases: ReleaseFiles[] = [];
for (const source of sources.filter(({ key }) => wanted.includes(key))) {
  const isAdverts = source.key === 'online-job-adverts';
  for (const { release: name, files } of isAdverts
    ? await sampleOf(places, Number(firstYear), shape)
    : await source.sample({ full: true })) {
    for (let month = 0; month < (isAdverts ? Number(editions) : 1); month += 1) {
      const release = parseRelease(source, month === 0 ? name : `${name}-2026-08-${String(month).padStart(2, '0')}`);
      if (release === null) throw new Error(`${source.key} does not read the name of its release`);
      releases.push({ source, release, files: () => files });
    }
  }
}
await compile({ sources, releases, directory, sampleSize: 'full', acceptDocumented: false, ...quiet });
if (prunes === 'prune') {
  for (const { path, what, files, bytes } of prune({ directory, sources, dryRun: false, say: quiet.say }).removed) {
    console.log(`  pruned ${path}: ${what}, ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
  }
}
