// Sources that a test compiles many times. A process parses, reshapes and checks equal files once, however often they come, and of the
// 412 unit groups only a few have documents. No test framework here: programs that are killed run it too.
import { sha256 } from '#compiler/edition/digest.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Check, Examined, NeededObservations, Needs, Source, FileKind, FileKinds } from '#sources/kit/source.ts';
import { socIndex as wholeIndex } from '#sources/soc-index/source.ts';
import type { IndexObservations } from '#sources/soc-index/reshape.ts';
import { socStructure as wholeStructure } from '#sources/soc-structure/source.ts';

/** The unit groups that have documents: enough that some are lost and others stay. */
export const few: ReadonlySet<string> = new Set(['1111', '1112', '2133', '2134', '2135', '2136', '9265']);

type AnyExamined = Examined<readonly unknown[], unknown>;

/** The whole observations of which some are a part: checks are asked of these. */
const wholeOf = new WeakMap<object, object>();
const whole = <Observations>(part: Observations): Observations =>
  typeof part === 'object' && part !== null ? ((wholeOf.get(part) as Observations | undefined) ?? part) : part;
const wholeNeeds = (needs: Needs): Needs => ({ get: (key) => whole(needs.get(key)) });
const wholeEdition = (edition: AnyExamined): AnyExamined => ({
  ...edition,
  observations: whole(edition.observations),
  needs: wholeNeeds(edition.needs),
});

/** What is made of the same objects is made once. */
class Once<Made> {
  readonly #made = new WeakMap<object, Map<string, Made>>();

  of(given: object, more: string, make: () => Made): Made {
    const known = this.#made.get(given) ?? new Map<string, Made>();
    this.#made.set(given, known);
    const made = known.get(more) ?? make();
    known.set(more, made);
    return made;
  }
}

let numbers = 0;
const numbered = new WeakMap<object, number>();
/** A name for an object, that stays with it. */
function nameOf(given: unknown): string {
  if (typeof given !== 'object' || given === null) return String(given);
  const number = numbered.get(given) ?? (numbers += 1);
  numbered.set(given, number);
  return String(number);
}

/**
 * The source with a memory: it parses, reshapes and checks whole files, once for equal files. Its documents are made of `part` of the
 * observations; its checks see all of them.
 */
export function remembering(source: Source, part: (observations: object) => object = (observations) => observations): Source {
  const parsed = new Map<string, ReturnType<Source['parse']>>();
  const reshaped = new Once<{ readonly given: object; readonly faults: readonly Problem[] }>();
  const once = (check: Check<readonly unknown[], unknown>): typeof check => {
    const found = new Once<ReturnType<typeof check.check>>();
    return {
      ...check,
      check: (edition, previous) =>
        found.of(
          edition.rows,
          [edition.release.name, edition.observations, previous?.rows, previous?.observations, previous?.yearBefore?.rows]
            .map(nameOf)
            .join(),
          () => check.check(wholeEdition(edition), previous === null ? null : wholeEdition(previous)),
        ),
    };
  };
  return {
    ...source,
    checks: source.checks.map(once),
    parse(release, files) {
      const key = JSON.stringify([release.name, files.map(({ name, bytes }) => [name, sha256(bytes)])]);
      const rows = parsed.get(key) ?? source.parse(release, files);
      parsed.set(key, rows);
      return rows;
    },
    reshape(release, rows, needs, problems) {
      const needed = source.needs.map((key) => nameOf(needs.get(key)));
      const { given, faults } = reshaped.of(rows, [release.name, ...needed].join(), () => {
        const faults: Problem[] = [];
        const observations = source.reshape(release, rows, wholeNeeds(needs), faults) as object;
        const given = part(observations);
        wholeOf.set(given, observations);
        return { given, faults };
      });
      problems.push(...faults);
      return given;
    },
  };
}

/** The source with documents and figures of a few unit groups alone. */
export function withFewDocuments(source: Source, isChosen = (code: string) => few.has(code)): Source {
  const { figures } = source;
  return {
    ...source,
    figures:
      figures === 'texts'
        ? figures
        : function* (read, wanted) {
            for (const figure of figures(read, wanted)) if (figure.group === null || isChosen(figure.group)) yield figure;
          },
    axes(observations) {
      const { occupations, ...others } = source.axes(observations);
      return { ...others, occupations: occupations.filter(isChosen) };
    },
    *documents(inputs) {
      for (const document of source.documents(inputs)) if (document.place.soc === undefined || isChosen(document.place.soc)) yield document;
    },
  };
}

/** The classification and its index with those few unit groups. Other sources need the whole ones. */
export const socStructure: Source = remembering(wholeStructure as Source, (observations) => {
  const { unitGroups, ...rest } = observations as NeededObservations['soc-structure'];
  return { ...rest, unitGroups: unitGroups.filter(({ code }) => few.has(code)) };
});

export const socIndex: Source = remembering(wholeIndex as Source, (observations) => {
  const { occupations, entries, crossReferences, ...rest } = observations as IndexObservations;
  return {
    ...rest,
    occupations: occupations.filter((code) => few.has(code)),
    entries: entries.filter(({ soc2020 }) => few.has(soc2020)),
    crossReferences: crossReferences.slice(0, 10),
  };
});

const structure = remembering(wholeStructure as Source);
const index = remembering(wholeIndex as Source);
/** The whole ones, for tests that compile other sources beside them. */
export const wholeSpine: readonly Source[] = [structure, index];
/** The whole ones for tests that look at no document of theirs. */
export const structureWithFewDocuments = withFewDocuments(structure);
export const indexWithFewDocuments = withFewDocuments(index);

/** Learning from all job titles takes longer than all else that a test of a whole compile does. */
export function withFewTitles<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
): Source<Rows, Observations> {
  const { titles } = source;
  if (titles === undefined) return source;
  return { ...source, titles: (observations, needs) => [...titles(observations, needs)].filter((_, at) => at % 40 === 0) };
}

/** The kinds of a source's files, all of them changed alike: as if their layouts had been seen, or had not. */
export function kindsWith({ files }: Source, change: Partial<FileKind>): FileKinds {
  return Object.fromEntries(Object.entries(files).map(([name, kind]) => [name, { ...kind, ...change }]));
}
