// The job titles of the search as a file, for pages that answer while a person types. It is the stored document, whole: 0.9 MB of the real
// coding index, 350 kB gzipped. A page asks for it when somebody goes to a field for a job title.
import { documentPath } from '#schemas/document-path.ts';
import { createCache } from '../cache.ts';
import { requirePublished, requireSpine } from '../published.ts';
import { type Representation, represent, respondWith, shared } from '../representation.ts';
import { Refusal } from '../problem.ts';
import type { Route } from '../route.ts';
import type { Store } from '../store.ts';
import { endpointOf } from './ask.ts';

/** Answers with the file. */
export function titlesFile(store: Store): Route['answer'] {
  // In both codings.
  const kept = createCache<Representation>({ most: 2 });
  return async (visit) => {
    requireSpine(visit);
    const { accepted, request } = visit;
    const published = requirePublished(visit);
    const [edition] = published.served('soc-index');
    if (edition === undefined) throw new Refusal('not-published', 'No release of the coding index is published here.');
    const question = `${edition.id} ${accepted.gzip}`;
    let answer = kept.find(question);
    if (answer === undefined) {
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'private, max-age=3600' };
      const document = await store.document(edition, documentPath(endpointOf('search'), {}));
      answer = await represent(document, { headers: shared(headers), tag: `"${edition.id}"`, accepted });
      kept.keep(question, answer);
    }
    return respondWith(answer, request.headers.get('If-None-Match'));
  };
}
