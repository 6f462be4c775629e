// A synthetic release: vacancies of all groups and nations, withheld for every reason and at every
// level.
import { type AreaSlug, areaOf } from '#schemas/codes.ts';
import { titles } from '#sources/kit/sample/classification.ts';
import { addedUpByNation } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/random.ts';
import { textOf } from '#sources/kit/sample/tables.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { layout } from './layout.ts';

export async function sample(): Promise<readonly SampleRelease[]> {
  const groups = [...addedUpByNation(drawn)];
  const rows = groups.flatMap(([area, figures]) =>
    [...figures].map(([code, measures]) => rowOf(area, code, measures)),
  );
  return [
    {
      release: 'sample-2022',
      files: [textOf('sample_vacancies_by_occupation.csv', layout, 'vacancies', rows)],
    },
  ];
}

/** Vacancies, how many are hard to fill or short of skills, and the employers asked. */
function drawn(unit: string, nation: AreaSlug, share: number): number[] {
  const draw = random(`employer-skills-survey/${nation}/${unit}`);
  // A small occupation has too few employers even in the whole country.
  const isSmall = random(`employer-skills-survey/${unit}`).chance(0.1);
  const employers = Math.round(share * (isSmall ? draw.between(4, 22) : draw.between(60, 900)));
  const vacancies = employers * draw.between(4, 14);
  const hardToFill = Math.round((vacancies * draw.between(25, 60)) / 100);
  return [vacancies, hardToFill, Math.round((hardToFill * draw.between(40, 90)) / 100), employers];
}

/**
 * Unit groups withheld in the United Kingdom, though they rest on enough employers. `c` hides the
 * number of employers too.
 */
const markers: Readonly<Record<string, string>> = { '1112': 'c', '2119': 'x', '3312': 'z' };
/**
 * Groups withheld with everything in them: a major and a sub-major group of one nation, a minor
 * group of the whole country.
 */
const withheldGroups: Partial<Record<AreaSlug, string>> = {
  'northern-ireland': '7',
  wales: '21',
  uk: '341',
};

function rowOf(slug: AreaSlug, code: string, figures: readonly number[]): (string | number)[] {
  const [vacancies = 0, hardToFill = 0, skillShortage = 0, employers = 0] = figures;
  const isWithheld = code.startsWith(withheldGroups[slug] ?? '-');
  const ownMarker = slug === 'uk' ? markers[code] : undefined;
  const marker = isWithheld || employers < 30 ? 'u' : ownMarker;
  const percent = (part: number) => Math.round((100 * part) / vacancies);
  const printed = [
    vacancies,
    hardToFill,
    skillShortage,
    percent(hardToFill),
    percent(skillShortage),
  ].map((cell) => marker ?? cell);
  // Of some unit groups the vacancies are published and those for lack of skills are not, or are
  // too few.
  if (marker === undefined && code.length === 4 && employers % 17 === 0)
    printed[2] = printed[4] = 'u';
  if (marker === undefined && code.length === 4 && employers % 23 === 0) printed[2] = 'low';
  const labels = [1, 2, 3, 4].map((digits) => {
    const group = code.slice(0, digits);
    return group.length < digits ? 'Total' : `${group} ${titles.get(group)}`;
  });
  // A narrower group rests on fewer employers than the broader group that is withheld with it.
  const asked = isWithheld ? Math.min(employers, 29 - 7 * (code.length - 1)) : employers;
  const area = areaOf(slug);
  return [
    2022,
    'Calendar year',
    'National',
    area.code,
    area.name,
    'Total',
    ...labels,
    ...printed,
    marker === 'c' ? marker : asked,
  ];
}
