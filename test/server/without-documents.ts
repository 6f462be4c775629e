// A store that has a catalogue and not one document.
import { proved, type Store } from '#server/data/store.ts';

export function withoutDocuments(catalogue: string | null): Store {
  return proved({ read: async (path) => (path === 'catalogue.json' && catalogue !== null ? new TextEncoder().encode(catalogue) : null) });
}
