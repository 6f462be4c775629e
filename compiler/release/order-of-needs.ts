// Orders sources, so that each is compiled after the sources it needs.
import type { SourceKey } from '#schemas/codes.ts';
import type { Source } from '#sources/kit/source.ts';

/** Every source that this one needs, optional ones included. */
export function allNeedsOf({ needs, optionalNeeds = [] }: Source): readonly SourceKey[] {
  return [...needs, ...optionalNeeds];
}

/** Sources ordered so that each follows those it needs. A circle of needs is a fault in the source folders. */
export function inOrderOfNeeds(sources: readonly Source[]): Source[] {
  const ordered: Source[] = [];
  const visit = (source: Source, path: readonly string[]) => {
    if (ordered.includes(source)) return;
    if (path.includes(source.key)) throw new Error(`sources need each other in a circle: ${[...path, source.key].join(' → ')}`);
    for (const key of allNeedsOf(source)) {
      const needed = sources.find((candidate) => candidate.key === key);
      if (needed !== undefined) visit(needed, [...path, source.key]);
    }
    ordered.push(source);
  };
  for (const source of sources) visit(source, []);
  return ordered;
}
