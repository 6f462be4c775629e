// Gathers what an edition's answers give as headline figures into one document, so that the figures
// of all occupations can be read without all answers. Pure.
import type { Axes } from '../catalogue.ts';
import type { DocumentPlace } from '../document-path.ts';
import { type Join, endpointOf } from '../endpoints.ts';
import type { Provenance } from '../figures.ts';
import { valuesWithDefaults } from '../query-values.ts';
import type { HeadlinesDocument } from '../resources/headlines.ts';
import { type HeadlineRow, headlines } from './headlines.ts';
import { type SelectedDocument, isSelected, selectionOf } from './selections.ts';
import { type Part, summaryFigureOf } from './joins.ts';

type Occupation = HeadlinesDocument['occupations'][number];
type About = HeadlinesDocument['abouts'][number];

/** An occupation while its figures are gathered. */
interface GatheredOccupation extends Omit<Occupation, 'figures'> {
  readonly figures: Occupation['figures'][number][];
}

/** Takes every document of an edition. `areas` are those of its axes. */
export function headlineGatherer({ areas }: Pick<Axes, 'areas'>) {
  // As the answer for the United Kingdom: if a release lacks it, England is the nearest area.
  const area = ['uk', 'england'].find((slug) => areas?.includes(slug) === true);
  const abouts: About[] = [];
  const places = new Map<string, number>();
  const occupations = new Map<string, GatheredOccupation>();
  let accuracy: string | null = null;

  const placeOfAbout = (about: About): number => {
    const text = JSON.stringify(about);
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, abouts.length);
    return abouts.push(about) - 1;
  };

  const addFigure = (row: HeadlineRow, part: Part): void => {
    const { soc2020, title } = part;
    const { figure, withheld } = summaryFigureOf(row, part);
    const { key, value, level, quality, qualityBasis, presentable } = figure;
    const { period, referenceDates, group } = figure;
    const about = placeOfAbout({ period, referenceDates, area: figure.area, group });
    const occupation = occupations.get(soc2020) ?? { soc2020, title, figures: [] };
    occupations.set(soc2020, occupation);
    occupation.figures.push({
      key,
      value,
      level,
      quality,
      qualityBasis,
      presentable,
      withheld,
      about,
    });
    accuracy ??= part.accuracy ?? null;
  };

  return {
    add(id: string, place: DocumentPlace, body: unknown): void {
      if (place.area !== undefined && place.area !== area) return;
      for (const join of endpointOf('summary').joins.filter((part) => part.id === id)) {
        const answer = answerOf(join, { ...place, ...(area === undefined ? {} : { area }) }, body);
        for (const row of headlines.filter(({ part }) => part === join.name))
          addFigure(row, answer as Part);
      }
    },
    document: (credit: {
      readonly attribution: string;
      readonly provenance: Provenance;
    }): HeadlinesDocument => ({
      abouts,
      accuracy,
      occupations: [...occupations.values()].sort((a, b) => (a.soc2020 < b.soc2020 ? -1 : 1)),
      ...credit,
    }),
  };
}

/** The answer of a part of the summary, made of its stored document. */
function answerOf({ id, query }: Join, place: DocumentPlace, body: unknown): unknown {
  const row = endpointOf(id);
  if (row.answer === 'file') return body;
  if (!isSelected(id)) throw new Error(`nothing selects an answer of ${id}`);
  const values = valuesWithDefaults(row, { ...query, area: place.area });
  return selectionOf(id)(body as SelectedDocument, values, place);
}
