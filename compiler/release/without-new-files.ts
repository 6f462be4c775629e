// A release that is held back, without the files of a kind that no published release of its source has had, and without those that stand
// apart and were not understood. Such a file must not hold back what the others say.
import { kindOf } from '#sources/kit/named-files.ts';
import { type Problem, faultsOf } from '#sources/kit/problem.ts';
import { isReadable } from '#schemas/document-formats.ts';
import { documentedLayout, unseenLayout, wasUnderstood } from '../check/run-checks.ts';
import { isPublished } from '#schemas/standing.ts';
import { type Outcome, type ReleaseFiles, blockingNames } from './outcome.ts';
import type { Run } from './run.ts';

/** Null if the release is not held back, has no such file, or would be held back for its other files too. */
export async function withoutNewFiles(run: Run, candidate: ReleaseFiles, { verdict, edition }: Outcome): Promise<ReleaseFiles | null> {
  const { holdings } = run;
  const { source, release } = candidate;
  if (verdict !== 'quarantined' || edition === null) return null;
  const published = holdings.editions.filter((other) => other.source === source.key && isPublished(other));
  // In the first release of a source every file is new, so what else holds it back is not the fault of one.
  const isOfLayout = !wasUnderstood(edition) || blockingNames(edition.checks).every((name) => name === documentedLayout);
  if (published.length === 0 && !isOfLayout) return null;
  const isUnderstood = wasUnderstood(edition);
  const isLeftOut = (name: string) => {
    const kind = kindOf(source.files, name);
    if (kind === undefined || kind.required || kind.many) return false;
    const withIt = published.filter(({ inputs }) => inputs.some(({ file }) => kind.match.test(file)));
    if (withIt.length === 0) return true;
    // What is answered from this very file is not taken away.
    const isAnswered = withIt.some((other) => other.release === release.name && isReadable(other));
    return kind.isApart === true && !isUnderstood && !isAnswered;
  };
  const others = edition.inputs.filter(({ file }) => !isLeftOut(file));
  if (others.length === 0 || others.length === edition.inputs.length) return null;
  if (unseenLayout(source, release, others, holdings.editions).length > 0) return null;
  const rest = { source, release, files: () => candidate.files().filter(({ name }) => !isLeftOut(name)) };
  return isUnderstood || (await canBeUnderstood(run, rest)) ? rest : null;
}

async function canBeUnderstood({ reading, reader, holdings }: Run, { source, release, files }: ReleaseFiles): Promise<boolean> {
  const problems: Problem[] = [];
  try {
    const rows = await reading.read(source, release, files());
    source.reshape(release, rows, await reader.needsOf(source, holdings.neededBy(source) ?? []), problems);
  } catch (error) {
    if (faultsOf(error) === null) throw error;
    return false;
  }
  return problems.length === 0;
}
