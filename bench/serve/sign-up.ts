// How long POST /keys and POST /keys/delete take for addresses that the service knows and for others. The order of events is tested; this shows the time.
import { addressHeader } from './occupy.ts';

const requests = 200;
const paths = ['/keys', '/keys/delete'] as const;
let clients = 0;

/** Milliseconds until the whole answer is there. Each request comes from another client, whom no limit refuses. */
async function timeOf(url: string, path: string, email: string): Promise<number> {
  clients += 1;
  const begun = performance.now();
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [addressHeader]: `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}` },
    body: JSON.stringify({ email }),
  });
  await response.text();
  if (response.status !== 202) throw new Error(`${path} answered ${response.status}`);
  const taken = performance.now() - begun;
  // What follows the answer must not meet the next request.
  await new Promise((done) => setTimeout(done, 60));
  return taken;
}

/** Prints the median and the 90th percentile of each. */
export async function measureSignUp(url: string): Promise<void> {
  for (const path of paths) {
    const known = Array.from({ length: requests }, (_, n) => `known-${path.length}-${n}@example.org`);
    for (const email of known) await timeOf(url, '/keys', email);
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    // Each kind goes first as often as the other, because what follows one answer may still delay the next.
    for (const [n, email] of known.entries()) {
      const turn = { known: email, unknown: `unknown-${path.length}-${n}@example.org` };
      const order = ['known', 'unknown'] as const;
      for (const kind of n % 2 === 0 ? order : order.toReversed()) times[kind].push(await timeOf(url, path, turn[kind]));
    }
    const told = Object.entries(times).map(([kind, all]) => {
      const sorted = all.toSorted((a, b) => a - b);
      const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2);
      return `${kind} addresses p50 ${at(0.5)} ms, p90 ${at(0.9)} ms`;
    });
    console.log(`POST ${path}, ${requests} each: ${told.join('; ')}`);
  }
}
