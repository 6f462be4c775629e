// make bench: measures how often and how fast the search answers rightly, compared with libraries on the same titles and queries, on the
// reporting seed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { isMeant } from '#server/search/confidence.ts';
import { type Judged, judged } from './judged.ts';
import { publishedParts } from './published-parts.ts';
import { ambiguousQueries, heldOut, kinds, queriesOf } from './queries.ts';
import { type Score, score, scoreAmbiguous, time } from './score.ts';
import { searchers } from './searches.ts';

const percent = (part: number, whole = 1) => `${((100 * part) / whole).toFixed(1)} %`;
const coldLoads = 5;

/** Prints the tables as Markdown, as docs/search.md holds them. */
export async function reportSearch(from?: string): Promise<void> {
  const parts = await publishedParts(from);
  const work = mkdtempSync(join(tmpdir(), 'lmi-search-'));
  try {
    const runs = searchers.map(({ name, store, load, each }) => {
      const stored = store(parts);
      const file = join(work, 'index');
      writeFileSync(file, stored);
      const ask = load(stored);
      const queries = queriesOf(parts.entries, 'reporting', each);
      const { kept, asked } = heldOut(parts.entries, 'reporting');
      const askKept = load(store({ ...parts, entries: kept }));
      const unknown = asked.slice(0, each).map(({ text, groups }) => {
        const answers = askKept(text, 5);
        return { first: groups.has(answers[0] ?? ''), five: answers.some((answer) => groups.has(answer)) };
      });
      const ambiguous = ambiguousQueries(parts.entries);
      return {
        name,
        scores: score(ask, queries),
        unknown: {
          asked: unknown.length,
          top1: unknown.filter(({ first }) => first).length,
          top5: unknown.filter(({ five }) => five).length,
        },
        ambiguous: scoreAmbiguous(ask, ambiguous.slice(0, each * 3)),
        ...time(
          ask,
          queries.filter((_, at) => at % Math.ceil(queries.length / (3 * each)) === 0).map(({ text }) => text),
        ),
        ...loadCold(file, name),
        bytes: stored.length,
        zipped: gzipSync(stored).length,
      };
    });
    const [own, mini] = runs;
    if (own === undefined || mini === undefined) return;
    printRow('kind of query', ...runs.map(({ name }) => `${name}: first, in five, none`), 'own title first');
    printRow(...Array.from({ length: runs.length + 2 }, () => '---'));
    for (const kind of kinds) {
      const cells = runs.map(({ scores }) => shares(scores.get(kind)));
      const score = own.scores.get(kind);
      printRow(kind, ...cells, score === undefined ? '–' : percent(score.own1, score.asked));
    }
    printRow(
      'a title that the index has not',
      ...runs.map(({ unknown: { asked, top1, top5 } }) => `${percent(top1, asked)}, ${percent(top5, asked)}`),
      '–',
    );
    printRow('ambiguous: groups that come back', ...runs.map(({ ambiguous }) => percent(ambiguous.groups)), '–');
    const lines: readonly (readonly [string, (run: (typeof runs)[number]) => number, string])[] = [
      ['half of the answers within', ({ p50 }) => p50, 'ms'],
      ['99 of 100 answers within', ({ p99 }) => p99, 'ms'],
      ['load, in a new process', ({ load }) => load, 'ms'],
      ['first answer after it', ({ firstAnswer }) => firstAnswer, 'ms'],
      ['memory', ({ megabytes }) => megabytes, 'MB'],
      ['stored', ({ bytes }) => bytes / 1000, 'kB'],
      ['stored, gzipped', ({ zipped }) => zipped / 1000, 'kB'],
    ];
    console.log('');
    printRow('', ...runs.map(({ name }) => name), 'MiniSearch / this');
    printRow(...Array.from({ length: runs.length + 2 }, () => '---'));
    for (const [what, value, unit] of lines)
      printRow(what, ...runs.map((run) => `${value(run).toPrecision(3)} ${unit}`), (value(mini) / value(own)).toFixed(1));
    console.log('');
    printConfidence(judged(parts, 'reporting', 600));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function shares(score: Score | undefined): string {
  if (score === undefined) return '–';
  const { asked, top1, top5, empty } = score;
  return `${percent(top1, asked)}, ${percent(top5, asked)}, ${percent(empty, asked)}`;
}

function printRow(...cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

/** The quickest of several new processes, to leave out the machine's other work. `files`: an index, the name of its search, and perhaps a model. */
export function loadCold(...files: readonly string[]): {
  load: number;
  firstAnswer: number;
  megabytes: number;
} {
  const runs = Array.from({ length: coldLoads }, (): { load: number; firstAnswer: number; megabytes: number } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(new URL('load-cold.ts', import.meta.url)), ...files], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`load-cold.ts ended with ${status}\n${stderr}`);
    return JSON.parse(stdout);
  });
  const least = (value: (run: (typeof runs)[number]) => number) => Math.min(...runs.map(value));
  return {
    load: least(({ load }) => load),
    firstAnswer: least(({ firstAnswer }) => firstAnswer),
    megabytes: least(({ megabytes }) => megabytes),
  };
}

function printConfidence(answers: readonly Judged[]): void {
  printRow('confidence', 'right: fuzzy, prefix', 'answers', 'right: partial, reference', 'answers');
  printRow('---', '---', '---', '---', '---');
  for (let tenth = 9; tenth >= 0; tenth--) {
    const cells = [true, false].flatMap((meant) => {
      const inside = answers.filter(
        ({ confidence, matchType }) => Math.min(9, Math.floor(confidence * 10)) === tenth && isMeant(matchType) === meant,
      );
      const weight = inside.reduce((sum, answer) => sum + answer.weight, 0);
      const right = inside.reduce((sum, answer) => sum + (answer.right ? answer.weight : 0), 0);
      return inside.length === 0 ? ['–', '0'] : [percent(right, weight), String(inside.length)];
    });
    printRow(`${(tenth / 10).toFixed(1)} to ${((tenth + 1) / 10).toFixed(1)}`, ...cells);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await reportSearch();
