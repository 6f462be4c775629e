// Stand-ins for publishers in tests and benchmarks: addresses on loopback, named in the environment.
import { onsAddress } from '#sources/kit/read/ons-pages.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

/** Thrown if a stand-in in the environment is not an address. */
export class StandInError extends ReportedError {}

const origin = /^https?:\/\/[^/\s=]+$/;

/**
 * Origins of publishers and their stand-ins. LMI_ONS_URL is for the Office for National Statistics. LMI_STAND_INS is for any, as
 * `https://publisher.example=http://127.0.0.1:8000`, separated by spaces. Empty if neither is set.
 */
export function standInsOf(environment: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const standIns = new Map<string, string>();
  const { LMI_ONS_URL: ons, LMI_STAND_INS: others = '' } = environment;
  if (ons !== undefined && !origin.test(ons))
    throw new StandInError(`LMI_ONS_URL=${ons}: expected an address without a path, such as ${onsAddress}`);
  if (ons !== undefined) standIns.set(onsAddress, ons);
  for (const pair of others.split(/\s+/).filter((text) => text !== '')) {
    const [of = '', by = '', ...more] = pair.split('=');
    if (!origin.test(of) || !origin.test(by) || more.length > 0)
      throw new StandInError(`LMI_STAND_INS=${pair}: expected two addresses without a path, as ${onsAddress}=http://127.0.0.1:8000`);
    standIns.set(of, by);
  }
  return standIns;
}
