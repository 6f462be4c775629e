// Which model of job titles the search uses.
import type { ServingCatalogue, TitleModelRecord } from '../catalogue.ts';
import { fileFormats } from '../document-formats.ts';

/** The name of the model's file in its folder. */
export const titleModelFile = 'title-model.bin';

/** The model of a catalogue, if every edition that it learnt from is served and this code reads its format; else null. */
export function titleModelOf({
  titleModel,
  sources,
}: {
  titleModel: ServingCatalogue['titleModel'];
  sources: readonly Pick<ServingCatalogue['sources'][number], 'served'>[];
}): TitleModelRecord | null {
  if (titleModel === null) return null;
  const served = new Set(sources.flatMap((source) => source.served));
  return titleModel.format === fileFormats.titleModel && titleModel.needs.every(({ edition }) => served.has(edition)) ? titleModel : null;
}
