// Validates documents against their schemas before they are published. For a document of several variants it validates every answer
// that can be selected from it, so that no answer is served unchecked.
import type { DocumentPlace } from '#schemas/document-path.ts';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { queriesOf, queryText } from '#schemas/query-values.ts';
import { responses } from '#schemas/resources/by-name.ts';
import { areasWithin, selections } from '#schemas/selections/selections.ts';
import { attributionIn } from './attribution.ts';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';

/** Validates the documents of one endpoint, and every answer in them. */
export function documentValidator(): (endpointId: string, body: unknown) => string | null {
  const rows = new Map<string, Endpoint>(endpoints.map((row) => [row.id, row]));
  const queries = new Map(endpoints.map((row) => [row.id, queriesOf(row)]));

  return (endpointId, body) => {
    const row = rows.get(endpointId);
    if (row === undefined) return `there is no endpoint "${endpointId}"`;
    const [document, response] = [responses[row.document ?? row.response], responses[row.response]];
    const fault = faultOf(compileSchema(document), body);
    if (fault !== null || row.answer !== 'select') return fault;
    const select = selections[endpointId];
    if (select === undefined) return `schemas/selections/selections.ts does not say how "${endpointId}" is answered`;
    for (const place of placesWithin(endpointId, body)) {
      for (const query of queries.get(endpointId) ?? []) {
        const answer = select(body, query, place);
        const isCredited = attributionIn(answer) === attributionIn(body);
        const faultOfAnswer = isCredited ? faultOf(compileSchema(response), answer) : "/attribution is not the stored document's";
        if (faultOfAnswer !== null) return `answer to ${[place.area, queryText(query)].filter(Boolean).join(' ')}: ${faultOfAnswer}`;
      }
    }
    return null;
  };
}

/** The places for which a document holds an answer: one for each area with data, and the first empty area. */
function placesWithin(endpointId: string, body: unknown): DocumentPlace[] {
  const areas = areasWithin[endpointId]?.(body);
  if (areas === undefined) return [{}];
  const empty = areas.find((area) => area.empty);
  return areas.filter((area) => !area.empty || area === empty).map(({ slug }) => ({ area: slug }));
}
