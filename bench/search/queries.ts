// Makes queries that people may type for the titles of the coding index, each with its right unit
// groups. They are drawn from a seed, so that they are the same everywhere.
import { readFileSync } from 'node:fs';
import { type Random, random } from '#sources/kit/random.ts';
import type { TitleEntry } from '#sources/soc-index/build-title-index.ts';
import { NearTitles, fold } from './near-titles.ts';

/**
 * The search was tuned, and its confidence fitted, on the first. The other, with other advert
 * words, is only reported.
 */
export type Purpose = 'tuning' | 'reporting';
const seeds = { tuning: 'search/1', reporting: 'search/4' } as const;

/** A text with its right unit groups. */
export interface Asked {
  readonly text: string;
  readonly right: ReadonlySet<string>;
}

/**
 * `right`: the unit group of its title, and those of every title that fits the query as well,
 * because nobody could tell which was meant.
 */
export interface Query extends Asked {
  readonly kind: Kind;
  /** The title it was made from. */
  readonly title: string;
}

/** The words that adverts put around a title, by subject. The search does not read the file. */
type Noise = Readonly<Record<string, readonly string[]>>;
const noiseOf: Readonly<Record<Purpose, Noise>> = JSON.parse(
  readFileSync(new URL('noise.json', import.meta.url), 'utf8'),
);

interface Title {
  readonly title: string;
  readonly inverted: string;
}

/** Another spelling of the title; null if this kind does not apply to it. */
type Write = (draw: Random, title: Title, noise: Noise) => string | null;

const letters = 'abcdefghijklmnopqrstuvwxyz';
const asTyped = ({ title }: Title) => title.toLowerCase();
const misspelling =
  (edit: (draw: Random) => Edit): Write =>
  (draw, title) =>
    misspelt(draw, asTyped(title), edit(draw));

const makers = {
  exact: (_, { title }) => title,
  inverted: (_, { title, inverted }) => (inverted === title ? null : inverted),
  case: (draw, { title }) => (draw.chance(0.5) ? title.toUpperCase() : title.toLowerCase()),
  accents: (_, { title }) => differing(title, title.normalize('NFD').replace(/\p{M}/gu, '')),
  punctuation: punctuated,
  possessive: otherPossessive,
  plural: (_, title) => pluralOf(asTyped(title)),
  and: (_, title) => differing(asTyped(title), asTyped(title).replace(/ and /g, ' & ')),
  spelling: (_, title) => replacedWord(asTyped(title), spellings),
  abbreviation: (_, title) => replacedWord(asTyped(title), abbreviations),
  transposition: misspelling(() => transpose),
  deletion: misspelling(() => withoutLetter),
  insertion: misspelling(withLetter),
  doubled: misspelling(() => (word, at) => word.slice(0, at + 1) + word.slice(at)),
  substitution: misspelling(substitute),
  'first letter': misspelling((draw) => (word) => substitute(draw)(word, 0)),
  'two errors': (draw, title) => twiceMisspelt(draw, asTyped(title)),
  'blank left out': (draw, title) => withoutBlank(draw, asTyped(title)),
  'blank put in': (draw, title) => withBlank(draw, asTyped(title)),
  'other order': (draw, title) => otherOrder(draw, asTyped(title)),
  noise: noisy,
  'word added': (draw, title, noise) => joined(draw, asTyped(title), [draw.pick(allWords(noise))]),
  'word missing': (draw, title) => withoutWord(draw, asTyped(title)),
  prefix: (draw, title) => unfinished(draw, asTyped(title)),
} satisfies Record<string, Write>;

export type Kind = keyof typeof makers;
export const kinds: readonly Kind[] = Object.keys(makers).filter(
  (kind): kind is Kind => kind in makers,
);

/** Up to `each` queries of every kind, from titles that have one unit group. */
export function queriesOf(entries: readonly TitleEntry[], purpose: Purpose, each: number): Query[] {
  const noise = noiseOf[purpose];
  const groups = Map.groupBy(entries, ({ title }) => title);
  const near = new NearTitles(entries);
  const titles = [...groups]
    .filter(([, list]) => new Set(list.map(({ soc2020 }) => soc2020)).size === 1)
    .map(([title, [entry]]): Title & { soc2020: string } => ({
      title,
      inverted: entry?.inverted ?? title,
      soc2020: entry?.soc2020 ?? '',
    }))
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  return kinds.flatMap((kind) => {
    const draw = random(`${seeds[purpose]}/${kind}`);
    const write: Write = makers[kind];
    const queries: Query[] = [];
    for (const title of shuffled(draw, titles)) {
      if (queries.length === each) break;
      const text = write(draw, title, noise);
      // Nobody could read a misspelt title of two or three letters.
      if (text === null || title.title.replace(/[^\p{L}\d]/gu, '').length < 4) continue;
      const also = alsoRight(near, kind, text, title);
      queries.push({ kind, text, title: title.title, right: new Set([title.soc2020, ...also]) });
    }
    return queries;
  });
}

