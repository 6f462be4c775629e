// Answers composed of several stored documents: the pure function of each such endpoint, and its input.
import type { ServingEdition } from '#schemas/catalogue.ts';
import type { PayDocument } from '#schemas/resources/pay.ts';
import { payQuery } from '#schemas/selections/selections.ts';
import { composePaySeries } from '#schemas/selections/select-pay-series.ts';
import type { StoredPlace } from './choose-edition.ts';
import type { Composition, Decision } from './decision.ts';

/** By endpoint id. `read` gives an edition's document for the request. */
export const compositions: Readonly<
  Record<
    string,
    (
      decision: Decision,
      composition: Composition,
      read: (edition: ServingEdition, stored: StoredPlace) => Promise<unknown>,
    ) => Promise<unknown>
  >
> = {
  'pay-series': async ({ edition: own, needs, values }, { years, statistics }, read) => {
    const labels = new Map([own, ...needs].map(({ id, label }) => [id, label]));
    const named = (id: string) => labels.get(id) ?? id;
    return composePaySeries(
      {
        // One file for each year, all at once.
        years: await Promise.all(
          years.map(async ({ edition, stored }) => {
            const { id, label, year, provisional } = edition;
            if (year === null) throw new Error(`edition ${id} is part of a series and has no reference year`);
            // The compiler validated the document against its schema before publication.
            const document = stored === null ? null : ((await read(edition, stored)) as PayDocument);
            return { year, provisional, edition: label, editionId: id, document };
          }),
        ),
        revisions: statistics.map((revision) => ({
          ...revision,
          names: { provisional: named(revision.provisional), revised: named(revision.revised) },
        })),
        inputs: needs.map(({ source, label, id }) => ({ source, edition: label, editionId: id })),
      },
      payQuery(values),
    );
  },
};
