// The publishers on loopback as a program: offers the synthetic releases of every source whose pages are imitated, under names of real
// releases, and prints what stands in for whom. For benchmarks, which block while they measure.
import type { SourceKey } from '#schemas/codes.ts';
import { ashe } from '#sources/ashe/source.ts';
import { sources } from '#sources/index.ts';
import { firstVolumes } from '../fetch/publications.ts';
import { ons, paths, publishDataset, publishVolume } from './ons.ts';
import { type Publisher, startPublisher } from './publisher.ts';

/** A publisher's pages of one source: the origins that are asked for them, and how to put them there. A source without a row is left out. */
interface Imitation {
  readonly origins: readonly string[];
  readonly publish: (publisher: Publisher) => Promise<void>;
}

const imitations: Partial<Record<SourceKey, Imitation>> = {
  'soc-structure': { origins: [ons], publish: async (publisher) => publishVolume(publisher, paths.structure, [(await firstVolumes()).structure]) },
  'soc-index': { origins: [ons], publish: async (publisher) => publishVolume(publisher, paths.index, [(await firstVolumes()).index]) },
  ashe: { origins: [ons], publish: publishPay },
};

async function publishPay(publisher: Publisher): Promise<void> {
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
}

/** What this program prints, as one line of JSON. */
export interface Served {
  /** For LMI_STAND_INS. */
  readonly standIns: string;
  readonly sources: readonly SourceKey[];
}

const publisher = await startPublisher();
const imitated = sources.flatMap(({ key }) => (imitations[key] === undefined ? [] : [{ key, ...imitations[key] }]));
for (const { publish } of imitated) await publish(publisher);
const origins = new Set(imitated.flatMap((imitation) => imitation.origins));
const served: Served = { standIns: [...origins].map((origin) => `${origin}=${publisher.url}`).join(' '), sources: imitated.map(({ key }) => key) };
process.stdout.write(`${JSON.stringify(served)}\n`);
