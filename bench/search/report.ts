// make bench ONLY=search: how often the search is right, on seeds that were not used to tune it,
// beside MiniSearch on the same titles and queries. Prints the tables of docs/search.md.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import { editDistance } from '#server/search/edit-distance.ts';
import { loadTitleModel } from '#server/search/model/title-model.ts';
import { stemOf, wordsOf } from '#server/search/normalise.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import type { IndexEntry } from '#sources/kit/needs.ts';
import { type Learnt, type Without, learn } from './learnt.ts';
import { framed, framedTitles, framesOf, noJobs } from './frames.ts';
import { fold } from './near-titles.ts';
import { type Published, published } from './published-parts.ts';
import { type Asked, type Query, ambiguousQueries, heldOut, kinds, queriesOf } from './queries.ts';
import { type Ask, type Score, score, scoreAmbiguous, scoreOf } from './score.ts';
import { scoreToday, todaysQueries } from './today.ts';

const each = Number(process.env['EACH'] ?? 1000);
const rounds = Number(process.env['ROUNDS'] ?? 1);
/** MiniSearch takes long for an answer. */
const eachOfMiniSearch = Math.min(each, 300);

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
const row = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
const shares = ({ asked, top1, top5 }: Score) =>
  `${percent(top1 / asked)}, ${percent(top5 / asked)}`;

/** `from`: the folder of published files. */
export async function reportSearch(from: string): Promise<void> {
  const all = await published(from);
  const whole = learn(all, all.entries);
  const methods = methodsOf(whole, all.entries);
  heading('kind of query: first, in five, none', ...methods.map(({ name }) => name));
  const scores = methods.map(({ ask, most }) =>
    score(ask, queriesOf(all.entries, 'reporting', most)),
  );
  for (const kind of kinds) {
    const cells = scores.map((scoreByKind) => scoreByKind.get(kind) ?? null);
    row(
      kind,
      ...cells.map((cell) =>
        cell === null ? '–' : `${shares(cell)}, ${percent(cell.empty / cell.asked)}`,
      ),
    );
  }
  const ambiguous = ambiguousQueries(all.entries).slice(0, 3 * each);
  row(
    'ambiguous: groups that come back',
    ...methods.map(({ ask }) => percent(scoreAmbiguous(ask, ambiguous).groups)),
  );
  for (const file of ['adverts.json', 'adverts-second.json']) reportAdverts(file, all, whole);
  reportToday(whole);
  reportFrames(whole);
  reportCost(whole, methods, queriesOf(all.entries, 'reporting', Math.ceil(each / 30)));

  heading('unseen titles: first, in five', ...methods.map(({ name }) => name));
  const [plain, ...others] = unseenTitles(all);
  if (plain === undefined) return;
  const learnt = learn(all, plain.kept, plain.without);
  rowOfUnseen(plain, learnt);
  for (const set of others) rowOfUnseen(set, learn(all, set.kept, set.without));
  reportConfidence(learnt, plain, queriesOf(plain.kept, 'reporting', eachOfMiniSearch));
}

/** What people type today, by who types it and whether it was seen before the search was tuned. */
function reportToday({ index, model }: Learnt): void {
  heading('today', 'first', 'in five', 'sure but wrong', 'rightly unsure');
  const all = todaysQueries();
  const ask = (text: string, limit: number) => search(index, text, limit, model);
  for (const set of ['seen', 'unseen'] as const)
    for (const kind of ['advert', 'pupil'] as const) {
      const queries = all.filter((one) => one.set === set && one.kind === kind);
      const score = scoreToday(ask, queries);
      row(
        `${kind}s, ${set} (${score.asked})`,
        percent(score.first / score.asked),
        percent(score.inFive / score.asked),
        `${score.sureButWrong} of ${score.sure}`,
        `${score.rightlyUnsure} of ${score.toAsk}`,
      );
    }
}

/**
 * How often a title in a frame has the first answer of the plain title, and that answer alone is
 * coded; and what is found where there is no job.
 */
