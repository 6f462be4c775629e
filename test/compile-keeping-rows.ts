// The command line, with sources that keep for the tests what they parse, and their samples:
// test/compiled-data.ts compiles with it. With LMI_TEST_FEW_TITLES the search learns from few
// titles.
import './unsynced.ts';
import { main } from '#compiler/cli.ts';
import { sources } from '#sources/index.ts';
import { withFewTitles } from './compiler/slim-sources.ts';
import { keepingRows, keptSamples } from './kept.ts';

for (const source of sources) {
  const declared = { ...source };
  const keeping = keepingRows(declared);
  Object.assign(
    source,
    process.env['LMI_TEST_FEW_TITLES'] === undefined ? keeping : withFewTitles(keeping),
    {
      sample: () => keptSamples(declared),
    },
  );
}
await main(process.argv.slice(2), { inWorkerProcesses: false });
