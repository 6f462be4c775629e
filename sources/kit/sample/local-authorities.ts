// The local authorities of April 2023, which are facts: what the synthetic samples of places are built on. Nothing that is served from
// real files comes from here. Source: ONS, Open Geography portal, licensed under the Open Government Licence v3.0.
import published from './data/local-authorities.json' with { type: 'json' };

/** A local authority district with the region of England, or the nation, that it lies in. */
export interface District {
  readonly code: string;
  readonly name: string;
  readonly partOf: string;
}

/** All 361 districts, ordered by code: London as its 33 boroughs. */
export const districts: readonly District[] = published;
