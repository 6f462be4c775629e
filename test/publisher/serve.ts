// The publishers on loopback as a program: offers the synthetic releases of every source, under names of real releases, and prints what
// stands in for whom. For benchmarks, which block while they measure.
import { sourceKeys } from '#schemas/codes.ts';
import { sources } from '#sources/index.ts';
import { imitations, standInsFor } from './imitations.ts';
import { startPublisher } from './publisher.ts';

/** What this program prints, as one line of JSON. */
export interface Served {
  /** For LMI_STAND_INS. */
  readonly standIns: string;
}

const publisher = await startPublisher();
for (const source of sources) {
  const [release] = await source.sample({ full: false });
  imitations[source.key].publish(publisher, release?.files ?? []);
}
const served: Served = { standIns: [...standInsFor(sourceKeys, publisher)].map((pair) => pair.join('=')).join(' ') };
process.stdout.write(`${JSON.stringify(served)}\n`);
