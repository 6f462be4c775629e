// Bounds what a process remembers.

/** Forgets the entries that came first, until one more fits. */
export function makeRoom(entries: Map<string, unknown>, most: number): void {
  for (const first of entries.keys()) {
    if (entries.size < most) break;
    entries.delete(first);
  }
}
