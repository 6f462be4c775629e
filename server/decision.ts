// What the answer to a request will be, decided from parameters and catalogue alone. No stored file is read to get here.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Endpoint } from '#schemas/endpoints.ts';
import { chooseEdition, requireCoverage } from './choose-edition.ts';
import type { QueryValues } from './parameters.ts';
import type { Published } from './published.ts';

export interface Decision {
  readonly endpoint: Endpoint;
  /** The edition that holds the answer's file. */
  readonly edition: CatalogueEdition;
  /** The editions it was compiled with. */
  readonly needs: readonly CatalogueEdition[];
  /** What the file's path names, from the path of the request or from its query. */
  readonly place: DocumentPlace;
  readonly values: QueryValues;
  /** True: the URL names the edition, so that its answer can never become another one. */
  readonly pinned: boolean;
}

export function decide(endpoint: Endpoint, path: DocumentPlace, values: QueryValues, published: Published): Decision {
  const edition = chooseEdition(endpoint, values, published);
  const area = values.get('area');
  const place = typeof area === 'string' ? { ...path, area } : path;
  requireCoverage(endpoint, place, edition);
  const needs = edition.needs.map((need) => {
    const found = published.edition(need.edition);
    if (found === undefined) throw new Error(`catalogue.json does not list ${need.source} edition ${need.edition}, which ${edition.id} needs`);
    return found;
  });
  return { endpoint, edition, needs, place, values, pinned: typeof values.get('edition') === 'string' };
}
