// Synthetic maps in the publisher's layout, route by route: occupations of every status, primary, secondary and old codes, options of a
// standard, and unit groups without an occupation. Their standards are in the synthetic list of apprenticeship-standards.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/sample/random.ts';
import { mapRoutes as routes } from '#sources/kit/map-routes.ts';
import type { SampleRelease } from '#sources/kit/source.ts';

type Json = Readonly<Record<string, unknown>>;

/** One release. Plain and full are the same, because maps of the publisher's size are small. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const occupations = unitGroups.flatMap(({ title }, place) => [...first(title, place), ...second(title, place), ...third(title, place)]);
  const files = routes.map((name, index) => {
    const own = occupations
      .filter((_, place) => place % routes.length === index)
      .map((occupation) => ({ ...occupation, mapHierarchy: hierarchyOf(name, index) }));
    const clusters = [{ object: 'Cluster', name: 'Sample cluster', occupations: own }];
    return {
      name: `route-${index + 1}.json`,
      json: { object: 'Route', routeId: index + 1, name, pathways: [{ object: 'Pathway', name: 'Sample pathway', clusters }] },
    };
  });
  const list = {
    name: 'routes.json',
    json: routes.map((name, index) => ({ object: 'Route', routeId: index + 1, name, sequence: routes.length - index })),
  };
  return [
    { release: 'sample-2026-07-06', files: [list, ...files].map(({ name, json }) => ({ name, bytes: Buffer.from(JSON.stringify(json)) })) },
  ];
}

/** One unit group in 17 has no occupation: its occupations map to the group two before it. The group between has inactive ones only, or none. */
function socOf(place: number): number {
  return Number(unitGroups[place % 17 === 16 ? place - 2 : place]?.code);
}

/** OCC1111 for unit group 1111: an approved occupation with an open standard and qualifications of each kind. */
function first(title: string, place: number): Json[] {
  const code = unitGroups[place]?.code ?? '';
  if (place % 17 >= 15) return [];
  const draw = random(`occupational-maps/${code}`);
  const products = [
    standard(`ST${code}`, `Sample ${title.toLowerCase()}`, draw.between(2, 7)),
    product(2, 'HTQ', `HTQDZ${code}`, 'Synthetic sample diploma', 5, {
      qualificationCategory: 'Occupational entry technical qualifications',
    }),
    product(4, 'TQ', `TQL3C${code}`, 'Synthetic sample certificate', 3, {
      qualificationCategory: 'Additional specialist technical qualifications',
    }),
    ...(place % 5 === 0 ? [product(3, 'TLevel', `TL${code}a`, 'Synthetic sample T Level', 3)] : []),
    ...(place % 40 === 0 ? [product(5, 'Foundation Apprenticeship', `FA${code}`, 'Synthetic sample foundation apprenticeship', 2)] : []),
    ...(place % 40 === 20
      ? [product(6, 'Apprenticeship Unit', `AU${code}`, 'Synthetic sample unit', 4, place % 80 === 20 ? retired : approved)]
      : []),
  ];
  return [
    occupation(`OCC${code}`, `Sample ${title.toLowerCase()} `, { soc2010Code: Number(code), soc2020Code: Number(code) }, { products }),
  ];
}

/** OCC0101 to OCC0512: one of each kind of standard that the synthetic list has. */
function second(title: string, place: number): Json[] {
  const digits = String(place + 101).padStart(4, '0');
  const soc = { soc2010Code: socOf(place), soc2020Code: socOf(place) };
  const name = `Sample assistant of ${title.toLowerCase()}`;
  const of = (status: Json) => [product(1, 'Apprenticeship', `ST${digits}`, name, 3, { ...status, royal: false })];
  const one = (known: Parameters<typeof occupation>[3]) => [occupation(`OCC${digits}`, name, soc, known)];
  switch (place % 6) {
    case 1:
    case 2:
      return one({ ...statuses.withoutApprenticeship, products: of(retired) });
    case 3:
      return ['A', 'B'].map((option) => occupation(`OCC${digits}${option}`, `${name} - option ${option}`, soc, { products: of(approved) }));
    case 4:
      return one({ ...statuses.inDevelopment, ...unpublished, products: of({ status: 3, statusName: 'Development stage' }) });
    default:
      return one({ products: of(approved) });
  }
}