/** The groups of the other titles that answer a query as well as the one it was made from. */
function alsoRight(near: NearTitles, kind: Kind, text: string, title: Title): ReadonlySet<string> {
  if (kind === 'noise' || kind === 'word added') return near.within(text, title.title);
  if (kind === 'word missing') return near.oneWordMore(text);
  return kind === 'prefix' ? near.beginningWith(text) : near.asNearAs(text, title);
}

/** Unchanged titles of several unit groups, to test whether all the groups come back. */
export function ambiguousQueries(entries: readonly TitleEntry[]): Asked[] {
  return askedOf(entries).filter(({ right }) => right.size > 1);
}

function askedOf(entries: readonly TitleEntry[]): Asked[] {
  return [...Map.groupBy(entries, ({ title }) => title)].map(([text, list]) => ({
    text,
    right: new Set(list.map(({ soc2020 }) => soc2020)),
  }));
}

/**
 * The entries without every twentieth title, and those titles, to test queries for titles that the
 * index lacks. Each round leaves out others.
 */
export function heldOut<Entry extends TitleEntry>(
  entries: readonly Entry[],
  purpose: Purpose,
  round = 0,
) {
  const draw = random(`${seeds[purpose]}/held-out${round === 0 ? '' : `/${round}`}`);
  const titles = [...new Set(entries.map(({ title }) => title))].sort();
  const out = new Set(titles.filter(() => draw.chance(0.05)).map(fold));
  return {
    kept: entries.filter(
      ({ title, inverted }) => !out.has(fold(title)) && !out.has(fold(inverted)),
    ),
    asked: askedOf(entries.filter(({ title }) => out.has(fold(title)))),
  };
}

