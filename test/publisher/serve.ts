// The publisher on loopback as a program: offers the synthetic workbooks of ONS's first three sources under names of real releases, and prints
// its address. For benchmarks, which block while they measure.
import { ashe } from '#sources/ashe/source.ts';
import { firstVolumes, publishVolumes } from '../fetch/publications.ts';
import { paths, publishDataset } from './ons.ts';
import { startPublisher } from './publisher.ts';

const publisher = await startPublisher();
publishVolumes(publisher, await firstVolumes());
const [release] = await ashe.sample({ full: false });
const editions = (release?.files ?? []).map((file) => ({
  edition: '2024provisional',
  releaseDate: '2024-10-28T00:00:00.000Z',
  file,
  // Under this notice's date the release is one whose cells nobody has read by eye.
  versions: [{ updateDate: '2024-11-20T00:00:00.000Z', correctionNotice: 'Synthetic notice.' }],
}));
publishDataset(publisher, paths.table14, editions.filter(({ file }) => file.name.includes('table14')));
publishDataset(publisher, paths.table15, []);
process.stdout.write(`${publisher.url}\n`);
