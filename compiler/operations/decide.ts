// Carries out a decision about editions, for accepting, dismissing and withdrawing. It runs through
// the pipeline, so that the editions that depend on them are compiled again and everything goes
// live in one replacement of the catalogue.
import type { Catalogue, CatalogueEdition, Ingest } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import type { Source } from '#sources/kit/source.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import type { CatalogueDraft } from '../edition/catalogue-draft.ts';
import { OperationError } from '../edition/operation-error.ts';
import { compile } from '../pipeline.ts';
import { type Outcome, waitsForNeeds } from '../release/outcome.ts';
import { releasesKept } from '../release/releases.ts';
import type { ShowProgress } from '../release/run.ts';

export interface DecisionOptions {
  readonly directory: string;
  readonly sources: readonly Source[];
  readonly ids: readonly string[];
  readonly reason: string;
  readonly progress: ShowProgress;
  readonly say: (line: string) => void;
}

/** A decision about the edition with this id. */
export type DecisionOfOne = Omit<DecisionOptions, 'ids'> & { readonly id: string };

export interface Decided {
  /** As the catalogue lists them now. An edition that was removed is missing. */
  readonly editions: readonly CatalogueEdition[];
  /** The outcomes of the editions that depend on them, and of releases that waited for them. */
  readonly outcomes: readonly Outcome[];
  /** Ids of the editions of the decided sources that are now served. */
  readonly served: readonly string[];
}

interface Decision {
  /**
   * Runs under the lock for each edition. Throws OperationError if the decision is not possible:
   * then nothing is decided.
   */
  readonly amend: (draft: CatalogueDraft, edition: CatalogueEdition) => void | Promise<void>;
  /**
   * Compile the releases too that are kept and had to wait, because a source that they need was not
   * served.
   */
  readonly waiting?: boolean;
  readonly ingest?: ReadonlyMap<SourceKey, Ingest>;
}

export async function decide(
  options: DecisionOptions,
  { amend, waiting = false, ingest }: Decision,
): Promise<Decided> {
  const { directory, sources, ids, progress, say } = options;
  requireReason(options);
  const { sample, editions: before, sources: described } = requireCatalogue(directory);
  const wasCompiled = ({ source, release }: { source: string; release: string }) =>
    before.some((edition) => edition.source === source && edition.release === release);
  // A harvest without news has no edition of its own and waits for nothing.
  const isWaiting = ({ key }: Source) =>
    described.find((source) => source.key === key)?.ingest.fault?.endsWith(waitsForNeeds) === true;
  const waitingSources = waiting ? sources.filter(isWaiting) : [];
  const kept = waitingSources.length === 0 ? [] : releasesKept(directory, waitingSources).releases;
  const compiled = await compile({
    sources,
    releases: kept.filter(
      ({ source, release }) => !wasCompiled({ source: source.key, release: release.name }),
    ),
    directory,
    sample,
    acceptDocumented: false,
    async amend(draft) {
      for (const id of ids) await amend(draft, requireEdition(draft, directory, id));
    },
    ingest: (outcomes) => new Map([...withoutWaiting(described, outcomes), ...(ingest ?? [])]),
    progress,
    say,
  });
  const after = requireCatalogue(directory);
  const editions = ids.flatMap((id) => after.editions.filter((edition) => edition.id === id));
  return {
    editions,
    // A release that waits for yet another source is no news.
    outcomes: compiled.filter(({ verdict }) => verdict !== 'waiting'),
    served: after.sources.flatMap(({ key, served }) =>
      editions.some(({ source }) => source === key) ? served : [],
    ),
  };
}

/** A decision about one edition: as the catalogue lists it now, or as it was if it is removed. */
export async function decideOne(
  { id, ...options }: DecisionOfOne,
  amend: Decision['amend'],
): Promise<Omit<Decided, 'editions'> & { readonly edition: CatalogueEdition }> {
  let before: CatalogueEdition | undefined;
  const decision: Decision = {
    amend(draft, edition) {
      before = edition;
      return amend(draft, edition);
    },
  };
  const { editions, ...decided } = await decide({ ...options, ids: [id] }, decision);
  const [edition = before] = editions;
  if (edition === undefined) throw new Error(`nothing was decided about ${id}`);
  return { edition, ...decided };
}

/** The entries of sources that only waited for another one, which is now served. */
function withoutWaiting(
  sources: Catalogue['sources'],
  outcomes: readonly Outcome[],
): [SourceKey, Ingest][] {
  const hasEdition = (key: SourceKey) =>
    outcomes.some(({ source, edition }) => source === key && edition !== null);
  return sources
    .filter(({ key, ingest }) => ingest.fault?.endsWith(waitsForNeeds) && hasEdition(key))
    .map(({ key, ingest }) => [key, { ...ingest, fault: null, detail: null }]);
}

export function requireReason({ reason }: Pick<DecisionOptions, 'reason'>): void {
  if (reason.trim() === '')
    throw new OperationError(
      '--reason is empty; give the reason in a sentence, which is listed with the edition',
    );
}

export function requireEdition(
  draft: CatalogueDraft,
  directory: string,
  id: string,
): CatalogueEdition {
  const edition = draft.edition(id);
  if (edition === undefined)
    throw new OperationError(
      `"${id}": ${directory} holds no edition with this id; lmi status --all lists them`,
    );
  return edition;
}

export function nameOf({
  source,
  release,
  id,
}: Pick<CatalogueEdition, 'source' | 'release' | 'id'>): string {
  return `${source} ${release} ${id}`;
}
