// Writes the documents of an edition, each proved against its schema, and proves that the edition is dense.
import type { Axes } from '#schemas/catalogue.ts';
import { type DocumentPlace, documentPath } from '#schemas/document-path.ts';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { attributionFault } from '../check/attribution.ts';
import { documentValidator } from '../check/validate.ts';
import type { Problem } from '../problem.ts';
import type { Document, Source } from '../source.ts';
import type { EditionWriter } from './edition-directory.ts';

export type WriteDocuments = (writer: EditionWriter, edition: EditionToWrite, documents: Iterable<Document>) => Problem[];

/** What documents are held against. */
export interface EditionToWrite {
  readonly source: Source;
  readonly release: string;
  readonly axes: Axes;
  readonly attribution: string;
}

/** Schemas are compiled once for a run. What the returned function reports is a fault of our own code: nothing may be published then. */
export function createDocumentWriter(): WriteDocuments {
  const validate = documentValidator();

  return (writer, { source, release, axes, attribution }, documents) => {
    const rows = endpoints.filter((row) => row.sources[0] === source.key && row.file !== null);
    const faults: Problem[] = [];
    const blame = (path: string, message: string) => faults.push({ place: `${source.key} ${release} ${path}`, message });
    for (const { endpoint, place, body } of documents) {
      const row = rows.find((candidate) => candidate.id === endpoint);
      if (row === undefined) throw new Error(`sources/${source.key} made a document of endpoint "${endpoint}", which is not its own`);
      const path = documentPath(row, place);
      const fault = validate(endpoint, body) ?? attributionFault(body, attribution);
      if (fault !== null) blame(path, `our own document is not valid: ${fault}`);
      writer.add(path, `${JSON.stringify(body)}\n`);
    }
    const expected = new Set(rows.flatMap((row) => placesOf(row, axes).map((place) => documentPath(row, place))));
    for (const path of expected) if (!writer.has(path)) blame(path, 'the document is missing');
    for (const path of writer.paths) if (!expected.has(path)) blame(path, "the document lies outside the edition's axes");
    return faults;
  };
}

/** Every place that an endpoint's files have within the axes. */
function placesOf({ file }: Endpoint, { occupations, areas }: Axes): DocumentPlace[] {
  const places: DocumentPlace[] = file?.includes('{soc}') ? occupations.map((soc) => ({ soc })) : [{}];
  return file?.includes('{area}') ? places.flatMap((place) => (areas ?? []).map((area) => ({ ...place, area }))) : places;
}
