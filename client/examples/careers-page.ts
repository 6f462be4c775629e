// The page of an occupation on a careers site: figures in one form, each with what must be said of
// it, and the ways in.
import { type Client, figureOf } from '../servers.ts';

export async function careersPage(data: Client, soc: string): Promise<string[]> {
  const [pay, employment, projections, ways] = await Promise.all([
    data.pay({ soc }),
    data.employment({ soc }),
    data.projections({ soc }),
    data.howToBecome({ soc }),
  ]);
  const lines = [
    lineOf('Typical pay', pay, 'distribution.median'),
    lineOf('People in work', employment, 'employment.count'),
    lineOf(`Growth to ${projections.outlook.targetYear}`, projections, 'outlook.netChangePercent'),
  ];
  const routes = new Set(
    ways.profiles.flatMap(({ routes: routesOfProfile }) => routesOfProfile.map(({ key }) => key)),
  );
  const credits = new Set([
    pay.attribution,
    employment.attribution,
    projections.citation,
    ways.attribution,
  ]);
  return [pay.title, ...lines, `Ways in: ${[...routes].join(', ') || 'not listed'}`, ...credits];
}

/** Every figure is drawn in this one way, whatever answer it is of. */
function lineOf(label: string, answer: object, name: string): string {
  const { value, unit, quality, presentable, reason } = figureOf(answer, name);
  if (!presentable || value === null) return `${label}: not shown (${reason ?? 'too unreliable'})`;
  const caution = quality === 'acceptable' ? ', use with caution' : '';
  return `${label}: ${value.toLocaleString('en-GB')} ${unit?.replaceAll('_', ' ')}${caution}`;
}
