// What accepting and withdrawing share: one decision about editions. It runs through the pipeline, so that the editions that depend
// on it are compiled again and everything goes live in one replacement of the catalogue.
import type { Catalogue, CatalogueEdition, Ingest } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import type { CatalogueDraft } from '../edition/catalogue-draft.ts';
import { type Outcome, waitsForNeeds } from '../release/outcome.ts';
import { releasesKept } from '../release/releases.ts';
import type { ShowProgress } from '../release/run.ts';
import { compile } from '../pipeline.ts';
import type { Source } from '#sources/kit/source.ts';
import { OperationError } from './operation-error.ts';

export interface DecisionOptions {
  readonly directory: string;
  readonly sources: readonly Source[];
  readonly id: string;
  readonly reason: string;
  readonly progress: ShowProgress;
  readonly say: (line: string) => void;
}

export interface Decided {
  /** The edition as the catalogue lists it now, or listed it before it was removed. */
  readonly edition: CatalogueEdition;
  readonly isRemoved: boolean;
  /** The outcomes of the editions that depend on it, and of releases that waited for it. */
  readonly outcomes: readonly Outcome[];
  /** Ids of the editions of the decided sources that are now served. */
  readonly served: readonly string[];
}

/** One decision about several editions. */
export interface DecisionsOptions extends Omit<DecisionOptions, 'id'> {
  readonly ids: readonly string[];
  /** Compile the releases too that are kept and had to wait, because a source that they need was not served. */
  readonly waiting?: boolean;
}

export interface DecidedAll extends Omit<Decided, 'edition' | 'isRemoved'> {
  readonly editions: readonly CatalogueEdition[];
}

/** Carries out a decision about one edition. `amend` runs under the lock and throws OperationError if the decision is not possible. */
export async function decide(
  options: DecisionOptions & Pick<DecisionsOptions, 'waiting'>,
  amend: (draft: CatalogueDraft, edition: CatalogueEdition) => void,
): Promise<Decided> {
  let before: CatalogueEdition | undefined;
  const { editions, ...decided } = await decideAll({ ...options, ids: [options.id] }, (draft, found) => {
    before = found;
    amend(draft, found);
  });
  const [edition = before] = editions;
  if (edition === undefined) throw new Error(`nothing was decided about ${options.id}`);
  return { edition, isRemoved: editions.length === 0, ...decided };
}

/** Carries out a decision about several editions at once. */
export async function decideAll(
  options: DecisionsOptions,
  amend: (draft: CatalogueDraft, edition: CatalogueEdition) => void,
): Promise<DecidedAll> {
  const { directory, sources, ids, waiting = false, progress, say } = options;
  requireReason(options);
  const { sampleSize, editions: before, sources: described } = requireCatalogue(directory);
  const wasCompiled = ({ source, release }: { source: string; release: string }) =>
    before.some((edition) => edition.source === source && edition.release === release);
  // A harvest without news has no edition of its own and waits for nothing.
  const waits = new Set(waiting ? described.filter(({ ingest }) => ingest.fault?.endsWith(waitsForNeeds)).map(({ key }) => key) : []);
  const kept =
    waits.size === 0
      ? []
      : releasesKept(
          directory,
          sources.filter(({ key }) => waits.has(key)),
        ).releases;
  const compiled = await compile({
    sources,
    releases: kept.filter(({ source, release }) => !wasCompiled({ source: source.key, release: release.name })),
    directory,
    sampleSize,
    acceptDocumented: false,
    amend(draft) {
      for (const id of ids) amend(draft, requireEdition(draft, directory, id));
    },
    ingest: (outcomes) => withoutWaiting(described, outcomes),
    progress,
    say,
  });
  const after = requireCatalogue(directory);
  const editions = ids.flatMap((id) => after.editions.filter((edition) => edition.id === id));
  const decided = new Set(editions.map(({ source }) => source));
  return {
    editions,
    // A release that waits for yet another source is no news.
    outcomes: compiled.filter(({ verdict }) => verdict !== 'waiting'),
    served: after.sources.flatMap(({ key, served }) => (decided.has(key) ? served : [])),
  };
}

/** The entries of sources that only waited for another one, which is now served. */
function withoutWaiting(sources: Catalogue['sources'], outcomes: readonly Outcome[]): Map<SourceKey, Ingest> {
  const waited = sources.filter(
    ({ key, ingest }) =>
      ingest.fault?.endsWith(waitsForNeeds) === true && outcomes.some(({ source, edition }) => source === key && edition !== null),
  );
  return new Map(waited.map(({ key, ingest }) => [key, { ...ingest, fault: null, detail: null }]));
}

export function requireReason({ reason }: Pick<DecisionOptions, 'reason'>): void {
  if (reason.trim() === '') throw new OperationError('--reason is empty; give the reason in a sentence, which is listed with the edition');
}

export function requireEdition(draft: CatalogueDraft, directory: string, id: string): CatalogueEdition {
  const edition = draft.edition(id);
  if (edition === undefined) throw new OperationError(`"${id}": ${directory} holds no edition with this id; lmi status --all lists them`);
  return edition;
}

/** An edition as the messages name it. */
export function nameOf({ source, release, id }: CatalogueEdition): string {
  return `${source} ${release} ${id}`;
}
