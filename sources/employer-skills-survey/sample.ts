// A synthetic release with the columns of the 2019 file and the names of later ones. Every figure is drawn at random; codes and titles are
// those of SOC 2020. Rows are withheld for every reason and at every level. Totals add up as in the survey.
import { accountName } from '#sources/kit/read/ees-pages.ts';
import { classification } from '#sources/kit/sample/classification.ts';
import { csvLine } from '#schemas/csv-line.ts';
import { type Random, random } from '#sources/kit/sample/random.ts';
import type { PublishedFile, SampleRelease } from '#sources/kit/source.ts';
import { type Area, areaOf, areaSlugs } from '#schemas/codes.ts';
import { layout } from './layout.ts';

const year = 2022;

const titles = new Map(classification.map(({ code, title }) => [code, title]));

/** The invented figures of a group: its vacancies, how many are hard to fill or short of skills, and the employers asked. */
interface Invented {
  readonly vacancies: number;
  readonly hardToFill: number;
  readonly skillShortage: number;
  readonly base: number;
}

const shares: Readonly<Record<string, number>> = { england: 1, scotland: 0.1, wales: 0.06, 'northern-ireland': 0.04 };

/** One release. With `full` every sector has its own rows, as in the publisher's file. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const columns = layout.headers('vacancies');
  const lines = [columns.join(',')];
  const nations = areaSlugs.ukAndNations.filter((slug) => slug !== 'uk');
  const invented = new Map(nations.map((slug) => [slug, inventArea(slug)]));
  for (const slug of areaSlugs.ukAndNations) {
    const groups = slug === 'uk' ? sumOf([...invented.values()]) : (invented.get(slug) ?? new Map<string, Invented>());
    for (const [code, group] of groups) lines.push(lineOf(areaOf(slug), 'Total', code, group));
    for (const sector of full ? sectors : sectors.slice(0, 1)) {
      // The compiler skips the rows of sectors.
      for (const [code, group] of groups)
        if (full || code.length < 2) lines.push(lineOf(areaOf(slug), sector, code, scaled(group, 1 / 13)));
    }
  }
  // An earlier wave in the same file. It is not served.
  const earlier = lineOf(areaOf('england'), 'Total', '', { vacancies: 800000, hardToFill: 280000, skillShortage: 190000, base: 17000 });
  lines.push(earlier.replace(String(year), '2019'));
  return [{ release: `sample-${year}`, files: filesOf(columns, lines) }];
}

/** The CSV and the account of it. The ids belong to no real data set. */
function filesOf(columns: readonly string[], lines: readonly string[]): PublishedFile[] {
  const name = 'sample_vacancies_by_occupation.csv';
  const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
  // The account names filters and indicators, but not the five columns of time and place before them.
  const variables = columns.slice(5).map((value) => ({ value, label: value }));
  const account = {
    id: id(year % 100),
    title: 'Synthetic sample, not from the publisher',
    file: { name, meta: { numDataFileRows: lines.length - 1 }, variables },
    release: { id: id(year), slug: String(year) },
  };
  return [
    { name, bytes: Buffer.from(`${lines.join('\n')}\n`) },
    { name: accountName, bytes: Buffer.from(JSON.stringify(account)) },
  ];
}

const sectors = (
  'Primary Sector & Utilities; Manufacturing; Construction; Wholesale & Retail; Hotels & Restaurants; ' +
  'Transport & Storage; Information & Communications; Financial Services; Business Services; Public Administration; ' +
  'Education; Health & Social Work; Arts & Other Services'
).split('; ');

/** Unit groups are drawn at random. A broader group is the sum of its unit groups, and the total is the sum of all. */
function inventArea(slug: string): Map<string, Invented> {
  const groups = new Map<string, Invented>();
  for (const { code } of [{ code: '' }, ...classification]) groups.set(code, nothing);
  for (const { code } of classification) {
    if (code.length < 4) continue;
    // A small occupation has too few employers even in the whole country.
    const small = random(`employer-skills-survey/${code}`).chance(0.1);
    const group = inventGroup(random(`employer-skills-survey/${slug}/${code}`), shares[slug] ?? 1, small);
    for (let digits = 0; digits <= 4; digits++)
      groups.set(code.slice(0, digits), plus(groups.get(code.slice(0, digits)) ?? nothing, group));
  }
  return groups;
}

