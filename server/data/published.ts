// The catalogue as the router needs it. It is read from the store at most once a second.
import { titleModelOf } from '#schemas/standing.ts';
import type {
  CatalogueEdition,
  DividedCatalogue,
  ServingCatalogue,
  ServingEdition,
  SourceRecords,
  TitleModelRecord,
} from '#schemas/catalogue.ts';
import { type SourceKey, sourceKeys, spine } from '#schemas/codes.ts';
import { type StoredFault, faultOfFile, isReadable } from '#schemas/document-formats.ts';
import { sealOf } from '#schemas/stored-files.ts';
import { editionsOf, recordsFolder, servingOfStored } from '#schemas/divided-catalogue.ts';
import { DamagedFile, faultOfSeal, provenBytes, type Store } from './store.ts';
import { logError } from '../http/log.ts';
import { Refusal } from '../http/problem.ts';

/** The editions that are served now. */
export interface Published {
  readonly sample: boolean;
  /** Codes of the unit groups that the served edition of the coding index covers. */
  readonly occupations: ReadonlySet<string>;
  source(key: SourceKey): ServingCatalogue['sources'][number] | undefined;
  /** An edition that is served or held back, or that one of these needs. */
  edition(id: string): ServingEdition | undefined;
  /**
   * The same, with the edition that a request to a source's endpoint pins, and what that edition
   * needs. The same alone if no source has such an edition.
   */
  withEdition(source: SourceKey, id: string): Promise<Published>;
  /**
   * What the search has learnt from job titles, if all editions that it learnt from are served and
   * this code reads it; else null.
   */
  readonly titleModel: TitleModelRecord | null;
  /** Served editions of a source, newest first. */
  served(key: SourceKey): readonly ServingEdition[];
  /** The newest edition of a source that is held back. */
  held(key: SourceKey): ServingEdition | undefined;
}

/**
 * A catalogue that this code has read. `published` is null if the spine is not served; the /v1/meta
 * endpoints still answer then.
 */
export interface LoadedCatalogue {
  readonly catalogue: ServingCatalogue;
  readonly published: Published | null;
  readonly readEditions: ReadEditions;
}

/**
 * The state of the catalogue when a request arrives: the catalogue, or why this code does not read
 * it; both null if there is none.
 */
export interface CatalogueState {
  readonly loaded: LoadedCatalogue | null;
  readonly unreadable: Refusal | null;
  /** The catalogue that is stored now cannot be read, so this is the one before. */
  readonly isOutdated: boolean;
  /** Null unless this process has read a newer catalogue before: somebody has put an older back. */
  readonly older: { readonly serial: number; readonly newest: number } | null;
}

export const noCatalogue: CatalogueState = {
  loaded: null,
  unreadable: null,
  isOutdated: false,
  older: null,
};

/** The catalogue, and the way to all editions; 503 if there is none that this code reads. */
export function requireLoaded({ loaded, unreadable }: CatalogueState): LoadedCatalogue {
  return loaded ?? unavailable(unreadable);
}

/** The served editions; 503 if nothing is served. */
export function requirePublished({ loaded, unreadable }: CatalogueState): Published {
  return loaded?.published ?? unavailable(unreadable);
}

/** The refusal to read what other code has stored. */
export function unreadableFormat({ message, repair }: StoredFault): Refusal {
  const text =
    `${message[0]?.toUpperCase()}${message.slice(1)}. The operator of this service can ` +
    `mend it: ${repair}.`;
  return new Refusal('unreadable-format', text, { headers: { 'Retry-After': '3600' } });
}

/**
 * 503 if the classification or the coding index is not served, or is stored in a format that this
 * server does not read.
 */
export function requireSpine(state: CatalogueState): void {
  const published = requirePublished(state);
  for (const key of spine) if (!published.served(key).every(isReadable)) unavailable();
}

/** 503 if what is answered may be out of date: a withdrawal, for one, would not be seen. */
export function requireCurrent({ isOutdated: outdated, older }: CatalogueState): void {
  if (older !== null)
    throw new Refusal('unavailable', `${olderCatalogue(older)} ${repairOfOlder}`, {
      headers: { 'Retry-After': '60' },
    });
  if (!outdated) return;
  throw new Refusal(
    'unavailable',
    'The stored catalogue cannot be read, so answers come from the one before. The log ' +
      'of the service says why; lmi verify names what is damaged.',
    { headers: { 'Retry-After': '60' } },
  );
}

const olderCatalogue = ({ serial, newest }: NonNullable<CatalogueState['older']>): string =>
  `The stored catalogue is of serial ${serial}, and ${newest} was read before: an older ` +
  'one was put back.';

const repairOfOlder =
  'Put the newer one back, or restart the service if the older one is what you mean to serve.';

function unavailable(unreadable: Refusal | null = null): never {
  if (unreadable !== null) throw unreadable;
  throw new Refusal(
    'unavailable',
    'There are no data to serve at the moment. Try again in a minute.',
    {
      headers: { 'Retry-After': '60' },
    },
  );
}

/**
 * Throws a Refusal if the catalogue is stored in a format that this code does not read, and an
 * Error if the text is no catalogue or is damaged.
 */