function reportFrames(learnt: Learnt): void {
  const firstOf = (text: string) => search(learnt.index, text, 1, learnt.model)[0];
  heading(
    'what stands around a title',
    'the first answer of the plain title',
    'coded at 0.8',
    'of these the same',
  );
  for (const purpose of ['tuning', 'reporting'] as const) {
    const plain = new Map(framedTitles(purpose).map((title) => [title, firstOf(title)?.soc2020]));
    const asked = framesOf(purpose).flatMap((frame) =>
      framedTitles(purpose).map((title) => {
        const first = firstOf(framed(purpose, frame, title));
        return {
          frame,
          isSame: first?.soc2020 === plain.get(title),
          isCoded: (first?.confidence ?? 0) >= 0.8,
        };
      }),
    );
    const rowOf = (name: string, queries: typeof asked) => {
      const coded = queries.filter(({ isCoded }) => isCoded);
      const same = (list: typeof asked) =>
        percent(list.filter(({ isSame }) => isSame).length / list.length);
      row(name, same(queries), percent(coded.length / queries.length), same(coded));
    };
    for (const [frame, queriesOfFrame] of Map.groupBy(asked, (one) => one.frame))
      rowOf(frame, queriesOfFrame);
    rowOf(purpose === 'tuning' ? 'all frames that tuned' : 'all frames that did not', asked);
    const found = noJobs(purpose).map((text) => firstOf(text)?.confidence ?? 0);
    const above = (least: number) => found.filter((confidence) => confidence > least).length;
    console.log(
      `no job (${purpose}): ${found.length} texts, ${above(0)} answered, ${above(0.3)} ` +
        `above 0.3, ${above(0.6999)} from 0.7`,
    );
  }
}

interface Method {
  readonly name: string;
  readonly most: number;
  readonly ask: Ask;
}

function methodsOf({ index, model }: Learnt, entries: readonly IndexEntry[]): readonly Method[] {
  const codes =
    (by: Learnt['model'] | null): Ask =>
    (text, limit) =>
      search(index, text, limit, by).map(({ soc2020 }) => soc2020);
  return [
    { name: 'this search', most: each, ask: codes(model) },
    { name: 'titles alone', most: each, ask: codes(null) },
    { name: 'MiniSearch', most: eachOfMiniSearch, ask: askMiniSearch(entries) },
  ];
}

function askMiniSearch(entries: readonly IndexEntry[]): Ask {
  const titles = [
    ...new Map(
      entries.map(({ title, soc2020 }) => [`${title}|${soc2020}`, { title, soc2020 }]),
    ).values(),
  ];
  const mini = new MiniSearch<{ id: number; title: string; soc2020: string }>({
    fields: ['title'],
    storeFields: ['soc2020'],
    searchOptions: { fuzzy: 0.25, prefix: true },
  });
  mini.addAll(titles.map((one, id) => ({ id, ...one })));
  return (text, limit) =>
    [...new Set(mini.search(text).map((result) => String(result['soc2020'])))].slice(0, limit);
}

function heading(...cells: readonly string[]): void {
  console.log('');
  row(...cells);
  row(...cells.map(() => '---'));
}

/** Titles that the search has not seen. */
interface UnseenTitles {
  readonly name: string;
  readonly asked: readonly Asked[];
  /** What is left of the index. */
  readonly kept: readonly IndexEntry[];
  readonly without: Without;
}