function inventGroup(draw: Random, scale: number, small: boolean): Invented {
  const base = Math.round(scale * (small ? draw.between(4, 22) : draw.between(60, 900)));
  const vacancies = base * draw.between(12, 40);
  const hardToFill = Math.round((vacancies * draw.between(25, 60)) / 100);
  return { base, vacancies, hardToFill, skillShortage: Math.round((hardToFill * draw.between(40, 90)) / 100) };
}

const nothing: Invented = { vacancies: 0, hardToFill: 0, skillShortage: 0, base: 0 };

function plus(a: Invented, b: Invented): Invented {
  return {
    vacancies: a.vacancies + b.vacancies,
    hardToFill: a.hardToFill + b.hardToFill,
    skillShortage: a.skillShortage + b.skillShortage,
    base: a.base + b.base,
  };
}

function scaled({ vacancies, hardToFill, skillShortage, base }: Invented, factor: number): Invented {
  const [of, most] = [(number: number) => Math.round(number * factor), Math.round(hardToFill * factor)];
  return { vacancies: of(vacancies), hardToFill: most, skillShortage: Math.min(most, of(skillShortage)), base: of(base) };
}

function sumOf(areas: readonly ReadonlyMap<string, Invented>[]): Map<string, Invented> {
  const [first, ...others] = areas;
  return new Map(
    [...(first ?? [])].map(([code, group]) => [code, others.reduce((sum, area) => plus(sum, area.get(code) ?? nothing), group)]),
  );
}

// Markers that fill a whole row with a large enough base. A row with a smaller base has `u`.
const rowMarkers: Readonly<Record<string, string>> = { '1112': 'c', '2119': 'x', '3312': 'z' };
// These groups are withheld with everything in them: a major and a sub-major group of one nation, a minor group of the whole country.
const withheldGroups: readonly { readonly area: string; readonly code: string }[] = [
  { area: 'northern-ireland', code: '7' },
  { area: 'wales', code: '21' },
  { area: 'uk', code: '341' },
];

function lineOf(
  { code: countryCode, slug, name }: Area,
  sector: string,
  code: string,
  { vacancies, hardToFill, skillShortage, base }: Invented,
): string {
  const place = [year, 'Calendar year', 'National', countryCode, name, sector, ...[1, 2, 3, 4].map((digits) => label(code, digits))];
  const withheld = withheldGroups.some((group) => slug === group.area && code.startsWith(group.code)) || base < 30;
  const marker = sector === 'Total' ? (withheld ? 'u' : slug === 'uk' ? rowMarkers[code] : undefined) : base < 30 ? 'u' : undefined;
  // A narrower group rests on fewer employers than the broader group that is withheld with it.
  const shownBase = withheld ? Math.min(base, 29 - 7 * (code.length - 1)) : base;
  const percent = (part: number) => Math.round((100 * part) / vacancies);
  const printed = [vacancies, hardToFill, skillShortage, percent(hardToFill), percent(skillShortage)];
  const figures: (number | string)[] = marker === undefined ? printed : printed.map(() => marker);
  // The base of a single measure can be too small: here vacancies are published and skill-shortage vacancies are not.
  if (marker === undefined && code.length === 4 && base % 17 === 0) figures.splice(2, 3, 'u', figures[3] ?? '', 'u');
  if (marker === undefined && code.length === 4 && base % 23 === 0) figures.splice(2, 1, 'low');
  // The marker `c` hides the base too.
  return csvLine([...place, ...figures, marker === 'c' ? 'c' : shownBase]);
}

function label(code: string, digits: number): string {
  return code.length < digits ? 'Total' : `${code.slice(0, digits)} ${titles.get(code.slice(0, digits)) ?? ''}`;
}
