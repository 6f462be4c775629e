// Validates and writes the documents of an edition, and checks that none is missing.
import type { Axes } from '#schemas/catalogue.ts';
import { type DocumentPlace, documentPath } from '#schemas/document-path.ts';
import { type Endpoint, endpoints, takesLocalArea } from '#schemas/endpoints.ts';
import { areasWithin } from '#schemas/selections/selections.ts';
import { attributionFault } from '../check/attribution.ts';
import { documentValidator } from '../check/validate.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Document, Source } from '#sources/kit/source.ts';
import type { EditionWriter } from './edition-directory.ts';

export type WriteDocuments = (writer: EditionWriter, edition: EditionToWrite, documents: Iterable<Document>) => Promise<Problem[]>;

/** The edition that its documents are checked against. */
export interface EditionToWrite {
  readonly source: Source;
  readonly release: string;
  readonly axes: Axes;
  readonly attribution: string;
}

/** The returned function reports faults of our own code; nothing may be published then. */
export function createDocumentWriter(): WriteDocuments {
  const validate = documentValidator();

  return async (writer, { source, release, axes, attribution }, documents) => {
    const rows = endpoints.filter((row) => row.sources[0] === source.key && row.file !== null);
    const faults: Problem[] = [];
    const blame = (path: string, message: string) => faults.push({ place: `${source.key} ${release} ${path}`, message });
    for (const { endpoint, place, body } of documents) {
      const row = rows.find((candidate) => candidate.id === endpoint);
      if (row === undefined) throw new Error(`sources/${source.key} made a document of endpoint "${endpoint}", which is not its own`);
      const path = documentPath(row, place);
      const fault = validate(endpoint, body) ?? attributionFault(body, attribution);
      if (fault !== null) blame(path, `our own document is not valid: ${fault}`);
      else if (!holdsEveryArea(row, axes, body)) blame(path, 'the document does not hold every area once');
      await writer.add(path, `${JSON.stringify(body)}\n`);
    }
    const expected = new Set(rows.flatMap((row) => placesOf(row, axes).map((place) => documentPath(row, place))));
    for (const path of expected) if (!writer.has(path)) blame(path, 'the document is missing');
    for (const path of writer.paths) if (!expected.has(path)) blame(path, "the document is outside the edition's axes");
    return faults;
  };
}

/** Whether a document that holds several areas holds each of them once. */
function holdsEveryArea(row: Endpoint, axes: Axes, body: unknown): boolean {
  const within = areasWithin[row.id]?.(body).map(({ slug }) => slug);
  if (within === undefined) return true;
  const [areas, slugs] = [areasOf(row, axes), new Set(within)];
  return within.length === areas.length && areas.every((area) => slugs.has(area));
}

/** Every place of an endpoint's files within the axes. */
function placesOf(row: Endpoint, axes: Axes): DocumentPlace[] {
  const places: DocumentPlace[] = row.file?.includes('{soc}') ? axes.occupations.map((soc) => ({ soc })) : [{}];
  return row.file?.includes('{area}') ? places.flatMap((place) => areasOf(row, axes).map((area) => ({ ...place, area }))) : places;
}

function areasOf(row: Endpoint, { areas, localAreas }: Axes): readonly string[] {
  return (takesLocalArea(row) ? localAreas : areas) ?? [];
}
