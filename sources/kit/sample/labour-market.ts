// The labour market of all samples. Sources draw figures for unit groups and areas and add them up,
// so their sums agree.
import { type Area, type AreaSlug, areaSlugs, areas } from '#schemas/codes.ts';
import { unitGroups } from './classification.ts';
import { type Random, random } from '../random.ts';

/**
 * The people of a unit group: from 5,500 to 330,000, mostly few, about 33 million in all. `draw`
 * draws more about them.
 */
export function peopleOf(unit: string): { readonly people: number; readonly draw: Random } {
  const draw = random(`aps-employment/${unit}`);
  return { people: 5500 * 60 ** draw.next(), draw };
}

const shares: Partial<Record<AreaSlug, number>> = {
  wales: 0.045,
  scotland: 0.083,
  'northern-ireland': 0.026,
  'north-east': 0.036,
  'north-west': 0.11,
  'south-west': 0.083,
  'yorkshire-and-the-humber': 0.08,
  'east-midlands': 0.07,
  'west-midlands': 0.085,
  'east-of-england': 0.09,
  london: 0.154,
  'south-east': 0.138,
};

/** The nine English regions and the other nations, with their shares of the people. */
export const regions: readonly (Omit<Area, 'name'> & {
  readonly name: string;
  readonly share: number;
})[] = areas
  .map((area) => ({ ...area, share: shares[area.slug] ?? 0 }))
  .filter(({ share }) => share > 0);

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Several lists of figures added up, place by place. */
export function added(lists: readonly (readonly number[])[]): number[] {
  return (lists[0] ?? []).map((_, index) => sumOf(lists.map((figures) => figures[index] ?? 0)));
}

/**
 * The figures of all groups, by code, and of everybody under '': the sums of those drawn for unit
 * groups.
 */
export function addedUp(draw: (unit: string) => readonly number[]): Map<string, readonly number[]> {
  const groups = new Map<string, readonly number[]>();
  for (const { code } of unitGroups) {
    const figures = draw(code);
    for (let digits = 0; digits <= code.length; digits += 1) {
      const group = code.slice(0, digits);
      groups.set(group, added([figures, groups.get(group) ?? []]));
    }
  }
  return groups;
}

/**
 * The numbers of the United Kingdom and its nations, by area. Each nation is drawn by its share of
 * the people.
 */
export function addedUpByNation(
  draw: (unit: string, nation: AreaSlug, share: number) => readonly number[],
) {
  const english = sumOf(
    regions.filter(({ code }) => code.startsWith('E')).map(({ share }) => share),
  );
  const nations = areaSlugs.ukAndNations.filter((slug) => slug !== 'uk');
  const byNation = nations.map((nation) => {
    const share = nation === 'england' ? english : (shares[nation] ?? 0);
    return [nation, addedUp((unit) => draw(unit, nation, share))] as const;
  });
  const uk = addedUp((unit) => added(byNation.map(([, groups]) => groups.get(unit) ?? [])));
  return new Map([['uk' as AreaSlug, uk], ...byNation]);
}

/**
 * A whole number divided at random into parts that add up: `unevenness` 1 gives nearly equal parts,
 * 8 puts most into a few.
 */
export function divided(
  subject: string,
  whole: number,
  parts: number,
  unevenness: number,
): number[] {
  const draw = random(subject);
  const weights = Array.from({ length: parts }, () => 0.0005 + draw.next() ** unevenness);
  const shares = weights.map((weight) => Math.floor((whole * weight) / sumOf(weights)));
  const largest = shares.indexOf(Math.max(...shares));
  return shares.with(largest, (shares[largest] ?? 0) + whole - sumOf(shares));
}
