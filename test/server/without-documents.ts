// A store that has a catalogue and not one document.
import { proved, type Store } from '#server/data/store.ts';

export function withoutDocuments(catalogue: string | null): Store {
  return proved({ catalogue: async () => catalogue, file: async () => null, outside: async () => null });
}
