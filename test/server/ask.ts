// A router in this process over the fixture's data, for tests that need no runtime.
import { requireCatalogue, storedFilesOf } from '#compiler/edition/catalogue.ts';
import { withCatalogue } from '#compiler/serve/with-catalogue.ts';
import type { Catalogue } from '#schemas/catalogue.ts';
import { createNodeStore } from '#server/data/files-node.ts';
import { type Store, createProvedStore } from '#server/data/store.ts';
import { offlinePorts } from '#server/ports.ts';
import { type Ports, createRouter } from '#server/router.ts';
import { fixtureDirectory } from './fixture.ts';

export const publicUrl = 'https://lmi.example.org';

export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Asks one router, which has neither keys nor limits unless they are given. */
export function asking(ports: Partial<Ports> = {}): Ask {
  const router = createRouter({
    ...offlinePorts,
    answerCode: 'code',
    store: fixtureStore(),
    publicUrl,
    ...ports,
  });
  return (path, init) => router.fetch(new Request(`http://a-host-that-lies.example${path}`, init));
}

/** Limits that count nothing. */
const allowance = { allowed: true, limit: 60, remaining: 59, resetSeconds: 12 };
export const counting = {
  keys: { check: async () => ({ state: 'live', allowance }) },
  answerLimits: { take: () => allowance },
} as const satisfies Partial<Ports>;

export function fixtureStore(): Store {
  return createNodeStore(fixtureDirectory());
}

/** The fixture's store with its catalogue changed; null: there is none. */
export function storeWith(change: (catalogue: Catalogue) => Catalogue | null): Store {
  const store = fixtureStore();
  const changed = change(requireCatalogue(fixtureDirectory()));
  return changed === null
    ? { ...store, catalogue: async () => null }
    : withCatalogue(store, changed);
}

/** A store that has a catalogue and not one document. */
export function withoutDocuments(catalogue: Catalogue | string | null): Store {
  if (catalogue === null) return createProvedStore({ read: async () => null });
  const files =
    typeof catalogue === 'string'
      ? new Map([['catalogue.json', new TextEncoder().encode(catalogue)]])
      : storedFilesOf(catalogue);
  return createProvedStore({ read: async (path) => files.get(path) ?? null });
}

/** The kind of a problem: the end of its type. */
export async function kindOf(response: Response): Promise<string> {
  const { type }: { type: string } = JSON.parse(await response.text());
  return type.split('/').at(-1) ?? '';
}