/** The plainest first. */
function unseenTitles({ entries, evidence }: Published): UnseenTitles[] {
  const sets = Array.from({ length: rounds }, (_, round): UnseenTitles => {
    const { kept, asked } = heldOut(entries, 'reporting', round);
    const name = `left out of the index${round === 0 ? '' : `, round ${round + 1}`}`;
    return { name, kept, asked, without: { titles: new Set(asked.map(({ text }) => fold(text))) } };
  });
  const { kept, asked } = heldOut(entries, 'reporting');
  const titles = new Set(asked.map(({ text }) => fold(text)));
  const far = new Set(withoutNear(kept, titles));
  const near = new Set([
    ...titles,
    ...kept.filter((entry) => !far.has(entry)).map(({ title }) => fold(title)),
  ]);
  const isLate = ({ version }: { readonly version: string }) =>
    Number(/\d+/.exec(version)?.[0] ?? 0) >= 9;
  const early = entries.filter((entry) => !isLate(entry));
  const formsOf = (some: typeof entries) =>
    new Set(some.flatMap(({ title, inverted }) => [fold(title), fold(inverted)]));
  const known = formsOf(early);
  const all = formsOf(entries);
  const late = Map.groupBy(
    entries.filter((entry) => isLate(entry) && !known.has(fold(entry.title))),
    ({ title }) => title,
  );
  const profiles = (evidence(entries).get('career-profiles') ?? []).filter(
    ({ text, unitGroups }) => unitGroups.length > 0 && !all.has(fold(text)),
  );
  return [
    ...sets,
    {
      name: 'left out everywhere, with near duplicates',
      asked,
      kept: [...far],
      without: { titles: near, everywhere: true },
    },
    {
      name: 'added by versions 9 to 12 of the index',
      asked: [...late].map(([text, entriesOfTitle]) => ({
        text,
        right: new Set(entriesOfTitle.map(({ soc2020 }) => soc2020)),
      })),
      kept: early,
      without: { titles: new Set([...late.keys()].map(fold)) },
    },
    {
      name: 'of career profiles, and not in the index',
      asked: profiles.map(({ text, unitGroups }) => ({
        text,
        right: new Set(unitGroups.map(([code]) => code)),
      })),
      kept: entries,
      without: { source: 'career-profiles' },
    },
  ];
}

/** The entries whose titles differ from the left out ones in more than number and two letters. */
function withoutNear(entries: readonly IndexEntry[], titles: ReadonlySet<string>): IndexEntry[] {
  const stemsOf = (text: string) => wordsOf(text).map(stemOf).sort().join(' ');
  const stems = new Set([...titles].map(stemsOf));
  const byLength = Map.groupBy(titles, ({ length }) => length);
  return entries.filter(({ title }) => {
    const text = fold(title);
    if (stems.has(stemsOf(text))) return false;
    for (let length = text.length - 2; length <= text.length + 2; length++)
      if (byLength.get(length)?.some((other) => editDistance(text, other, 2) <= 2)) return false;
    return true;
  });
}

function rowOfUnseen({ name, asked, kept }: UnseenTitles, learnt: Learnt): void {
  const cells = methodsOf(learnt, kept).map((method) =>
    shares(scoreOf(method.ask, method.name === 'MiniSearch' ? asked.slice(0, method.most) : asked)),
  );
  row(`${name} (${asked.length})`, ...cells);
}

/**
 * An everyday title, and the entry of the index that decides; without a qualifier it is the bare
 * title, or every entry gives the unit group.
 */
interface Advert {
  readonly advert: string;
  readonly title: string;
  readonly qualifier: string | null;
  readonly soc2020: string;
}

/**
 * Titles of adverts, written down before the search was asked, the second list by somebody who had
 * no part in it. Throws if the index has no such entry.
 */
function reportAdverts(file: string, { entries }: Published, { index, model }: Learnt): void {
  const adverts: readonly Advert[] = JSON.parse(
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  );
  for (const { title, qualifier, soc2020 } of adverts) {
    const titled = entries.filter((entry) => entry.title === title);
    const exact = titled.filter((entry) => entry.qualifier === qualifier);
    const decides = exact.length > 0 ? exact : titled;
    if (decides.length === 0 || decides.some((entry) => entry.soc2020 !== soc2020))
      throw new Error(
        `${file}: the index does not give ${soc2020} to ` +
          `"${title}"${qualifier === null ? '' : ` (${qualifier})`}`,
      );
  }
  const asked = adverts.map(({ advert, soc2020 }) => ({ text: advert, right: new Set([soc2020]) }));
  const missed: string[] = [];
  const cells = [model, null].map((by) => {
    const ask: Ask = (text, limit) => search(index, text, limit, by).map(({ soc2020 }) => soc2020);
    return shares(
      scoreOf(
        ask,
        asked,
        ({ text, right }) =>
          by !== null &&
          missed.push(`  ${text}: expected ${[...right].join()}, found ${ask(text, 5).join(' ')}`),
      ),
    );
  });
  row(`${file} (${adverts.length})`, ...cells, '–');
  for (const line of missed) console.error(line);
}

