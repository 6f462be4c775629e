// Many small requests to a store far away: several under way at a time, because each of them waits most of its life.

/** Does the work for every item, at most so many at a time. After a failure nothing new is begun; what is under way comes to its end first. */
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
