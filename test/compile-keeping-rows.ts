// The command line, with sources that keep for the tests what they parse, and their samples: test/compiled-data.ts compiles with it.
// LMI_TEST_FEW_TITLES names a file: the search learns from few titles, and the file gets the digest of all titles of each source.
import './unsynced.ts';
import { writeFileSync } from 'node:fs';
import { main } from '#compiler/cli.ts';
import { sources } from '#sources/index.ts';
import { withFewTitles } from './few-titles.ts';
import { keepingRows, keptSamples } from './kept.ts';

const told = process.env['LMI_TEST_FEW_TITLES'];
const digests: Record<string, string> = {};
for (const source of sources) {
  const declared = { ...source };
  const keeping = keepingRows(declared);
  Object.assign(source, told === undefined ? keeping : withFewTitles(keeping, (digest) => void (digests[source.key] = digest)), {
    sample: (size: { readonly full: boolean }) => (size.full ? declared.sample(size) : keptSamples(declared)),
  });
}
await main(process.argv.slice(2), { apart: false });
if (told !== undefined) writeFileSync(told, JSON.stringify(digests));
