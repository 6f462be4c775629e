// Synthetic maps, route by route: occupations of every status, primary, secondary and old codes, options of a standard, and unit groups
// without an occupation. Their standards are in the synthetic list of apprenticeship-standards.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/sample/random.ts';
import { synthetic } from '#sources/kit/sample/tables.ts';
import { mapRoutes as routes } from '#sources/kit/map-routes.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import type { OccupationRow, PublishedProduct } from './layout.ts';

type Known = Partial<Omit<OccupationRow, 'kind'>>;

/** One release. Plain and full are the same, because maps of the publisher's size are small. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const occupations = unitGroups.flatMap(({ code, title }, place) => {
    const name = title.toLowerCase();
    return [...first(code, name, place), ...second(name, place), ...third(name, place)];
  });
  const list = { name: 'routes.json', json: routes.map((name, index): object => ({ routeId: index + 1, name })) };
  const files = routes.map((routeName, index) => {
    const technicalLevelName = ['Technical', 'Higher Technical', 'Professional'][index % 3];
    const mapHierarchy = { routeName, pathwayName: 'Sample pathway', technicalLevel: 1 + (index % 3), technicalLevelName };
    const own = occupations.filter((_, place) => place % routes.length === index).map((one) => ({ ...one, mapHierarchy }));
    return { name: `route-${index + 1}.json`, json: { name: routeName, pathways: [{ clusters: [{ occupations: own }] }] } };
  });
  const written = [list, ...files].map(({ name, json }) => ({ name, bytes: Buffer.from(JSON.stringify(json)) }));
  return [{ release: 'sample-2026-07-06', files: written }];
}

/** One unit group in 17 has no occupation: its occupations map to the group two before it. The group between has inactive ones only, or none. */
function socOf(place: number): number {
  return Number(unitGroups[place % 17 === 16 ? place - 2 : place]?.code);
}

/** OCC1111 for unit group 1111: an approved occupation with an open standard and qualifications of each kind. */
function first(code: string, name: string, place: number): object[] {
  if (place % 17 >= 15) return [];
  const level = random(`occupational-maps/${code}`).between(2, 7);
  const products = [
    { ...product(1, 'Apprenticeship', `ST${code}`, level), ...approved, name: `Sample ${name}` },
    { ...product(2, 'HTQ', `HTQDZ${code}`, 5), qualificationCategory: 'Occupational entry technical qualifications' },
    { ...product(4, 'TQ', `TQL3C${code}`, 3), qualificationCategory: 'Additional specialist technical qualifications' },
    ...(place % 5 === 0 ? [product(3, 'TLevel', `TL${code}a`, 3)] : []),
    ...(place % 40 === 0 ? [product(5, 'Foundation Apprenticeship', `FA${code}`, 2)] : []),
    ...(place % 40 === 20 ? [{ ...product(6, 'Apprenticeship Unit', `AU${code}`, 4), ...(place % 80 === 20 ? retired : approved) }] : []),
  ];
  return [occupation(`OCC${code}`, `${name} `, { soc: soc(Number(code), Number(code)), products })];
}

/** OCC0101 to OCC0512: one of each kind of standard that the synthetic list has. */
function second(name: string, place: number): object[] {
  const digits = String(place + 101).padStart(4, '0');
  const one = (status: object, known: Known = {}, option = '') =>
    occupation(`OCC${digits}${option}`, `assistant of ${name}`, {
      soc: soc(socOf(place), socOf(place)),
      products: [{ ...product(1, 'Apprenticeship', `ST${digits}`, 3), ...status }],
      ...known,
    });
  if (place % 6 === 1 || place % 6 === 2) return [one(retired, { status: 4, statusName: 'Occupational standard without apprenticeship' })];
  if (place % 6 === 3) return ['A', 'B'].map((option) => one(approved, {}, option));
  if (place % 6 !== 4) return [one(approved)];
  const inDevelopment = { status: 2, statusName: 'Occupational standard in development', ...unpublished };
  return [one({ status: 3, statusName: 'Development stage' }, inDevelopment)];
}

/** OCC0601 to OCC1012: occupations with other mappings. */
function third(name: string, place: number): object[] {
  if (place % 17 === 15) return [];
  const code = `OCC${String(place + 601).padStart(4, '0')}`;
  const [own, neighbour] = [socOf(place), socOf(place === 0 ? 1 : place - 1)];
  const products = [product(4, 'TQ', `TQL2C${code}`, 2)];
  const groups = [own, neighbour].map((group, at) => ({ code: `${group}/0${at}`, isPrimary: at === 0 }));
  const kinds: (readonly [string, Known])[] = [
    // Some approved occupations have no code either, and so no unit group.
    place % 18 === 0
      ? [`uncoded ${name}`, { soc: soc(0, 0), products }]
      : ['potential occupation', { soc: soc(0, 0), status: 3, statusName: 'Potential occupational standard', ...unpublished }],
    // The synthetic coding index has equal codes in both classifications.
    [`older ${name}`, { soc: soc(own, 0), products }],
    [`wider ${name}`, { soc: { ...soc(0, own), soc2020SubUnitGroups: groups }, products }],
  ];
  const [title, known] = kinds[place % 6] ?? [`further ${name}`, { soc: soc(0, own), ...(place % 6 === 5 ? {} : { products }) }];
  return [occupation(code, title, known)];
}

const soc = (soc2010Code: number, soc2020Code: number) => ({ soc2010Code, soc2020Code });
const approved = { status: 1, statusName: 'Approved for delivery' };
const retired = { status: 6, statusName: 'Retired' };
/** Nothing is published of it yet. */
const unpublished = { versionNo: '0.0' };

/** An occupation as the publisher answers it, without empty lists. */
function occupation(stdCode: string, name: string, known: Known): object {
  return {
    ...{ object: 'Occupation', stdCode, name: `Sample ${name}`, status: 1, statusName: 'Approved occupation', versionNo: '1.1' },
    ...{ level: 2 + (stdCode.charCodeAt(6) % 6), overview: stdCode.endsWith('0') ? '' : `${synthetic.replace(' ', '\t')}.` },
    ...(stdCode.endsWith('7') ? {} : { typicalJobTitles: [{ name: 'Sample worker' }, { name: 'Sample worker ' }] }),
    links: [
      { rel: 'occupationalStandardURL', href: `https://occupational-maps.skillsengland.education.gov.uk/maps/occupation/${stdCode}` },
    ],
    ...known,
  };
}

function product(type: number, typeName: string, productCode: string, level: number): PublishedProduct {
  return { name: `Synthetic sample ${typeName}`, level, type, typeName, productCode };
}
