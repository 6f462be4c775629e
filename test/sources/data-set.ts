// Edits of the CSV of a sample, cell by cell, and what a check finds in what comes of them.
import { parse } from 'csv-parse/sync';
import { csvLine } from '#schemas/csv-line.ts';
import { formatProblem } from '#sources/kit/problem.ts';
import type { Finding } from '#sources/kit/checks.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Examined } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import type { Severity } from '#schemas/catalogue.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import { keptSample } from '../kept.ts';

/** A record by its column names. */
export type CsvCells = Record<string, string>;

/** The files of the first release of a plain sample. */
export async function filesOfSample<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
): Promise<readonly PublishedFile[]> {
  const [release] = await keptSample(source);
  if (release === undefined) throw new Error(`${source.key} has no sample`);
  return release.files;
}

/**
 * The CSV with every record changed, or left out where the edit gives null; rows are counted as a
 * spreadsheet counts them.
 */
export function editCsv(
  files: readonly PublishedFile[],
  edit: (cells: CsvCells, row: number) => CsvCells | null,
): PublishedFile[] {
  return files.flatMap(({ name, bytes }) => {
    if (!name.endsWith('.csv')) return [{ name, bytes }];
    const [header = [], ...records]: string[][] = parse(bytes.toString());
    const kept = records.flatMap((record, index) => {
      const cells = edit(
        Object.fromEntries(header.map((column, at) => [column, record[at] ?? ''])),
        index + 2,
      );
      return cells === null ? [] : [header.map((column) => cells[column] ?? '')];
    });
    return [{ name, bytes: Buffer.from([header, ...kept].map(csvLine).join('\n')) }];
  });
}

/** What one check of a source finds. */
export function foundBy<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
  name: string,
  edition: Examined<Rows, Observations>,
  previous: Examined<Rows, Observations> | null = null,
): readonly Finding[] {
  const check = source.checks.find((candidate) => candidate.name === name);
  if (check === undefined) throw new Error(`${source.key} has no check "${name}"`);
  return check.check(edition, previous);
}

/** The names of the checks that find something, of this severity. */
export function checksThatFind<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
  edition: Examined<Rows, Observations>,
  previous: Examined<Rows, Observations> | null = null,
  severity: Severity = 'block',
): string[] {
  return source.checks
    .filter((one) => one.severity === severity && one.check(edition, previous).length > 0)
    .map(({ name }) => name);
}

/** The same, as a person reads it. */
export function findingsOf<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
  name: string,
  edition: Examined<Rows, Observations>,
  previous: Examined<Rows, Observations> | null = null,
): string[] {
  return foundBy(source, name, edition, previous).map(formatProblem);
}

/** Of how many figures of an edition the reason is which, in place of a number. */
export function reasonsOf(
  source: Source,
  edition: Examined<readonly unknown[], unknown>,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { withheld } of source.figures === 'texts'
    ? []
    : source.figures({ ...edition, files: [] })) {
    const reason = withheld?.reason ?? 'published';
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}

/** The documents that a source makes of an edition, by a key made of place and endpoint. */
export function bodiesOf<Body>(
  source: Source,
  edition: Examined<readonly unknown[], unknown>,
  key: (place: DocumentPlace, endpoint: string) => string,
): Map<string, Body> {
  const provenance = {
    source: source.key,
    publisher: 'p',
    licence: 'l',
    licenceUrl: null,
    edition: 'e',
    editionId: 'i',
    released: null,
    landingPage: 'u',
    inputs: [],
  };
  return new Map(
    [...source.documents({ ...edition, provenance, attribution: 'a' })].map(
      ({ endpoint, place, body }) => [key(place, endpoint), body as Body],
    ),
  );
}
