// Checks of the SOC 2020 titles that a publication prints beside codes. The publisher of the
// classification renames groups between editions, and other publications keep the titles that they
// began with. So the code decides, and a title only shows whether it can be trusted.
import {
  type Check,
  type Finding,
  type Place,
  block,
  info,
  knownIssue,
  written,
} from './checks.ts';
import type { ClassificationGroup } from './needs.ts';
import { quoteList } from './problem.ts';
import { foldToLetters } from './read/fold.ts';
import type { Examined } from './release.ts';

/** A code of SOC 2020, of any level, and the title that is printed beside it. */
export interface TitledCode {
  readonly place: Place;
  readonly code: string;
  readonly title: string;
}

// Some publishers cut long titles, for instance at 60 characters. A shorter title is considered
// whole.
const leastCut = 30;
// Half of the words: "Events and exhibition managers and organisers" is similar to "Events managers
// and organisers".
const leastShared = 0.5;
// In the publications that we have, every title resembles the group's own, except for one misprint.
// SOC 2010 has other titles for many of its codes.
const mostUnlike = 0.05;

/**
 * The checks of printed titles, for a source that needs soc-structure. `tables` gives the release's
 * tables; within a table a code has one meaning. Codes that are not in SOC 2020 are left to other
 * checks.
 */
export function titleChecks<Rows, Observations>(
  tables: (edition: Examined<Rows, Observations>) => Iterable<Iterable<TitledCode>>,
): readonly Check<Rows, Observations>[] {
  const judged = new WeakMap<Examined<Rows, Observations>, readonly JudgedTable[]>();
  /** A finding for each title of a table that is chosen. */
  const findings =
    (choose: (table: JudgedTable) => readonly StrangeTitle[], consequence = '') =>
    (edition: Examined<Rows, Observations>): Finding[] => {
      const judgedTables =
        judged.get(edition) ??
        Array.from(tables(edition), judgeOf(edition.needs.get('soc-structure').groups));
      judged.set(edition, judgedTables);
      return judgedTables.flatMap((table) =>
        choose(table).map((strange) => findingOf(strange, consequence)),
      );
    };
  return [
    block(
      'codes-mean-their-groups',
      'No code has the title of another group whose code has lost that title, as in SOC ' +
        '2010 or a shifted column. In a table, at most one code or 5% of the codes have ' +
        'a title that is unlike their own.',
      findings(
        ofKinds('replaced'),
        '; no row has that group with its own title: the code seems to mean that group',
      ),
      findings(tooManyUnlike),
    ),
    knownIssue(
      'titles-agree',
      'No code has the title of another group, or a title that is unlike its own. The ' +
        'code decides, and answers have the titles of Volume 1.',
      findings(ofKinds('misprinted', 'unlike')),
    ),
    info(
      'titles-known',
      'Every title is one that Volume 1 gives, now or before. A similar title may come ' +
        'from an edition of Volume 1 that we do not hold.',
      findings(ofKinds('similar')),
    ),
  ];
}

/** A title that Volume 1 does not give to the group, now or before. */
interface StrangeTitle {
  readonly place: Place;
  readonly code: string;
  readonly title: string;
  readonly socTitle: string;
  /**
   * The title of another group that has no row with its own title, so that the code seems to mean
   * it; of another group that has its title too; one that has much of the group's own; or none of
   * these.
   */
  readonly kind: 'replaced' | 'misprinted' | 'similar' | 'unlike';
  /** The codes of the groups with the title, without the group's own parents and children. */
  readonly others: readonly string[];
}

interface JudgedTable {
  readonly codes: number;
  readonly strange: readonly StrangeTitle[];
}

/** Judges the distinct titles of a table, in its order. */
function judgeOf(
  groups: ReadonlyMap<string, ClassificationGroup>,
): (table: Iterable<TitledCode>) => JudgedTable {
  const owners = new Map<string, string[]>();
  for (const { code, titles } of [...groups.values()].map(foldedTitles))
    for (const title of new Set(titles)) owners.set(title, [...(owners.get(title) ?? []), code]);

  const judge = (group: ClassificationGroup, title: string) => {
    const folded = foldTitle(title);
    const isCut = (titleOfGroup: string) =>
      folded.length >= leastCut && titleOfGroup.startsWith(folded);
    if (
      foldedTitles(group).titles.some(
        (titleOfGroup) => titleOfGroup === folded || isCut(titleOfGroup),
      )
    )
      return null;
    const { code } = group;
    const ownersOfTitle = owners.get(folded) ?? [];
    const others = ownersOfTitle.filter(
      (other) => !other.startsWith(code) && !code.startsWith(other),
    );
    const isSimilar =
      ownersOfTitle.length > 0 ||
      titlesOf(group).some((titleOfGroup) => shareOfWords(titleOfGroup, title) >= leastShared);
    return { code, title: title.trim(), socTitle: group.title, isSimilar, others };
  };
  // Workbooks repeat the same titles in hundreds of sheets.
  const known = new Map<string, ReturnType<typeof judge>>();

  return (table) => {
    const seen = new Set<string>();
    const codes = new Set<string>();
    const codesWithTitle = new Set<string>();
    const strange: ({ place: Place } & NonNullable<ReturnType<typeof judge>>)[] = [];
    for (const { place, code, title } of table) {
      const group = groups.get(code);
      const key = `${code} ${title}`;
      if (group === undefined || seen.has(key)) continue;
      seen.add(key);
      codes.add(code);
      const before = known.get(key);
      const judgement = before === undefined ? judge(group, title) : before;
      known.set(key, judgement);
      if (judgement === null) codesWithTitle.add(code);
      else strange.push({ place, ...judgement });
    }
    const kindOf = ({ others, isSimilar }: (typeof strange)[number]) => {
      if (others.length === 0) return isSimilar ? 'similar' : 'unlike';
      return others.some((other) => codesWithTitle.has(other)) ? 'misprinted' : 'replaced';
    };
    return {
      codes: codes.size,
      strange: strange.map((title) => ({ ...title, kind: kindOf(title) })),
    };
  };
}

function titlesOf({ title, earlierTitles = [] }: ClassificationGroup): string[] {
  return [title, ...earlierTitles];
}

function foldedTitles(group: ClassificationGroup): { code: string; titles: string[] } {
  return { code: group.code, titles: titlesOf(group).map(foldTitle) };
}

function foldTitle(title: string): string {
  return foldToLetters(title.replaceAll('&', ' and '));
}

/** The share (0 to 1) of the words with at least four letters that two titles have in common. */
function shareOfWords(first: string, second: string): number {
  const wordsOf = (title: string) => new Set(title.toLowerCase().match(/[a-z]{4,}/g));
  const a = wordsOf(first);
  const b = wordsOf(second);
  const shared = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

const ofKinds =
  (...kinds: readonly StrangeTitle['kind'][]) =>
  ({ strange }: JudgedTable): StrangeTitle[] =>
    kinds.flatMap((kind) => strange.filter((title) => title.kind === kind));

function tooManyUnlike(table: JudgedTable): StrangeTitle[] {
  const unlike = ofKinds('unlike')(table);
  return unlike.length > Math.max(1, mostUnlike * table.codes) ? unlike : [];
}

function findingOf(
  { place, code, title, socTitle, others }: StrangeTitle,
  consequence: string,
): Finding {
  const ownersOfTitle = others.length === 0 ? '' : `, the title of ${quoteList(others)}`;
  return {
    place: written(place),
    message: `${code} is "${title}"${ownersOfTitle}${consequence}; SOC 2020 has "${socTitle}"`,
  };
}
