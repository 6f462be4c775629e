// The command line, with sources that keep for the tests what they parse, and their samples: test/compiled-data.ts compiles with it.
import { main } from '#compiler/cli.ts';
import { sources } from '#sources/index.ts';
import { keepingRows, keptSample } from './kept.ts';

for (const source of sources) {
  const declared = { ...source };
  Object.assign(source, keepingRows(declared), {
    sample: (size: { readonly full: boolean }) => (size.full ? declared.sample(size) : keptSample(declared)),
  });
}
await main(process.argv.slice(2));
