// Sources that a test compiles many times. A process parses equal files once, however often they
// come, and of the 412 unit groups only a few have documents. No test framework here: programs that
// are killed run it too.
import { sha256 } from '#compiler/edition/digest.ts';
import type { FileKind, FileKinds } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import { socIndex as wholeIndex } from '#sources/soc-index/source.ts';
import type { IndexObservations } from '#sources/soc-index/reshape.ts';
import { socStructure as wholeStructure } from '#sources/soc-structure/source.ts';

/** The unit groups that have documents: enough that some are lost and others stay. */
export const few: ReadonlySet<string> = new Set([
  '1111',
  '1112',
  '2133',
  '2134',
  '2135',
  '2136',
  '9265',
]);

function parsingOnce(source: Source): Source {
  const parsed = new Map<string, ReturnType<Source['parse']>>();
  return {
    ...source,
    parse(release, files) {
      const key = JSON.stringify([
        release.name,
        files.map(({ name, bytes }) => [name, sha256(bytes)]),
      ]);
      const rows = parsed.get(key) ?? source.parse(release, files);
      parsed.set(key, rows);
      return rows;
    },
  };
}

/** The source with documents and figures of a few unit groups alone. */
export function withFewDocuments(
  source: Source,
  isChosen = (code: string) => few.has(code),
): Source {
  const { figures } = source;
  return {
    ...source,
    figures:
      figures === 'texts'
        ? figures
        : function* (read) {
            for (const figure of figures(read))
              if (figure.group === null || isChosen(figure.group)) yield figure;
          },
    axes(observations, needs) {
      const { occupations, ...others } = source.axes(observations, needs);
      return { ...others, occupations: occupations.filter(isChosen) };
    },
    *documents(inputs) {
      for (const document of source.documents(inputs))
        if (document.place.soc === undefined || isChosen(document.place.soc)) yield document;
    },
  };
}

const structure = parsingOnce(wholeStructure as Source);
const index = parsingOnce(wholeIndex as Source);
/** The whole ones, for tests that compile other sources beside them. */
export const wholeSpine: readonly Source[] = [structure, index];
/** The whole ones for tests that look at no document of theirs. */
export const structureWithFewDocuments = withFewDocuments(structure);
export const indexWithFewDocuments = withFewDocuments(index);

export const socStructure: Source = structureWithFewDocuments;
/** The index of those few unit groups, which its checks would find too few. */
export const socIndex: Source = {
  ...index,
  axes: indexWithFewDocuments.axes,
  checks: [],
  reshape(...given) {
    const { occupations, entries, crossReferences, ...rest } = index.reshape(
      ...given,
    ) as IndexObservations;
    return {
      ...rest,
      occupations: occupations.filter((code) => few.has(code)),
      entries: entries.filter(({ soc2020 }) => few.has(soc2020)),
      crossReferences: crossReferences.slice(0, 10),
    };
  },
  // Its list of occupations is that of the classification.
  documents(edition) {
    const structure = edition.needs.get('soc-structure');
    const part = {
      ...structure,
      unitGroups: structure.unitGroups.filter(({ code }) => few.has(code)),
    };
    return index.documents({ ...edition, needs: { get: () => part as never } });
  },
};

/** Learning from all job titles takes longer than all else that a test of a whole compile does. */
export function withFewTitles<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
): Source<Rows, Observations> {
  const { titles } = source;
  if (titles === undefined) return source;
  return {
    ...source,
    titles: (observations, needs) =>
      [...titles(observations, needs)].filter((_, at) => at % 40 === 0),
  };
}

/**
 * The kinds of a source's files, all of them changed alike: as if their layouts had been seen, or
 * had not.
 */
export function kindsWith({ files }: Source, change: Partial<FileKind>): FileKinds {
  return Object.fromEntries(
    Object.entries(files).map(([name, kind]) => [name, { ...kind, ...change }]),
  );
}
