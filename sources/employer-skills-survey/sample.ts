// A synthetic release: vacancies of all groups and nations, withheld for every reason and at every level.
import { type Area, areaOf, areaSlugs } from '#schemas/codes.ts';
import { classification } from '#sources/kit/sample/classification.ts';
import { added, addedUp, regions } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/sample/random.ts';
import { textOf } from '#sources/kit/sample/tables.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { layout } from './layout.ts';

const titles = new Map(classification.map(({ code, title }) => [code, title]));
const nations = areaSlugs.ukAndNations.filter((slug) => slug !== 'uk');

/** Vacancies, how many are hard to fill or short of skills, and the employers asked. */
function drawn(nation: string, unit: string): number[] {
  const draw = random(`employer-skills-survey/${nation}/${unit}`);
  // A small occupation has too few employers even in the whole country.
  const isSmall = random(`employer-skills-survey/${unit}`).chance(0.1);
  const share = regions.find(({ slug }) => slug === nation)?.share ?? 1;
  const employers = Math.round(share * (isSmall ? draw.between(4, 22) : draw.between(60, 900)));
  const vacancies = employers * draw.between(12, 40);
  const hardToFill = Math.round((vacancies * draw.between(25, 60)) / 100);
  return [vacancies, hardToFill, Math.round((hardToFill * draw.between(40, 90)) / 100), employers];
}

/** One release. With `full` every sector has its own rows, as in the publisher's file. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const byNation = nations.map((slug) => addedUp((unit) => drawn(slug, unit)));
  const whole = addedUp((unit) => added(byNation.map((groups) => groups.get(unit) ?? [])));
  const rows = [whole, ...byNation].flatMap((groups, place) => {
    const area = areaOf(['uk', ...nations][place] ?? '');
    const all = [...groups].map(([code, figures]) => rowOf(area, 'Total', code, figures));
    // Sectors are not served.
    const known = [...groups].filter(([code]) => full || code.length < 2);
    const sectors = Array.from({ length: full ? 13 : 1 }, (_, sector) => `Sector ${sector + 1}`);
    return [...all, ...sectors.flatMap((sector) => known.map(([code, figures]) => rowOf(area, sector, code, figures.map(inSector))))];
  });
  // An earlier wave in the same file is not served either.
  rows.push(rowOf(areaOf('england'), 'Total', '', [800000, 280000, 190000, 17000]).with(0, 2019));
  return [{ release: 'sample-2022', files: [textOf('sample_vacancies_by_occupation.csv', layout, 'vacancies', rows)] }];
}

const inSector = (figure: number) => Math.floor(figure / 13);

/** Withheld, though they rest on employers enough. `c` hides their number too. */
const markers: Readonly<Record<string, string>> = { '1112': 'c', '2119': 'x', '3312': 'z' };
/** Withheld with everything in them: a major and a sub-major group of one nation, a minor group of the whole country. */
const withheldGroups = { 'northern-ireland': '7', wales: '21', uk: '341' } as Readonly<Record<string, string>>;

function rowOf({ code: country, slug, name }: Area, sector: string, code: string, figures: readonly number[]): (string | number)[] {
  const [vacancies = 0, hardToFill = 0, skillShortage = 0, employers = 0] = figures;
  const isWithheld = sector === 'Total' && code.startsWith(withheldGroups[slug] ?? '-');
  const marker = isWithheld || employers < 30 ? 'u' : sector === 'Total' && slug === 'uk' ? markers[code] : undefined;
  const percent = (part: number) => Math.round((100 * part) / vacancies);
  const printed = [vacancies, hardToFill, skillShortage, percent(hardToFill), percent(skillShortage)].map((cell) => marker ?? cell);
  // Of some unit groups the vacancies are published and those for lack of skills are not, or are too few.
  if (marker === undefined && code.length === 4 && employers % 17 === 0) printed[2] = printed[4] = 'u';
  if (marker === undefined && code.length === 4 && employers % 23 === 0) printed[2] = 'low';
  const labels = [1, 2, 3, 4].map((digits) =>
    code.length < digits ? 'Total' : `${code.slice(0, digits)} ${titles.get(code.slice(0, digits))}`,
  );
  // A narrower group rests on fewer employers than the broader group that is withheld with it.
  const shown = marker === 'c' ? marker : isWithheld ? Math.min(employers, 29 - 7 * (code.length - 1)) : employers;
  return [2022, 'Calendar year', 'National', country, name, sector, ...labels, ...printed, shown];
}
