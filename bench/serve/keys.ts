// Issues keys for a load and sends a first request with each, no faster than one machine opens accounts.
import { createKey } from '#compiler/serve/keys.ts';
import { serve } from '#compiler/serve/serve.ts';

/**
 * Accounts that one workerd can easily hold open. Each takes 270 kB until it is idle for ten seconds. With more than some 2,900 at once,
 * SQLite gives SQLITE_NOMEM, and the service 503.
 */
export const mostOpenAccounts = 2000;
const accountsPerSecond = mostOpenAccounts / 10;

const atOnce = 8;

/** Runs the work for each item, several at a time, and no faster than accounts may be opened. */
async function paced<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const begun = performance.now();
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [place, item] of left) {
      const early = (place / accountsPerSecond) * 1000 - (performance.now() - begun);
      if (early > 0) await new Promise((done) => setTimeout(done, early));
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

export async function issueKeys(
  number: number,
  perMinute: number,
  { data, state }: { readonly data: string; readonly state: string },
): Promise<readonly string[]> {
  const serving = await serve({ data, state, port: 0 });
  const issued: string[] = [];
  await paced(
    Array.from({ length: number }, (_, place) => `bench ${place}`),
    async (name) => {
      issued.push((await createKey(serving.administration, { name, perMinute })).key);
    },
  );
  await serving.close();
  return issued;
}

/** Sends one request with each key, because the first answer opens the account. The answers after it are measured. */
export async function askWithEach(issued: readonly string[], url: string): Promise<void> {
  await paced(issued, async (key) => {
    const response = await fetch(url, { headers: { 'X-API-Key': key } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a key is answered ${response.status}`);
  });
}