/** OCC0601 to OCC1012: occupations with other mappings. */
function third(title: string, place: number): Json[] {
  if (place % 17 === 15) return [];
  const code = `OCC${String(place + 601).padStart(4, '0')}`;
  const [soc, neighbour] = [socOf(place), socOf(place === 0 ? 1 : place - 1)];
  const products = [product(4, 'TQ', `TQL2C${code}`, 'Synthetic sample award', 2)];
  const name = title.toLowerCase();
  const further = occupation(
    code,
    `Sample further ${name}`,
    { soc2010Code: 0, soc2020Code: soc },
    { products: place % 6 === 5 ? [] : products },
  );
  const groups = [soc, neighbour].map((group, at) => ({ code: `${group}/0${at}`, description: 'Synthetic sample ', isPrimary: at === 0 }));
  const wider = { soc2010Code: 0, soc2020Code: soc, soc2020SubUnitGroups: groups };
  const kinds = [
    // Some approved occupations have no code either, and so no unit group.
    place % 18 === 0
      ? occupation(code, `Sample uncoded ${name}`, { soc2010Code: 0, soc2020Code: 0 }, { products })
      : occupation(code, 'Sample potential occupation', { soc2010Code: 0, soc2020Code: 0 }, { ...statuses.potential, ...unpublished }),
    // The synthetic coding index has equal codes in both classifications.
    occupation(code, `Sample older ${name}`, { soc2010Code: soc, soc2020Code: 0 }, { products }),
    occupation(code, `Sample wider ${name}`, wider, { products }),
  ];
  return [kinds[place % 6] ?? further];
}

const approved = { status: 1, statusName: 'Approved for delivery' };
const retired = { status: 6, statusName: 'Retired' };
const statuses = {
  inDevelopment: { status: 2, statusName: 'Occupational standard in development' },
  potential: { status: 3, statusName: 'Potential occupational standard' },
  withoutApprenticeship: { status: 4, statusName: 'Occupational standard without apprenticeship' },
};

/** Nothing is published of it yet. */
const unpublished = { versionNo: '0.0', statusLastUpdated: '0001-01-01' };

/** An occupation as the publisher answers it, without empty lists. */
function occupation(
  stdCode: string,
  name: string,
  soc: Json,
  { products = [], ...known }: Json & { readonly products?: readonly Json[] },
): Json {
  return {
    object: 'Occupation',
    stdCode,
    name,
    status: 1,
    statusName: 'Approved occupation',
    level: 2 + (stdCode.charCodeAt(6) % 6),
    versionNo: '1.1',
    statusLastUpdated: '2018-06-22',
    overview: stdCode.endsWith('0') ? '' : 'Synthetic sample,\tnot from the publisher.',
    soc,
    ...(stdCode.endsWith('7')
      ? {}
      : {
          typicalJobTitles: [
            { name: 'Sample worker', isGreen: false },
            { name: 'Sample worker ', isGreen: true },
          ],
        }),
    ...(products.length === 0 ? {} : { products }),
    links: [
      { rel: 'occupationalStandardURL', href: `https://occupational-maps.skillsengland.education.gov.uk/maps/occupation/${stdCode}` },
    ],
    ...known,
  };
}

function standard(code: string, name: string, level: number): Json {
  return product(1, 'Apprenticeship', code, name, level, { ...approved, royal: false });
}

function product(type: number, typeName: string, productCode: string, name: string, level: number, more: Json = {}): Json {
  return { object: 'Product', name, level, type, typeName, careerStarter: false, productCode, ...more };
}

function hierarchyOf(routeName: string, index: number): Json {
  const technicalLevel = 1 + (index % 3);
  const technicalLevelName = ['Technical', 'Higher Technical', 'Professional'][index % 3];
  return {
    routeId: index + 1,
    routeName,
    routeSequence: routes.length - index,
    pathwayId: 1,
    pathwayName: 'Sample pathway',
    technicalLevel,
    technicalLevelName,
    clusterSeqeunce: 1,
  };
}
