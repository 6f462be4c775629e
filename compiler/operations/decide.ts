// What accepting and withdrawing share: one decision about one edition. It runs through the pipeline, so that the editions that depend
// on it are compiled again and everything goes live in one replacement of the catalogue.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import type { Holdings } from '../edition/holdings.ts';
import type { Outcome } from '../release/outcome.ts';
import { compile } from '../pipeline.ts';
import type { Source } from '#sources/kit/source.ts';
import { OperationError } from './operation-error.ts';

export interface DecisionOptions {
  readonly directory: string;
  readonly sources: readonly Source[];
  readonly id: string;
  readonly reason: string;
  readonly progress: (doing: string) => void;
  readonly say: (line: string) => void;
}

export interface Decided {
  /** The edition as the catalogue lists it now. */
  readonly edition: CatalogueEdition;
  /** The outcomes of the editions that depend on it. */
  readonly outcomes: readonly Outcome[];
  /** Ids of the editions of its source that are now served. */
  readonly served: readonly string[];
}

/** Carries out a decision. `amend` runs under the lock and throws OperationError if the decision is not possible. */
export async function decide(options: DecisionOptions, amend: (holdings: Holdings, edition: CatalogueEdition) => void): Promise<Decided> {
  const { directory, sources, id, progress, say } = options;
  if (options.reason.trim() === '')
    throw new OperationError('--reason is empty; give the reason in a sentence, which is listed with the edition');
  const { sampleSize } = requireCatalogue(directory);
  const outcomes = await compile({
    sources,
    releases: [],
    directory,
    sampleSize,
    acceptDocumented: false,
    amend: (holdings) => amend(holdings, requireEdition(holdings, directory, id)),
    progress,
    say,
  });
  const { editions, sources: described } = requireCatalogue(directory);
  const edition = editions.find((candidate) => candidate.id === id);
  if (edition === undefined) throw new Error(`the catalogue no longer lists ${id}`);
  return { edition, outcomes, served: described.find(({ key }) => key === edition.source)?.served ?? [] };
}

export function requireEdition(holdings: Holdings, directory: string, id: string): CatalogueEdition {
  const edition = holdings.edition(id);
  if (edition === undefined) throw new OperationError(`"${id}": ${directory} holds no edition with this id; lmi editions lists them`);
  return edition;
}

/** An edition as the messages name it. */
export function nameOf({ source, release, id }: CatalogueEdition): string {
  return `${source} ${release} ${id}`;
}
