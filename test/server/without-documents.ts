// A store that has a catalogue and not one document.
import { proved } from '#server/proved-store.ts';
import type { Store } from '#server/store.ts';

export function withoutDocuments(catalogue: string | null): Store {
  return proved({ catalogue: async () => catalogue, file: async () => null, outside: async () => null });
}
