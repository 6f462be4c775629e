// What the laws of one source walk: everything that it has compiled, in the sample, and at night of
// the real files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { type DocumentPlace, documentPath } from '#schemas/document-path.ts';
import { type AnswerRow, rows } from '#schemas/endpoints.ts';
import type { Rank } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { liveDirectory, sampleDirectory } from '../compiled-data.ts';

/**
 * Whether the laws are those of the real files: vitest.config.ts says so for a project of its own.
 */
export const ofRealFiles = process.env['LMI_TEST_LAWS'] === 'real files';
/** The data that the laws hold over; null for real files that are not there. */
export const lawfulDirectory: string | null = ofRealFiles ? liveDirectory() : sampleDirectory();

export interface Walked<Body> {
  readonly place: DocumentPlace;
  readonly path: string;
  readonly body: Body;
}

export interface Compiled {
  readonly directory: string;
  readonly edition: CatalogueEdition;
  /**
   * Every stored document of an endpoint, ordered by path. `Body` is believed: test/laws.test.ts
   * proves every document's schema.
   */
  documents<Body>(endpoint: string): Walked<Body>[];
  /** The answer to an API path of the same data directory. Throws unless it is 200. */
  answer<Body>(path: string): Promise<Body>;
}

/**
 * Adds the laws for the served edition of a source. `real` says whether there are real files of it.
 */
export function describeLaws(
  source: SourceKey,
  { real }: { readonly real: boolean },
  laws: (compiled: Compiled) => void,
): void {
  const title = `${source}, ${ofRealFiles ? 'the real files' : 'the sample'}`;
  const directory = ofRealFiles && !real ? null : lawfulDirectory;
  if (directory === null) test.skip(`${title} — SKIPPED: they are not there`, () => {});
  else describe(title, () => laws(compiledOf(source, directory)));
}

/** Every document of an edition, ordered by path: one for every member of its axes. */
export function storedIn({ source, axes }: Pick<CatalogueEdition, 'source' | 'axes'>) {
  const stored: {
    readonly endpoint: AnswerRow;
    readonly place: DocumentPlace;
    readonly path: string;
  }[] = [];
  for (const endpoint of rows.filter(({ sources }) => sources[0] === source)) {
    const { id, stored: documents } = endpoint;
    if (documents === null) continue;
    const { file } = documents;
    const areas = (/local-area/.test(id) ? axes.localAreas : axes.areas) ?? [];
    for (const soc of file.includes('{soc}') ? axes.occupations : [undefined])
      for (const area of file.includes('{area}') ? areas : [undefined]) {
        const place = {
          ...(soc === undefined ? {} : { soc }),
          ...(area === undefined ? {} : { area }),
        };
        stored.push({ endpoint, place, path: documentPath(endpoint, place) });
      }
  }
  return stored.sort((a, b) => byCodeUnit(a.path, b.path));
}

/**
 * Fails with the first faults: an expectation for each of some hundred thousand figures would take
 * minutes.
 */
export function everyHolds<Each extends { readonly path: string }>(
  all: Iterable<Each>,
  laws: (each: Each) => Iterable<readonly [holds: boolean, law: string]>,
): void {
  const faults: string[] = [];
  for (const each of all)
    for (const [holds, law] of laws(each)) if (!holds) faults.push(`${each.path}: not ${law}`);
  expect(faults.slice(0, 10), `${faults.length} faults`).toEqual([]);
}

/** 1, 2, 2, 4: one more than how many are greater; null for what is not ranked. */
export function ranksOf(totals: readonly (number | null)[]): (Rank | null)[] {
  const known = totals.filter((total) => total !== null);
  const greater = new Map(
    [...new Set(known)].map((total) => [total, known.filter((other) => other > total).length]),
  );
  return totals.map((total) =>
    total === null ? null : { rank: (greater.get(total) ?? 0) + 1, of: known.length },
  );
}

