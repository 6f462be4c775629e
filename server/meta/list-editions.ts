// /v1/meta/editions: the records of editions in any state, page by page.
import type { CatalogueEdition, CheckResult, ServingEdition } from '#schemas/catalogue.ts';
import { sourceKeys } from '#schemas/codes.ts';
import { type QueryValues, limitOf } from '#schemas/query-values.ts';
import type { EditionResponse, FailedCheck } from '#schemas/resources/meta.ts';
import { failedChecks, isPublished, newestFirst } from '#schemas/standing.ts';
import { encodeUtf8 } from '../http/digest.ts';
import { Refusal } from '../http/problem.ts';
import type { LoadedCatalogue } from '../data/published.ts';

/** A page of the list, and the query of the next page; null if this is the last. */
export interface EditionsPage {
  readonly body: EditionResponse[];
  readonly next: Readonly<Record<string, string>> | null;
}

/** Reads the records of the source asked for, or of all sources, and lists them. */
export async function listEditions(
  { catalogue, readEditions: editions }: LoadedCatalogue,
  values: QueryValues,
): Promise<EditionsPage> {
  const source = values.get('source');
  const sourcesAsked = sourceKeys.filter((key) => typeof source !== 'string' || key === source);
  const editionsOfSources = await editions(sourcesAsked);
  const labelled = new Set([...catalogue.editions, ...editionsOfSources].map(({ id }) => id));
  const needed = editionsOfSources.flatMap(({ needs }) =>
    needs.filter(({ edition }) => !labelled.has(edition)).map((need) => need.source),
  );
  return listOf(
    editionsOfSources,
    [
      ...catalogue.editions,
      ...(await editions(needed.filter((key) => !sourcesAsked.includes(key)))),
    ],
    values,
  );
}

/**
 * Newest first: the first `limit` after the edition that `cursor` names: an edition that comes
 * between two requests is before the cursor, so no part repeats or leaves out another. `others`
 * are named as needs.
 */
export function listOf(
  editionsOfSources: readonly CatalogueEdition[],
  others: readonly ServingEdition[],
  values: QueryValues,
): EditionsPage {
  const source = values.get('source');
  const limit = limitOf(values);
  const cursor = values.get('cursor');
  const list = newestFirst(editionsOfSources);
  const start = typeof cursor === 'string' ? placeAfter(cursor, list) : 0;
  const labels = new Map([...others, ...editionsOfSources].map(({ id, label }) => [id, label]));
  const body = beginning(
    list.slice(start, start + limit).map((edition) => describe(edition, labels)),
  );
  const last = start + body.length < list.length ? body.at(-1) : undefined;
  return {
    body,
    next:
      last === undefined
        ? null
        : {
            ...(typeof source === 'string' ? { source } : {}),
            limit: String(limit),
            cursor: last.id,
          },
  };
}

/** The size limit of an answer. Anybody can ask for it, without a key. */
const mostBytes = 200_000;

/** The first editions, up to the size of one answer; at least one. */
function beginning(editions: EditionResponse[]): EditionResponse[] {
  // Two brackets and a line end.
  let bytes = 3;
  for (const [place, edition] of editions.entries()) {
    bytes += encodeUtf8(JSON.stringify(edition)).length + 1;
    if (bytes > mostBytes && place > 0) return editions.slice(0, place);
  }
  return editions;
}

function placeAfter(cursor: string, list: readonly CatalogueEdition[]): number {
  const place = list.findIndex(({ id }) => id === cursor);
  if (place >= 0) return place + 1;
  const detail =
    `"cursor" is ${cursor}, which is no edition of this list. The Link header of the part ` +
    'before has the address of the next.';
  throw new Refusal('invalid-parameters', detail, {
    errors: [{ parameter: 'cursor', code: 'unknown-cursor', detail }],
  });
}

function describe(edition: CatalogueEdition, labels: ReadonlyMap<string, string>): EditionResponse {
  const {
    id,
    source,
    release,
    label,
    released,
    year,
    provisional,
    state,
    accepted,
    withdrawn,
    pruned,
    touched,
    compiled,
    root,
  } = edition;
  const checks = publicChecks(edition);
  return {
    id,
    source,
    release,
    edition: label,
    released,
    year,
    provisional,
    state,
    knownIssues: checks.length,
    checks,
    accepted,
    withdrawn,
    pruned,
    touched,
    // An edition that is no longer listed has no label, so its id takes that place: a record must
    // not vanish with another.
    inputs: edition.needs.map((need) => ({
      source: need.source,
      edition: labels.get(need.edition) ?? need.edition,
      editionId: need.edition,
    })),
    documents: edition.files,
    bytes: edition.bytes,
    figures: edition.figures,
    withheldByReason: edition.withheld,
    files: edition.inputs.map(({ files: count = 1, ...file }) => ({ ...file, count })),
    compiled,
    root,
  };
}

/**
 * The failed checks of an edition. Messages can quote figures of the release. If the edition is
 * held back or withdrawn they are left out; `lmi status` and `lmi review` show them to the
 * operator.
 */
export function publicChecks(edition: ServingEdition): FailedCheck[] {
  const isOpen = isPublished(edition);
  return failedChecks(edition).map((failed) => {
    const { check, severity, describe: description = null, places, count } = failed;
    return {
      check,
      severity,
      description,
      message: isOpen ? failed.message : withoutFigures(failed),
      places: isOpen ? places : withoutRemarks(places, edition),
      count,
    };
  });
}

/**
 * A message that quotes no figure stays as it is: all its numbers are those of our own
 * description, each after the same word (Table 15). In place of any other the description says what
 * is not true of the release.
 */
function withoutFigures({ message, describe, count }: CheckResult): string {
  const ours = new Set(numbersOf(describe ?? ''));
  if (numbersOf(message).every((number) => number.includes(' ') && ours.has(number)))
    return message;
  const places = count === 1 ? 'one place' : `${count} places`;
  if (describe === undefined) return `The release fails this check in ${places}.`;
  return (
    `Not so, in ${places}: ${describe} What was found is not quoted, because it has ` +
    'figures that are not published.'
  );
}

/** Every number of a text with the word before it, or alone if there is none. */
function numbersOf(text: string): string[] {
  const numbers: string[] = [];
  let end = 0;
  let before = '';
  for (const { 0: run, index } of text.matchAll(/[\p{L}\d.,]+/gu)) {
    const isBeside = text.slice(end, index) === ' ' && /^\p{L}+$/u.test(before);
    const number = withoutStops(run);
    if (/\d/.test(number)) numbers.push(isBeside ? `${before} ${number}` : number);
    before = run;
    end = index + run.length;
  }
  return numbers;
}

/** Without the full stops and commas that end a sentence or a clause. */
function withoutStops(run: string): string {
  let end = run.length;
  while (end > 0 && '.,'.includes(run[end - 1] ?? '')) end -= 1;
  return run.slice(0, end);
}

/** Places up to their cells, each once: the remainder can quote the cell. */
function withoutRemarks(
  places: readonly string[],
  { source, release }: Pick<ServingEdition, 'source' | 'release'>,
): string[] {
  const cells = places.map(
    (place) => /^\S+ \S+(?: '[^']*')?(?:![A-Z]+\d*)?/.exec(place)?.[0] ?? `${source} ${release}`,
  );
  return [...new Set(cells)];
}