export async function readCatalogue(
  text: string,
  store: Pick<Store, 'outsideEditions'>,
): Promise<LoadedCatalogue> {
  // The compiler validates the catalogue before it writes it. No schema library runs in the worker,
  // so this checks only the format.
  const stored: DividedCatalogue = JSON.parse(text);
  const fault = faultOfFile('catalogue', stored);
  if (fault !== null)
    throw unreadableFormat({ ...fault, message: `the catalogue ${fault.message}` });

  const damage = await faultOfSeal(text, sealOf.catalogue);
  if (damage !== null) throw new DamagedFile('catalogue.json', damage);

  const catalogue = servingOfStored(stored);
  const everyEdition = createEditionReader(stored, store);
  const sources = new Map(catalogue.sources.map((source) => [source.key, source]));
  const editions = new Map(catalogue.editions.map((edition) => [edition.id, edition]));
  const served = (key: SourceKey): ServingEdition[] =>
    (sources.get(key)?.served ?? []).map((id) => {
      const edition = editions.get(id);
      if (edition === undefined)
        throw new Error(`catalogue.json serves ${key} edition ${id} and does not list it`);
      return edition;
    });

  const servedBySource = new Map(
    catalogue.sources.map((source) => [source.key, served(source.key)]),
  );
  if (spine.some((key) => (servedBySource.get(key) ?? []).length === 0))
    return { catalogue, published: null, readEditions: everyEdition };
  const published: Published = {
    sample: catalogue.sample,
    occupations: new Set(servedBySource.get('soc-index')?.[0]?.axes.occupations),
    source: (key) => sources.get(key),
    edition: (id) => editions.get(id),
    async withEdition(key, id) {
      if (editions.has(id)) return published;
      const isWanted = (edition: ServingEdition) => edition.id === id;
      // Only an id that is wrong leads to the records of other sources.
      const wanted =
        (await everyEdition([key])).find(isWanted) ??
        (await everyEdition(sourceKeys)).find(isWanted);
      if (wanted === undefined) return published;
      const needed = wanted.needs.filter(({ edition }) => !editions.has(edition));
      const pinned = [wanted, ...(await everyEdition(needed.map(({ source }) => source)))];
      return {
        ...published,
        edition: (wantedId) =>
          editions.get(wantedId) ?? pinned.find((edition) => edition.id === wantedId),
      };
    },
    titleModel: titleModelOf(catalogue),
    served: (key) => servedBySource.get(key) ?? [],
    held: (key) => editions.get(sources.get(key)?.standing.held[0] ?? ''),
  };
  return { catalogue, published, readEditions: everyEdition };
}

/** Null if there is no catalogue. */
async function readCatalogueIfAny(
  text: string | null,
  store: Pick<Store, 'outsideEditions'>,
): Promise<LoadedCatalogue | null> {
  return text === null ? null : readCatalogue(text, store);
}

const rereadAfterMilliseconds = 1000;

/**
 * Reads the catalogue, at most once a second. It remembers a value and never a promise, because
 * workerd forbids one request to wait for another's I/O. So requests that arrive before the first
 * value each read the catalogue.
 */
export function createCatalogueReader(
  store: Store,
  now: () => number = Date.now,
): () => Promise<CatalogueState> {
  let remembered: { readAt: number; text: string | null; state: CatalogueState } | null = null;
  let newest = 0;
  /** Whether a catalogue is older than one that was read before. The log hears of it once. */
  const olderThanBefore = (
    loaded: LoadedCatalogue | null,
    isNew: boolean,
  ): CatalogueState['older'] => {
    const serial = loaded?.catalogue.serial ?? newest;
    newest = Math.max(newest, serial);
    if (serial === newest) return null;
    const older = { serial, newest };
    if (isNew) logError('catalogue.json', `${olderCatalogue(older)}\n  ${repairOfOlder}`);
    return older;
  };
  return async () => {
    // A negative age is a clock that was set back: withdrawals must not wait until it has caught
    // up.
    const age = remembered === null ? Infinity : now() - remembered.readAt;
    if (remembered !== null && age >= 0 && age < rereadAfterMilliseconds) return remembered.state;
    // Marked before the wait, so that requests that arrive meanwhile use the known catalogue and do
    // not read it too.
    if (remembered !== null) remembered.readAt = now();
    try {
      const text = await store.catalogue();
      const isNew = text !== remembered?.text;
      const loaded =
        remembered === null || isNew
          ? await readCatalogueIfAny(text, store)
          : remembered.state.loaded;
      const older = olderThanBefore(loaded, isNew);
      remembered = { readAt: now(), text, state: { ...noCatalogue, loaded, older } };
    } catch (error) {
      // If the store fails for a moment or the catalogue is damaged, the service keeps the
      // catalogue it has. A sample must never pass for real data. At the start there is no
      // catalogue to keep.
      const effect = remembered === null ? '' : '; the previous one stays in use';
      logError(`the catalogue cannot be read${effect}`, error);
      if (remembered === null)
        return { ...noCatalogue, unreadable: error instanceof Refusal ? error : null };
      remembered = {
        ...remembered,
        readAt: now(),
        state: { ...remembered.state, isOutdated: true },
      };
    }
    return remembered.state;
  };
}

/**
 * Every known edition of these sources, in the order they were added: for a pinned edition that the
 * catalogue does not list, /v1/meta/editions and the feed. Nothing is remembered, so the memory of
 * a server does not grow with the years.
 */
type ReadEditions = (sources: readonly SourceKey[]) => Promise<readonly CatalogueEdition[]>;

/**
 * Throws DamagedFile if a file of records is missing or has other bytes than the catalogue says.
 */
function createEditionReader(
  catalogue: DividedCatalogue,
  store: Pick<Store, 'outsideEditions'>,
): ReadEditions {
  return async (sources) => {
    const files = catalogue.sources
      .filter(({ key }) => sources.includes(key))
      .map(({ records }) => records)
      .filter((records) => records !== null);
    return editionsOf(
      await Promise.all(
        files.map(async ({ file, sha256 }): Promise<SourceRecords> => {
          const place = `${recordsFolder}/${file}`;
          const { bytes } = await provenBytes(place, await store.outsideEditions(place), sha256);
          return JSON.parse(new TextDecoder().decode(bytes));
        }),
      ),
    );
  };
}