/** Members that can be withheld beside their reason. */
const figures = [
  ...(
    'count value adverts granted percent parts confidenceInterval ' +
    'shareOfAllEmploymentPercent importance perThousand concentration'
  ).split(' '),
  ...(
    'employmentBase employmentTarget netChange netChangePercent direction ' +
    'replacementDemand totalRequirement'
  ).split(' '),
  ...(
    'level demandIndex indicatorsSignalled signalled typicalDurationMonths ' +
    'maximumFundingPounds minimumOffTheJobHours'
  ).split(' '),
];

/**
 * The members of an answer that are null without a reason or have one and are there, and what is
 * presentable and should not be, or the other way round.
 */
function* unexplainedIn(value: unknown, at = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const {
    withheld = null,
    withheldFigures = {},
    presentable,
    quality,
    ...members
  }: Readonly<Record<string, unknown>> = { ...value };
  const reasons = Object.keys(Object(withheldFigures));
  const hasReasons = 'withheld' in value || 'withheldFigures' in value;
  // A headline is a number or a level: the other member is null, and that needs no reason.
  const isHeadline = 'value' in value && 'level' in value;
  if (
    isHeadline &&
    ((members['value'] ?? members['level'] ?? null) === null) !== (withheld !== null)
  )
    yield `${at}/value`;
  for (const [name, member] of Object.entries(members)) {
    const isWithheld = withheld !== null || reasons.includes(name);
    if (
      hasReasons &&
      !isHeadline &&
      (figures.includes(name) || reasons.includes(name)) &&
      (member === null) !== isWithheld
    )
      yield `${at}/${name}`;
    if (
      name.endsWith('Withheld') &&
      (member === null) === (members[name.replace('Withheld', '')] === null)
    )
      yield `${at}/${name}`;
    yield* unexplainedIn(member, `${at}/${name}`);
  }
  const isShown = withheld === null && quality !== 'unreliable';
  if (presentable !== undefined && presentable !== isShown && quality !== 'unrated')
    yield `${at}/presentable`;
}

/**
 * What is wrong with the withheld figures of an answer: a null without a reason, or a legend that
 * has other reasons and markers than they have. Explanations stand in the legend alone.
 */
export function legendFault(body: unknown): string | null {
  for (const place of unexplainedIn(body))
    return `${place} is not null and presentable as its reason says`;
  const used = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if ('reason' in value && 'marker' in value) {
      used.add(JSON.stringify([value.reason, value.marker]));
      if ('explanation' in value) used.add('an explanation beside a figure');
    }
    for (const [name, member] of Object.entries(value))
      if (name !== 'withheldLegend') visit(member);
  };
  visit(body);
  const legend =
    typeof body === 'object' && body !== null && 'withheldLegend' in body
      ? (body.withheldLegend as Record<string, string>[])
      : [];
  const keys = legend.map(({ reason, marker }) => JSON.stringify([reason, marker]));
  const given = JSON.stringify(keys.toSorted());
  const wanted = JSON.stringify([...used].sort());
  return given === wanted ? null : `the legend has ${given}, and the figures have ${wanted}`;
}

function compiledOf(source: SourceKey, directory: string): Compiled {
  const catalogue = readCatalogue(directory)?.catalogue;
  const served = catalogue?.sources.find(({ key }) => key === source)?.served ?? [];
  const edition = catalogue?.editions.findLast(({ id }) => served.includes(id));
  if (edition === undefined) throw new Error(`${directory} serves nothing of ${source}`);
  const folder = join(directory, 'editions', edition.id);
  const ask = answerOffline(directory);
  return {
    directory,
    edition,
    documents: (id) =>
      storedIn(edition)
        .filter(({ endpoint }) => endpoint.id === id)
        .map(({ place, path }) => ({
          place,
          path,
          body: JSON.parse(readFileSync(join(folder, path), 'utf8')),
        })),
    answer: async (path) => {
      const response = await ask(path);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    },
  };
}
