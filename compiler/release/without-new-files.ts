// A release that is held back, without the files of a kind that no published release of its source has had. A new file must not hold back what
// the others say.
import { kindOf } from '#sources/kit/named-files.ts';
import { documentedLayout, unseenLayout, wasUnderstood } from '../check/run-checks.ts';
import { isPublished } from '#schemas/standing/is-published.ts';
import { type Outcome, type ReleaseFiles, blockingNames } from './outcome.ts';
import type { Run } from './run.ts';

/** Null if the release is not held back, has no new optional file, or would be held back for its other files too. */
export function withoutNewFiles({ holdings }: Run, candidate: ReleaseFiles, { verdict, edition }: Outcome): ReleaseFiles | null {
  const { source, release } = candidate;
  if (verdict !== 'quarantined' || edition === null) return null;
  const published = holdings.editions.filter((other) => other.source === source.key && isPublished(other));
  // In the first release of a source every file is new, so what else holds it back is not the fault of one.
  const isOfLayout = !wasUnderstood(edition) || blockingNames(edition.checks).every((name) => name === documentedLayout);
  if (published.length === 0 && !isOfLayout) return null;
  const isNew = (name: string) => {
    const kind = kindOf(source.files, name);
    return (
      kind !== undefined &&
      !kind.required &&
      !kind.many &&
      !published.some(({ inputs }) => inputs.some(({ file }) => kind.match.test(file)))
    );
  };
  const others = edition.inputs.filter(({ file }) => !isNew(file));
  if (others.length === 0 || others.length === edition.inputs.length) return null;
  if (unseenLayout(source, release, others, holdings.editions).length > 0) return null;
  return { source, release, files: () => candidate.files().filter(({ name }) => !isNew(name)) };
}
