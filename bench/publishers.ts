// The publishers on loopback as a program: offers the synthetic releases of every source, under
// names of real releases, and prints which address replaces which publisher's. For benchmarks,
// which block while they measure.
import { newestRelease } from '#sources/ashe/sample.ts';
import { sources } from '#sources/index.ts';
import { askedKeys, imitations, standInsFor } from '../test/publisher/imitations.ts';
import { startPublisher } from '../test/publisher/publisher.ts';

/** What this program prints, as one line of JSON. */
export interface Served {
  /** For LMI_STAND_INS. */
  readonly standIns: string;
}

const publisher = await startPublisher();
for (const key of askedKeys) {
  // The sample has not all measures and sheets of pay, which a release of its publisher must have.
  const releases =
    key === 'ashe'
      ? [await newestRelease()]
      : ((await sources.find((source) => source.key === key)?.sample()) ?? []);
  const release = releases.findLast(({ isHeld }) => !isHeld);
  imitations[key].publish(publisher, release?.files ?? []);
}
const served: Served = {
  standIns: [...standInsFor(askedKeys, publisher)].map((pair) => pair.join('=')).join(' '),
};
process.stdout.write(`${JSON.stringify(served)}\n`);