/**
 * Milliseconds of an answer, each query at its quickest of three rounds, which leaves out the time
 * of other programs; and the size.
 */
function reportCost(
  { document, bytes }: Learnt,
  methods: readonly Method[],
  queries: readonly Asked[],
): void {
  console.log('');
  const stored = JSON.stringify(document);
  const began = performance.now();
  loadTitleIndex(JSON.parse(stored));
  loadTitleModel(bytes);
  const milliseconds = performance.now() - began;
  const kilobytes = (gzipSync(stored).length + gzipSync(bytes).length) / 1000;
  console.log(
    `index and model: load ${milliseconds.toFixed(0)} ms, gzipped ${kilobytes.toFixed(0)} kB`,
  );
  for (const { name, ask } of methods) {
    const quickest = queries.map(({ text }) =>
      Math.min(
        ...[0, 1, 2].map(() => {
          const began = performance.now();
          ask(text, 10);
          return performance.now() - began;
        }),
      ),
    );
    const sorted = quickest.sort((a, b) => a - b);
    const within = (share: number) =>
      `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2)} ms`;
    console.log(
      `${name}: half of the answers within ${within(0.5)}, 99 of 100 within ${within(0.99)}`,
    );
  }
}

interface First {
  readonly confidence: number;
  readonly right: boolean;
}

/**
 * How often first answers are right, by their confidence, with what lacks the unseen titles; the
 * frames are those that did not tune.
 */
function reportConfidence(
  { index, model }: Learnt,
  { asked, kept }: UnseenTitles,
  queries: readonly Query[],
): void {
  const firstsOf = (texts: readonly Asked[]): First[] =>
    texts.flatMap(({ text, right }) => {
      const [first] = search(index, text, 1, model);
      return first === undefined || /exact|ambiguous|code/.test(first.matchType)
        ? []
        : [{ confidence: first.confidence, right: right.has(first.soc2020) }];
    });
  const titles = queriesOf(kept, 'reporting', 60).filter(({ kind }) => kind === 'exact');
  const noisy = framesOf('reporting').flatMap((frame) =>
    titles.map(({ title, right }) => ({
      text: framed('reporting', frame, title.toLowerCase()),
      right,
    })),
  );
  const columns = [
    ['near', firstsOf(queries)],
    ['unseen', firstsOf(asked)],
    ['noisy', firstsOf(noisy)],
  ] as const;
  heading('confidence', ...columns.map(([name]) => `right: ${name}`));
  for (let tenth = 9; tenth >= 0; tenth--) {
    const cells = columns.map(([, list]) => {
      const inside = list.filter((one) => tenthOf(one) === tenth);
      return inside.length === 0
        ? '–'
        : `${percent(mean(inside, ({ right }) => Number(right)))} of ${inside.length}`;
    });
    row(`${tenth / 10} to ${(tenth + 1) / 10}`, ...cells);
  }
  console.log(
    'expected calibration error: ' +
      `${columns.map(([name, list]) => `${name} ${percent(errorOf(list))}`).join(', ')}`,
  );
}

const tenthOf = ({ confidence }: First) => Math.min(9, Math.floor(confidence * 10));
const mean = (list: readonly First[], value: (one: First) => number) =>
  list.reduce((sum, one) => sum + value(one), 0) / list.length;

/**
 * The mean distance of confidence and share of right answers over ten bins, each with its weight.
 */
function errorOf(list: readonly First[]): number {
  const bins = [...Map.groupBy(list, tenthOf).values()];
  const distances = bins.map(
    (bin) =>
      bin.length *
      Math.abs(mean(bin, ({ confidence }) => confidence) - mean(bin, ({ right }) => Number(right))),
  );
  return distances.reduce((sum, distance) => sum + distance, 0) / list.length;
}
