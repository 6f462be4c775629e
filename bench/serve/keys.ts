// Issues keys for a load and sends a first request with each. Where each account has its own object, no faster than one machine opens them.
import { createKey } from '#compiler/serve/keys.ts';
import { serve } from '#compiler/serve/serve.ts';

/**
 * Objects that one workerd can easily hold open. Each takes 270 kB until it is idle for ten seconds. With more than some 2,900 at once,
 * SQLite gives SQLITE_NOMEM, and the service 503. With limits in Durable Objects each account has its own.
 */
export const mostOpenAccounts = 2000;

type LimitsSetting = 'memory' | 'durable-object';
const accountsPerSecond: Readonly<Record<LimitsSetting, number>> = { memory: Infinity, 'durable-object': mostOpenAccounts / 10 };

const atOnce = 8;

/** Runs the work for each item, several at a time, and no more items in a second. */
async function paced<Item>(items: readonly Item[], perSecond: number, work: (item: Item) => Promise<void>): Promise<void> {
  const begun = performance.now();
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [place, item] of left) {
      const early = (place / perSecond) * 1000 - (performance.now() - begun);
      if (early > 0) await new Promise((done) => setTimeout(done, early));
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

export async function issueKeys(
  number: number,
  perMinute: number,
  { data, state, limits }: { readonly data: string; readonly state: string; readonly limits: LimitsSetting },
): Promise<readonly string[]> {
  const serving = await serve({ data, state, port: 0, limits });
  const issued: string[] = [];
  await paced(
    Array.from({ length: number }, (_, place) => `bench ${place}`),
    accountsPerSecond[limits],
    async (name) => {
      issued.push((await createKey(serving.administration, { name, perMinute })).key);
    },
  );
  await serving.close();
  return issued;
}

/** Sends one request with each key, because the first answer looks up the key. The answers after it are measured. */
export async function askWithEach(issued: readonly string[], url: string, limits: LimitsSetting): Promise<void> {
  await paced(issued, accountsPerSecond[limits], async (key) => {
    const response = await fetch(url, { headers: { 'X-API-Key': key } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a key is answered ${response.status}`);
  });
}
