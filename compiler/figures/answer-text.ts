// Writes and reads where answers give a figure, as a text that many figures share: names in braces
// stand for the figure's own group, area, period, measure and dimensions.
import type { Figure, FigureAnswer } from '#sources/kit/figures.ts';

type Named = Pick<Figure, 'group' | 'area' | 'period' | 'measure' | 'dimensions'>;

/**
 * One line for each answer, with tabs between: endpoint, group, area, pointer, then names and
 * values of the query.
 */
export function textOfAnswers(answers: readonly FigureAnswer[], figure: Named): string {
  const dimensionValues = namedValuesOf(figure);
  const name = (value: string): string => {
    for (const [dimension, known] of dimensionValues) if (known === value) return `{${dimension}}`;
    if (/[{\t\n]/.test(value)) throw new Error(`a figure's answers cannot be stored: "${value}"`);
    return value;
  };
  const nameOfQuery = (parameter: string, value: string) =>
    figure.dimensions[parameter] === value ? `{${parameter}}` : name(value);
  const step = (text: string): string => {
    const equals = text.indexOf('=');
    return equals < 0 ? name(text) : `${text.slice(0, equals + 1)}${name(text.slice(equals + 1))}`;
  };
  return answers
    .map(({ endpoint, place, query, pointer }) => {
      const asked = Object.entries(query).flatMap(([parameter, value]) => [
        parameter,
        nameOfQuery(parameter, value),
      ]);
      return [
        endpoint,
        name(place.soc ?? ''),
        name(place.area ?? ''),
        pointer.split('/').map(step).join('/'),
        ...asked,
      ].join('\t');
    })
    .join('\n');
}

/** The answers that a text gives for a figure. */
export function answersOfText(text: string, figure: Named): FigureAnswer[] {
  if (text === '') return [];
  const dimensionValues = new Map(namedValuesOf(figure));
  const filled = text.replaceAll(
    /\{([^{}]+)\}/g,
    (_, name: string) => dimensionValues.get(name) ?? '',
  );
  return filled.split('\n').map((line) => {
    const [endpoint = '', soc = '', area = '', pointer = '', ...asked] = line.split('\t');
    const query: Record<string, string> = {};
    for (let index = 0; index < asked.length; index += 2)
      query[asked[index] ?? ''] = asked[index + 1] ?? '';
    return {
      endpoint,
      place: { ...(soc === '' ? {} : { soc }), ...(area === '' ? {} : { area }) },
      query,
      pointer,
    };
  });
}

/** The values of names in braces. An empty value has no name. */
function namedValuesOf({
  group,
  area,
  period,
  measure,
  dimensions,
}: Named): (readonly [string, string])[] {
  const all: (readonly [string, string])[] = [
    ['group', group ?? ''],
    ['area', area?.slug ?? ''],
    ['period', period],
    ['measure', measure],
  ];
  for (const name in dimensions) all.push([name, dimensions[name] ?? '']);
  return all.filter(([, value]) => value !== '');
}
