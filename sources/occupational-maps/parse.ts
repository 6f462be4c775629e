// The maps as published: occupations one by one (the answer to /Occupations/{code}), or route by route (the answers to /Routes/{id}).
import { type Static, Type } from 'typebox';
import { LayoutError } from '#sources/kit/problem.ts';
import { expectShape, readJson } from '#sources/kit/read/json.ts';
import type { PublishedFile, Release } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { occupationName, routeListName, routeName } from './discover.ts';

const text = Type.String();
const whole = Type.Integer();

const Product = Type.Object({
  name: text,
  level: whole,
  type: whole,
  typeName: text,
  productCode: text,
  // Apprenticeships and their units alone have a status; the other qualifications have a category.
  status: Type.Optional(whole),
  statusName: Type.Optional(text),
  qualificationCategory: Type.Optional(text),
});

/** Lists that are empty are left out altogether, so they cannot be asked for: checks count them. */
const Occupation = Type.Object({
  object: Type.Literal('Occupation'),
  stdCode: text,
  name: text,
  status: whole,
  statusName: text,
  level: whole,
  versionNo: text,
  overview: text,
  typicalJobTitles: Type.Optional(Type.Array(Type.Object({ name: text }))),
  soc: Type.Object({
    // Numbers, though they are codes: 0 means that there is none.
    soc2010Code: whole,
    soc2020Code: whole,
    soc2020SubUnitGroups: Type.Optional(Type.Array(Type.Object({ code: text, isPrimary: Type.Boolean() }))),
  }),
  mapHierarchy: Type.Object({ routeName: text, pathwayName: text, technicalLevel: whole, technicalLevelName: text }),
  products: Type.Optional(Type.Array(Product)),
  links: Type.Array(Type.Object({ rel: text, href: text })),
});

const RouteList = Type.Array(Type.Object({ routeId: whole, name: text }));

export type PublishedProduct = Static<typeof Product>;

export interface RouteRow {
  readonly kind: 'route';
  readonly routeId: number;
  readonly name: string;
}

export interface OccupationRow {
  readonly kind: 'occupation';
  readonly stdCode: string;
  readonly name: string;
  readonly status: number;
  readonly statusName: string;
  readonly level: number;
  readonly versionNo: string;
  readonly overview: string;
  readonly jobTitles: readonly string[];
  readonly soc2010Code: number;
  readonly soc2020Code: number;
  readonly subUnitGroups: readonly { readonly code: string; readonly isPrimary: boolean }[];
  readonly routeName: string;
  readonly pathwayName: string;
  readonly technicalLevel: number;
  readonly technicalLevelName: string;
  readonly products: readonly PublishedProduct[];
  readonly standardUrl: string;
}

export type Row = RouteRow | OccupationRow;
export type Rows = readonly Row[];

export async function parse(release: Release, files: readonly PublishedFile[]): Promise<Rows> {
  const place = `occupational-maps ${release.name}`;
  const single = files
    .filter(({ name }) => occupationName.test(name))
    .map(({ name, bytes }) => rowOf(readJson(`${place} ${name}`, bytes, Occupation)));
  const lists = files
    .filter(({ name }) => routeListName.test(name))
    .map(({ name, bytes }) => readJson(`${place} ${name}`, bytes, RouteList));
  const routes = lists.flat().map(({ routeId, name }): RouteRow => ({ kind: 'route', routeId, name: name.trim() }));
  const missing = routes.filter(({ routeId }) => !files.some(({ name }) => name === `route-${routeId}.json`));
  if (missing.length > 0)
    throw new LayoutError([
      { place, message: `lists the route ${missing.map(({ name }) => `"${name}"`).join(', ')} and holds no file of it` },
    ]);
  const ofRoutes = files.filter(({ name }) => routeName.test(name)).flatMap(({ name, bytes }) => occupationsOf(`${place} ${name}`, bytes));
  const occupations = [...single, ...ofRoutes];
  if (occupations.length === 0)
    throw new LayoutError([{ place, message: 'found no occupation, expected files of occupations or of routes' }]);
  // The order in which the publisher answers must not make another edition; an occupation that stands in two routes stays twice.
  const byCode = (a: OccupationRow, b: OccupationRow) =>
    byCodeUnit(a.stdCode, b.stdCode) || byCodeUnit(JSON.stringify(a), JSON.stringify(b));
  return [...routes.sort((a, b) => a.routeId - b.routeId), ...occupations.sort(byCode)];
}

/** The occupations of a route, however deep in its pathways and clusters they stand: nobody has seen a whole answer. */
function occupationsOf(place: string, bytes: Uint8Array): OccupationRow[] {
  const found: OccupationRow[] = [];
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    if ('object' in value && value.object === 'Occupation') {
      found.push(rowOf(expectShape(`${place} ${path}`, value, Occupation)));
      return;
    }
    for (const [key, member] of Object.entries(value)) visit(member, `${path}/${key}`);
  };
  visit(readJson(place, bytes, Type.Unknown()), '');
  if (found.length === 0) throw new LayoutError([{ place, message: 'found no object that says it is an Occupation' }]);
  return found;
}

function rowOf(occupation: Static<typeof Occupation>): OccupationRow {
  const { stdCode, name, status, statusName, level, versionNo, overview, soc, mapHierarchy, links } = occupation;
  return {
    kind: 'occupation',
    stdCode,
    name,
    status,
    statusName,
    level,
    versionNo,
    overview,
    jobTitles: (occupation.typicalJobTitles ?? []).map((title) => title.name),
    soc2010Code: soc.soc2010Code,
    soc2020Code: soc.soc2020Code,
    subUnitGroups: (soc.soc2020SubUnitGroups ?? []).map(({ code, isPrimary }) => ({ code, isPrimary })),
    routeName: mapHierarchy.routeName,
    pathwayName: mapHierarchy.pathwayName,
    technicalLevel: mapHierarchy.technicalLevel,
    technicalLevelName: mapHierarchy.technicalLevelName,
    products: (occupation.products ?? []).map(productOf),
    // Its slugs are cut short, so the link is taken as it is given.
    standardUrl: links.find(({ rel }) => rel === 'occupationalStandardURL')?.href ?? '',
  };
}

function productOf({
  name,
  level,
  type,
  typeName,
  productCode,
  status,
  statusName,
  qualificationCategory,
}: PublishedProduct): PublishedProduct {
  return {
    name,
    level,
    type,
    typeName,
    productCode,
    ...(status === undefined ? {} : { status }),
    ...(statusName === undefined ? {} : { statusName }),
    ...(qualificationCategory === undefined ? {} : { qualificationCategory }),
  };
}
