// Synthetic maps, route by route: for each unit group an occupation, a second one of each kind in
// turn, and a third that maps there otherwise. Their standards are in the synthetic list of
// apprenticeship-standards.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { jsonOf, synthetic } from '#sources/kit/sample/tables.ts';
import { mapRoutes as routes } from '#sources/kit/map-routes.ts';
import type { ClassificationGroup } from '#sources/kit/needs.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import type { OccupationRow, PublishedProduct } from './layout.ts';

export async function sample(): Promise<readonly SampleRelease[]> {
  const occupations = unitGroups.flatMap((group, index) => {
    const all = occupationsOf(group, index);
    // One unit group in 17 has no occupation, and the one before it the second alone.
    if (index % 17 === 16) return [];
    return index % 17 === 15 ? all.slice(1, 2) : all;
  });
  const list = jsonOf(
    'routes.json',
    routes.map((name, index) => ({ routeId: index + 1, name })),
  );
  const files = routes.map((routeName, index) => {
    const technicalLevelName = ['Technical', 'Higher Technical', 'Professional'][index % 3];
    const mapHierarchy = {
      routeName,
      pathwayName: 'Sample pathway',
      technicalLevel: 1 + (index % 3),
      technicalLevelName,
    };
    const occupationsOfRoute = occupations
      .filter((_, number) => number % routes.length === index)
      .map((candidate) => ({ ...candidate, mapHierarchy }));
    return jsonOf(`route-${index + 1}.json`, {
      name: routeName,
      pathways: [{ clusters: [{ occupations: occupationsOfRoute }] }],
    });
  });
  return [{ release: 'sample-2026-07-06', files: [list, ...files] }];
}

const approved = { status: 1, statusName: 'Approved for delivery' };
const retired = { status: 6, statusName: 'Retired' };
const closed = { status: 4, statusName: 'Occupational standard without apprenticeship' };
const inDevelopment = {
  status: 2,
  statusName: 'Occupational standard in development',
  versionNo: '0.0',
};
/**
 * The status of a standard and of its occupation, in the turn of the synthetic list of standards.
 */
const statuses: readonly { readonly product: object; readonly occupation: object }[] = [
  { product: approved, occupation: {} },
  { product: approved, occupation: {} },
  { product: retired, occupation: closed },
  { product: retired, occupation: closed },
  { product: { status: 3, statusName: 'Development stage' }, occupation: inDevelopment },
];

/**
 * OCC1111 for unit group 1111, with a product of each type; then OCC0101 to OCC0512 and OCC0601 to
 * OCC1012, with one.
 */
function occupationsOf({ code, title }: ClassificationGroup, groupIndex: number): object[] {
  const second = String(101 + groupIndex).padStart(4, '0');
  const third = String(601 + groupIndex).padStart(4, '0');
  const status = statuses[groupIndex % statuses.length];
  const name = title.toLowerCase();
  const number = Number(code);
  const products = [
    product(1, 'Apprenticeship', `ST${code}`, 2 + (groupIndex % 6), {
      ...approved,
      name: `Sample ${name}`,
    }),
    product(2, 'HTQ', `HTQDZ${code}`, 5, {
      qualificationCategory: 'Occupational entry technical qualifications',
    }),
    product(3, 'TLevel', `TL${code}a`, 3),
    product(4, 'TQ', `TQL3C${code}`, 3, {
      qualificationCategory: 'Additional specialist technical qualifications',
    }),
    product(5, 'Foundation Apprenticeship', `FA${code}`, 2),
    product(6, 'Apprenticeship Unit', `AU${code}`, 4, approved),
  ];
  // A third of the third occupations map to the next unit group too. The others have a code of SOC
  // 2010 alone.
  const groups = [code, unitGroups[groupIndex + 1]?.code].map((group, index) => ({
    code: `${group}/0${index}`,
    isPrimary: index === 0,
  }));
  const wider = { soc2010Code: 0, soc2020Code: number, soc2020SubUnitGroups: groups };
  const soc = groupIndex % 3 === 1 ? wider : { soc2010Code: number, soc2020Code: 0 };
  return [
    occupation(`OCC${code}`, name, {
      soc: { soc2010Code: number, soc2020Code: number },
      products,
    }),
    occupation(`OCC${second}`, `assistant of ${name}`, {
      soc: { soc2010Code: 0, soc2020Code: number },
      products: [product(1, 'Apprenticeship', `ST${second}`, 3, status?.product)],
      ...status?.occupation,
    }),
    occupation(`OCC${third}`, `other ${name}`, {
      soc,
      products: [product(4, 'TQ', `TQL2C${third}`, 2)],
    }),
  ];
}

const pages = 'https://occupational-maps.skillsengland.education.gov.uk/maps/occupation';

/** An occupation as the publisher answers it, without empty lists. */
function occupation(stdCode: string, name: string, known: Partial<OccupationRow>): object {
  return {
    object: 'Occupation',
    stdCode,
    name: `Sample ${name}`,
    status: 1,
    statusName: 'Approved occupation',
    versionNo: '1.1',
    level: 3,
    overview: stdCode.endsWith('0') ? '' : `${synthetic}.`,
    typicalJobTitles: [{ name: 'Sample worker' }],
    links: [{ rel: 'occupationalStandardURL', href: `${pages}/${stdCode}` }],
    ...known,
  };
}

function product(
  type: number,
  typeName: string,
  productCode: string,
  level: number,
  known: object = {},
): PublishedProduct {
  return { name: `Synthetic sample ${typeName}`, level, type, typeName, productCode, ...known };
}
