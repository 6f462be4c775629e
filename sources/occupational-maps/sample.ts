// Synthetic maps, route by route: for each unit group an occupation, a second one of each kind in turn, and a third that maps there in part. Their
// standards are in the synthetic list of apprenticeship-standards.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/sample/random.ts';
import { jsonOf, synthetic } from '#sources/kit/sample/tables.ts';
import { mapRoutes as routes } from '#sources/kit/map-routes.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import type { OccupationRow, PublishedProduct } from './layout.ts';

export async function sample(): Promise<readonly SampleRelease[]> {
  const occupations = unitGroups.flatMap(({ code, title }, place) => {
    // One unit group in 17 has no occupation, and the one before it the second alone.
    const kinds = place % 17 === 16 ? [] : place % 17 === 15 ? [second] : [first, second, third];
    return kinds.map((kind) => kind(code, title.toLowerCase(), place));
  });
  const list = jsonOf(
    'routes.json',
    routes.map((name, index) => ({ routeId: index + 1, name })),
  );
  const files = routes.map((routeName, index) => {
    const technicalLevelName = ['Technical', 'Higher Technical', 'Professional'][index % 3];
    const mapHierarchy = { routeName, pathwayName: 'Sample pathway', technicalLevel: 1 + (index % 3), technicalLevelName };
    const own = occupations.filter((_, place) => place % routes.length === index).map((one) => ({ ...one, mapHierarchy }));
    return jsonOf(`route-${index + 1}.json`, { name: routeName, pathways: [{ clusters: [{ occupations: own }] }] });
  });
  return [{ release: 'sample-2026-07-06', files: [list, ...files] }];
}

const approved = { status: 1, statusName: 'Approved for delivery' };
const retired = { status: 6, statusName: 'Retired' };

/** OCC1111 for unit group 1111: an approved occupation with an open standard and qualifications, in one of five of each kind. */
function first(code: string, name: string, place: number): object {
  const level = random(`occupational-maps/${code}`).between(2, 7);
  const products = [
    product(1, 'Apprenticeship', `ST${code}`, level, { ...approved, name: `Sample ${name}` }),
    product(2, 'HTQ', `HTQDZ${code}`, 5, { qualificationCategory: 'Occupational entry technical qualifications' }),
    product(4, 'TQ', `TQL3C${code}`, 3, { qualificationCategory: 'Additional specialist technical qualifications' }),
  ];
  const rarer = [
    product(3, 'TLevel', `TL${code}a`, 3),
    product(5, 'Foundation Apprenticeship', `FA${code}`, 2),
    product(6, 'Apprenticeship Unit', `AU${code}`, 4, code.endsWith('1') ? retired : approved),
  ];
  const soc = { soc2010Code: Number(code), soc2020Code: Number(code) };
  return occupation(`OCC${code}`, name, { soc, products: place % 5 === 0 ? [...products, ...rarer] : products });
}

const closed = { status: 4, statusName: 'Occupational standard without apprenticeship' };
const inDevelopment = { status: 2, statusName: 'Occupational standard in development', versionNo: '0.0' };
/** The status of the standard and that of the occupation, in the turn of the synthetic list of standards. */
const kinds: readonly (readonly [product: object, occupation: object])[] = [
  ...[[approved, {}] as const, [approved, {}] as const, [retired, closed] as const, [retired, closed] as const],
  [{ status: 3, statusName: 'Development stage' }, inDevelopment],
];

/** OCC0101 to OCC0512: one of each kind of standard. */
function second(code: string, name: string, place: number): object {
  const digits = String(place + 101).padStart(4, '0');
  const [ofProduct = approved, ofOccupation = {}] = kinds[place % kinds.length] ?? [];
  const products = [product(1, 'Apprenticeship', `ST${digits}`, 3, ofProduct)];
  const soc = { soc2010Code: 0, soc2020Code: Number(code) };
  return occupation(`OCC${digits}`, `assistant of ${name}`, { soc, products, ...ofOccupation });
}

/** OCC0601 to OCC1012: occupations with a code of SOC 2010 alone, and some that map to a second unit group too. */
function third(code: string, name: string, place: number): object {
  const digits = String(place + 601).padStart(4, '0');
  const products = [product(4, 'TQ', `TQL2C${digits}`, 2)];
  // The synthetic coding index has equal codes in both classifications.
  if (place % 4 !== 1) return occupation(`OCC${digits}`, `older ${name}`, { soc: { soc2010Code: Number(code), soc2020Code: 0 }, products });
  const groups = [code, unitGroups[place + 1]?.code].map((group, at) => ({ code: `${group}/0${at}`, isPrimary: at === 0 }));
  const soc = { soc2010Code: 0, soc2020Code: Number(code), soc2020SubUnitGroups: groups };
  return occupation(`OCC${digits}`, `wider ${name}`, { soc, products });
}

const pages = 'https://occupational-maps.skillsengland.education.gov.uk/maps/occupation';

/** An occupation as the publisher answers it, without empty lists. */
function occupation(stdCode: string, name: string, known: Partial<OccupationRow>): object {
  return {
    ...{ object: 'Occupation', stdCode, name: `Sample ${name}`, status: 1, statusName: 'Approved occupation', versionNo: '1.1' },
    ...{ level: 2 + (stdCode.charCodeAt(6) % 6), overview: stdCode.endsWith('0') ? '' : `${synthetic}.` },
    typicalJobTitles: [{ name: 'Sample worker' }],
    links: [{ rel: 'occupationalStandardURL', href: `${pages}/${stdCode}` }],
    ...known,
  };
}

function product(type: number, typeName: string, productCode: string, level: number, known: object = {}): PublishedProduct {
  return { name: `Synthetic sample ${typeName}`, level, type, typeName, productCode, ...known };
}
