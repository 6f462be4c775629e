// Small pay documents for tests: every variant the same, every published cell its own number.
import type { PayDocument, PayVariant } from '#schemas/resources/pay.ts';
import { payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { payQueries } from '#schemas/selections/select-pay.ts';

interface Parts {
  readonly year?: number;
  /** The median, or the marker in its place. */
  readonly median?: number | string;
  readonly medianCv?: number;
  readonly variants?: readonly (PayVariant | null)[];
}

export function payDocument({ year = 2024, median = 1001, medianCv = 1, variants }: Parts): PayDocument {
  const variant: PayVariant = {
    values: payColumns.map((column, place) => (column === 'median' ? median : 1000 + place)),
    cvs: payCvColumns.map((column) => (column === 'median' ? medianCv : 2)),
  };
  return {
    soc2020: '2134',
    title: 'Programmers and software development professionals',
    area: { code: 'K02000001', slug: 'uk', name: 'United Kingdom' },
    year,
    provisional: true,
    markers: {
      x: { reason: 'unreliable', explanation: 'Unreliable.' },
      '..': { reason: 'disclosive', explanation: 'Disclosive.' },
    },
    variants: [...(variants ?? payQueries.map(() => variant))],
    attribution: 'Source',
    provenance: {
      source: 'ashe',
      publisher: 'Office for National Statistics',
      licence: 'Open Government Licence v3.0',
      licenceUrl: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
      edition: `${year}-provisional`,
      editionId: editionIdOf(year),
      released: null,
      landingPage: 'https://www.ons.gov.uk/',
      inputs: [],
    },
  };
}

export function editionIdOf(year: number): string {
  return `00000000-0000-8000-8000-00000000${year}`;
}
