// The nearest titles by the cosine of TF-IDF over runs of three letters: a simple method that is often good, for comparison.

/** Unit groups of the nearest titles, nearest first. */
export function nearestByTfIdf(titles: readonly { readonly title: string; readonly soc2020: string }[]): (text: string) => string[] {
  const runsOf = (text: string) => {
    const marked = ` ${text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()} `;
    const counts = new Map<string, number>();
    for (let at = 0; at + 3 <= marked.length; at++) counts.set(marked.slice(at, at + 3), (counts.get(marked.slice(at, at + 3)) ?? 0) + 1);
    return counts;
  };
  const all = titles.map(({ title }) => runsOf(title));
  const frequency = new Map<string, number>();
  for (const runs of all) for (const run of runs.keys()) frequency.set(run, (frequency.get(run) ?? 0) + 1);
  const weigh = (runs: ReadonlyMap<string, number>) => {
    const weights = [...runs].map(([run, count]): [string, number] => [
      run,
      count * Math.log(titles.length / (frequency.get(run) ?? titles.length)),
    ]);
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return weights.map(([run, weight]): [string, number] => [run, weight / length]);
  };
  const holders = new Map<string, [title: number, weight: number][]>();
  all.forEach((runs, title) => {
    for (const [run, weight] of weigh(runs)) {
      const list = holders.get(run) ?? [];
      holders.set(run, list);
      list.push([title, weight]);
    }
  });
  return (text) => {
    const scores = new Map<number, number>();
    for (const [run, weight] of weigh(runsOf(text)))
      for (const [title, other] of holders.get(run) ?? []) scores.set(title, (scores.get(title) ?? 0) + weight * other);
    return [...scores]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, 200)
      .map(([title]) => titles[title]?.soc2020 ?? '');
  };
}