function shuffled<Value>(draw: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, key: draw.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

function differing(from: string, to: string): string | null {
  return from === to ? null : to;
}

function letterOf(draw: Random): string {
  return letters.charAt(draw.between(0, letters.length - 1));
}

function punctuated(draw: Random, { title }: Title): string | null {
  const to = draw.pick(['-', '/', ' - ', ', ']);
  const other =
    /[-/]/.test(title) && draw.chance(0.5) ? title.replace(/[-/]/g, ' ') : title.replace(/ /g, to);
  return differing(title, draw.chance(0.3) ? `${other}.` : other);
}

function otherPossessive(draw: Random, { title }: Title): string | null {
  const typed = title.toLowerCase();
  if (!/['’]/.test(typed)) return null;
  return draw.pick([
    typed.replace(/['’]/g, ''),
    typed.replace(/['’]/g, '’'),
    typed.replace(/['’]s\b/g, "s'"),
    typed.replace(/s['’](?=\s)/g, "'s"),
    typed.replace(/['’]/g, '`'),
  ]);
}

function pluralOf(text: string): string | null {
  if (/(s|men)$/.test(text)) return null;
  if (/(?<=[a-z]{2})man$/.test(text)) return `${text.slice(0, -3)}men`;
  if (/[^aeiou]y$/.test(text)) return `${text.slice(0, -1)}ies`;
  return /(x|sh|ch)$/.test(text) ? `${text}es` : /[a-z]$/.test(text) ? `${text}s` : null;
}

/** A word and how others write it. */
const pairsOf = (text: string) =>
  text.split(',').map((pair) => pair.split('=').map((word) => word.trim()) as [string, string]);

const spellings = pairsOf(`
  tyre = tire, jeweller = jeweler, jewellery = jewelry, programme = program, colour = color,
  centre = center, labourer = laborer, aluminium = aluminum, grey = gray, fibre = fiber,
  theatre = theater, mould = mold, moulder = molder, plough = plow, organiser = organizer,
  optimisation = optimization, adviser = advisor, draughtsman = draftsman, paediatric = pediatric,
  anaesthetist = anesthetist, catalogue = catalog, counsellor = counselor, modeller = modeler,
  orthopaedic = orthopedic, gynaecologist = gynecologist, specialised = specialized,
  defence = defense, licence = license, harbour = harbor, behaviour = behavior,
  enameller = enameler, labeller = labeler, sulphate = sulfate, vapour = vapor, armourer = armorer,
  galvaniser = galvanizer, pulveriser = pulverizer
`);

const abbreviations = pairsOf(`
  manager = mgr, assistant = asst, manufacturing = mfr, engineer = eng, technician = tech,
  administrator = admin, administrative = admin, executive = exec, development = dev,
  developer = dev, supervisor = supv, representative = rep, department = dept, secretary = sec,
  operator = op, heavy goods vehicle = hgv, information technology = it, human resources = hr,
  quality assurance = qa, quality control = qc, general practitioner = gp, public relations = pr,
  research and development = r&d, healthcare assistant = hca, chief executive = ceo,
  teaching assistant = ta, personal assistant = pa, senior = snr, maintenance = maint
`);

function replacedWord(text: string, pairs: readonly (readonly [string, string])[]): string | null {
  for (const [from, to] of pairs) {
    const other = ` ${text} `.replace(` ${from} `, ` ${to} `).trim();
    if (other !== text) return other;
  }
  return null;
}

type Edit = (word: string, at: number) => string;

/** A random edit at a letter of the text. An edit that changes nothing is drawn again. */
function misspelt(draw: Random, text: string, edit: Edit): string | null {
  const words = text.split(' ');
  const places = words
    .flatMap((word, number) => Array.from(word, (letter, at) => ({ number, at, letter })))
    .filter(({ letter }) => /[a-z]/.test(letter));
  for (let tries = 0; tries < 20; tries++) {
    const place = places[draw.between(0, places.length - 1)];
    if (place === undefined) return null;
    const other = edit(words[place.number] ?? '', place.at);
    if (other !== words[place.number] && other !== '')
      return words.with(place.number, other).join(' ');
  }
  return null;
}

function transpose(word: string, at: number): string {
  const a = word.charAt(at);
  const b = word.charAt(at + 1);
  return /[a-z]/.test(b) ? word.slice(0, at) + b + a + word.slice(at + 2) : word;
}

const withoutLetter: Edit = (word, at) => word.slice(0, at) + word.slice(at + 1);

function withLetter(draw: Random): Edit {
  return (word, at) => word.slice(0, at) + letterOf(draw) + word.slice(at);
}

function substitute(draw: Random): Edit {
  return (word, at) =>
    /[a-z]/.test(word.charAt(at)) ? word.slice(0, at) + letterOf(draw) + word.slice(at + 1) : word;
}

function twiceMisspelt(draw: Random, text: string): string | null {
  const words = text.split(' ');
  const long = words.flatMap((word, number) => (word.length > 3 ? [number] : []));
  if (long.length < 2) return null;
  const [first = 0, second = 0] = shuffled(draw, long);
  const anyEdit = (word: string): string | null =>
    misspelt(
      draw,
      word,
      draw.pick<Edit>([transpose, withoutLetter, withLetter(draw), substitute(draw)]),
    );
  const one = anyEdit(words[first] ?? '');
  const other = anyEdit(words[second] ?? '');
  return one === null || other === null
    ? null
    : words.with(first, one).with(second, other).join(' ');
}

function withoutBlank(draw: Random, text: string): string | null {
  const words = text.split(' ');
  if (words.length < 2) return null;
  const at = draw.between(0, words.length - 2);
  return words.toSpliced(at, 2, `${words[at] ?? ''}${words[at + 1] ?? ''}`).join(' ');
}

function withBlank(draw: Random, text: string): string | null {
  const words = text.split(' ');
  const long = words.flatMap((word, number) => (/^[a-z]{6,}$/.test(word) ? [number] : []));
  const at = long[draw.between(0, long.length - 1)];
  const word = at === undefined ? '' : (words[at] ?? '');
  if (at === undefined) return null;
  const cut = draw.between(2, word.length - 2);
  return words.toSpliced(at, 1, word.slice(0, cut), word.slice(cut)).join(' ');
}

function otherOrder(draw: Random, text: string): string | null {
  const words = text.split(' ');
  return words.length < 3 || words.includes('and')
    ? null
    : differing(text, shuffled(draw, words).join(' '));
}

function withoutWord(draw: Random, text: string): string | null {
  const words = text.split(' ');
  return words.length < 3 ? null : words.toSpliced(draw.between(0, words.length - 1), 1).join(' ');
}

function unfinished(draw: Random, text: string): string | null {
  return text.length < 6
    ? null
    : text.slice(0, draw.between(Math.ceil(text.length / 2), text.length - 1)).trim();
}

function allWords(noise: Noise): [string, ...string[]] {
  const [first = '', ...rest] = Object.values(noise).flat();
  return [first, ...rest];
}

/** One to three phrases of an advert, before or after the title. */
function noisy(draw: Random, title: Title, noise: Noise): string {
  const topics = shuffled(draw, Object.values(noise)).slice(0, draw.between(1, 3));
  return joined(
    draw,
    title.title,
    topics.map(([first = '', ...rest]) => draw.pick([first, ...rest])),
  );
}

function joined(draw: Random, text: string, pieces: readonly string[]): string {
  return pieces.reduce(
    (whole, piece) =>
      draw.chance(0.3) ? `${piece} ${whole}` : `${whole}${draw.pick([' ', ' - ', ', '])}${piece}`,
    text,
  );
}
