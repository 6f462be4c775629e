// The real local authorities of April 2023. The synthetic samples of places use them; answers from real files never do. Source: ONS, Open
// Geography portal, licensed under the Open Government Licence v3.0.
import published from './data/local-authorities.json' with { type: 'json' };

/** A local authority district with its region of England or its nation. */
export interface District {
  readonly code: string;
  readonly name: string;
  readonly partOf: string;
}

/** All 361 districts, ordered by code, London's 33 boroughs included. */
export const districts: readonly District[] = published;
