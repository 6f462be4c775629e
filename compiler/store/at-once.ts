// Sends several requests to a distant store at once, because each of them mostly waits.

/** Does the work for every item, at most `most` at a time. After a failure it starts nothing new, and waits for the work under way. */
export async function atOnce<Item>(items: readonly Item[], most: number, work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const item of left) {
      await work(item).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
