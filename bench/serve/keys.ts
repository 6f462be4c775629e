// Keys for a load, issued and asked with for the first time no faster than one machine opens accounts.
import { createKey } from '#compiler/serve/keys.ts';
import { serve } from '#compiler/serve/serve.ts';

/**
 * Accounts that one workerd holds open with room to spare. Each takes 270 kB until it has not been asked for ten seconds, and of more than
 * some 2,900 at once SQLite says SQLITE_NOMEM, and the service 503.
 */
export const mostOpenAccounts = 2000;
const accountsPerSecond = mostOpenAccounts / 10;

const atOnce = 8;

/** Does something of each, several at a time, and no faster than accounts may be opened. */
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

/** Asks once with each key: its first answer asks its account, and what is measured is what comes after. */
export async function askWithEach(issued: readonly string[], url: string): Promise<void> {
  await paced(issued, async (key) => {
    const response = await fetch(url, { headers: { 'X-API-Key': key } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a key is answered ${response.status}`);
  });
}
