// What the occupational maps print: occupations one by one (the answer to /Occupations/{code}), or
// route by route (the answers to /Routes/{id}).
import { type Static, Type } from 'typebox';
import { recordLookup } from '#sources/kit/lookups.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import { expectShape, onlyMembers, readJson } from '#sources/kit/read/json.ts';
import type { FileKinds, NamedFiles, PublishedFile } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import { byCodeUnit } from '#schemas/order.ts';

export const files = {
  occupations: {
    match: /^OCC\d{4}[A-Z]?\.json$/,
    layout: 'verified',
    optional: true,
    many: true,
    describe: 'an occupation of the maps',
  },
  routeList: {
    match: /^routes\.json$/,
    layout: 'documented',
    optional: true,
    describe: 'the list of routes',
  },
  routes: {
    match: /^route-\d+\.json$/,
    layout: 'documented',
    optional: true,
    many: true,
    describe: 'a route with its occupations',
  },
} as const satisfies FileKinds;

const text = Type.String();
const whole = Type.Integer();

const Product = Type.Object({
  name: text,
  level: whole,
  type: whole,
  typeName: text,
  productCode: text,
  // Only apprenticeships and their units have a status. The other qualifications have a category.
  status: Type.Optional(whole),
  statusName: Type.Optional(text),
  qualificationCategory: Type.Optional(text),
});

const MapHierarchy = Type.Object({
  routeName: text,
  pathwayName: text,
  technicalLevel: whole,
  technicalLevelName: text,
});

/** The publisher leaves out empty lists, so lists are optional, and checks count them. */
export const Occupation = Type.Object({
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
    // Codes printed as numbers; 0 means no code.
    soc2010Code: whole,
    soc2020Code: whole,
    soc2020SubUnitGroups: Type.Optional(
      Type.Array(Type.Object({ code: text, isPrimary: Type.Boolean() })),
    ),
  }),
  mapHierarchy: MapHierarchy,
  products: Type.Optional(Type.Array(Product)),
  links: Type.Array(Type.Object({ rel: text, href: text })),
});

const RouteList = Type.Array(Type.Object({ routeId: whole, name: text }));

export type PublishedProduct = Static<typeof Product>;
interface RouteRow extends Readonly<Static<typeof RouteList>[number]> {
  readonly kind: 'route';
}
/**
 * With the link to its standard alone: the publisher cuts slugs short, so we take the link as
 * given.
 */
export interface OccupationRow extends Readonly<Static<typeof Occupation>> {
  readonly kind: 'occupation';
}
export type Row = RouteRow | OccupationRow;
export type Rows = readonly Row[];

export async function parse(
  release: Release,
  { occupations: single, routeList, routes: ofRoutes }: NamedFiles<typeof files>,
): Promise<Rows> {
  const place = placeOfRelease(release);
  const placeOfFile = ({ name }: PublishedFile) => `${place} ${name}`;
  const listed =
    routeList === null ? [] : readJson(placeOfFile(routeList), routeList.bytes, RouteList);
  const missing = listed.filter(
    ({ routeId }) => !ofRoutes.some(({ name }) => name === `route-${routeId}.json`),
  );
  if (missing.length > 0)
    throw new LayoutError([
      {
        place,
        message:
          `lists the route ${missing.map(({ name }) => `"${name.trim()}"`).join(', ')} ` +
          'and has no file of it',
      },
    ]);
  const occupations = [
    ...single.map((file) => rowOf(readJson(placeOfFile(file), file.bytes, Occupation))),
    ...ofRoutes.flatMap((file) => occupationsOf(placeOfFile(file), file.bytes)),
  ];
  if (occupations.length === 0)
    throw new LayoutError([
      { place, message: 'found no occupation, expected files of occupations or of routes' },
    ]);
  const routes = listed.map(
    ({ routeId, name }): RouteRow => ({ kind: 'route', routeId, name: name.trim() }),
  );
  // The order of the publisher's answers must not make another edition. An occupation in two routes
  // stays twice.
  const byCode = (a: OccupationRow, b: OccupationRow) =>
    byCodeUnit(a.stdCode, b.stdCode) || byCodeUnit(JSON.stringify(a), JSON.stringify(b));
  return [...routes.sort((a, b) => a.routeId - b.routeId), ...occupations.sort(byCode)];
}

/**
 * The occupations of a route, at any depth of its pathways and clusters: we have not seen a whole
 * answer.
 */
function occupationsOf(place: string, bytes: Uint8Array): OccupationRow[] {
  const occupationRows: OccupationRow[] = [];
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    if ('object' in value && value.object === 'Occupation') {
      occupationRows.push(rowOf(expectShape(`${place} ${path}`, value, Occupation)));
      return;
    }
    for (const [key, member] of Object.entries(value)) visit(member, `${path}/${key}`);
  };
  const answer: unknown = readJson(place, bytes, Type.Unknown());
  visit(answer, '');
  if (occupationRows.length > 0) return occupationRows;
  const wanted = [{ names: ['an object of the kind "Occupation"'], foundName: null }];
  recordLookup({ place, what: 'member', wanted, present: Object.keys(Object(answer)) });
  throw new LayoutError([{ place, message: 'found no object of the kind "Occupation"' }]);
}

function rowOf(published: Static<typeof Occupation>): OccupationRow {
  const { links, ...knownMembers } = onlyMembers(published, Occupation);
  return {
    kind: 'occupation',
    ...knownMembers,
    links: links.filter(({ rel }) => rel === 'occupationalStandardURL'),
  };
}
