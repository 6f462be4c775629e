// Occupations of the maps to observations: codes, statuses, kinds of products, and markers for no
// value.
import { isDeepStrictEqual } from 'node:util';
import { linkAddress, plainText } from '#sources/kit/read/html.ts';
import type { Needs } from '#sources/kit/needs.ts';
import { placeOf } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import type { MapOccupation } from '#schemas/resources/apprenticeships.ts';
import { landingPage } from './discover.ts';
import type { OccupationRow, PublishedProduct, Rows } from './layout.ts';

/**
 * The publisher's numbers, each with the name that it prints beside the number, and our meaning.
 * Number and name must agree: one of them alone would be a guess.
 */
type Words<Meaning extends string> = Readonly<
  Record<number, { readonly name: string; readonly meaning: Meaning }>
>;
type OccupationStatus = 'approved' | 'in-development' | 'potential' | 'without-apprenticeship';
type ProductStatus = 'approved' | 'in-development' | 'retired';
export type ProductKind = (typeof productTypes)[keyof typeof productTypes]['meaning'];

const occupationStatuses: Words<OccupationStatus> = {
  1: { name: 'Approved occupation', meaning: 'approved' },
  2: { name: 'Occupational standard in development', meaning: 'in-development' },
  3: { name: 'Potential occupational standard', meaning: 'potential' },
  4: {
    name: 'Occupational standard without apprenticeship',
    meaning: 'without-apprenticeship',
  },
};

/** The types of products. `codeStart` is how the codes of a type begin. */
export const productTypes = {
  1: { name: 'Apprenticeship', meaning: 'apprenticeship', codeStart: 'ST' },
  2: { name: 'HTQ', meaning: 'higher-technical-qualification', codeStart: 'HTQ' },
  3: { name: 'TLevel', meaning: 't-level', codeStart: 'TL' },
  4: { name: 'TQ', meaning: 'technical-qualification', codeStart: 'TQ' },
  5: {
    name: 'Foundation Apprenticeship',
    meaning: 'foundation-apprenticeship',
    codeStart: 'FA',
  },
  6: { name: 'Apprenticeship Unit', meaning: 'apprenticeship-unit', codeStart: 'AU' },
} as const;

/** The map's own words; the list of standards has others for the same ("In development"). */
const productStatuses: Words<ProductStatus> = {
  1: { name: 'Approved for delivery', meaning: 'approved' },
  3: { name: 'Development stage', meaning: 'in-development' },
  6: { name: 'Retired', meaning: 'retired' },
};

export interface Product {
  readonly kind: ProductKind;
  readonly code: string;
  readonly title: string;
  readonly level: number;
  readonly category: string | null;
  /** Null if the publisher states none. Only apprenticeships and their units have a status. */
  readonly status: ProductStatus | null;
}

/** An occupation of the maps with the members of an answer, and what maps it to SOC 2020. */
export interface Occupation
  extends Readonly<
    Pick<
      MapOccupation,
      | 'code'
      | 'title'
      | 'level'
      | 'version'
      | 'route'
      | 'pathway'
      | 'technicalLevel'
      | 'summary'
      | 'url'
    >
  > {
  readonly status: OccupationStatus;
  readonly jobTitles: readonly string[];
  /** Null if the publisher gives none. Each of the two codes can be there without the other. */
  readonly soc2010: string | null;
  readonly soc2020: string | null;
  readonly subUnitGroups: readonly {
    readonly code: string;
    readonly unitGroup: string;
    readonly isPrimary: boolean;
  }[];
  readonly products: readonly Product[];
}

export interface MapObservations {
  readonly unitGroups: readonly string[];
  /** Ordered by code. */
  readonly occupations: readonly Occupation[];
  /**
   * True for a harvest route by route, which has every occupation; false for single occupations.
   */
  readonly isWhole: boolean;
}

export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): MapObservations {
  const occupations: Occupation[] = [];
  let before: OccupationRow | null = null;
  for (const row of rows) {
    if (row.kind !== 'occupation') continue;
    const place = placeOf(release, row.stdCode);
    // An occupation may be in two routes. Both must say the same.
    if (before?.stdCode !== row.stdCode) occupations.push(occupationOf(place, row, problems));
    else if (!isDeepStrictEqual(before, row))
      problems.push({ place, message: 'occurs twice, and the two differ' });
    before = row;
  }
  return {
    unitGroups: needs.get('soc-structure').unitGroups.map(({ code }) => code),
    occupations,
    isWhole: rows.some(({ kind }) => kind === 'route'),
  };
}

function occupationOf(place: string, row: OccupationRow, problems: Problem[]): Occupation {
  const {
    stdCode,
    name,
    status,
    statusName,
    level,
    versionNo,
    overview,
    typicalJobTitles = [],
    products = [],
    soc,
    mapHierarchy,
  } = row;
  if (!/^OCC\d{4}[A-Z]?$/.test(stdCode))
    problems.push({
      place: `${place} stdCode`,
      message: `got "${stdCode}", expected OCC0000 or OCC0000A`,
    });
  return {
    code: stdCode,
    title: plainText(name),
    status:
      meaningOf(place, 'status', occupationStatuses, status, statusName, problems) ?? 'potential',
    level,
    version: versionNo === '0.0' || versionNo === '' ? null : versionNo,
    summary: textOrNull(overview),
    jobTitles: [
      ...new Set(
        typicalJobTitles.map((title) => plainText(title.name)).filter((title) => title !== ''),
      ),
    ],
    route: textOrNull(mapHierarchy.routeName),
    pathway: textOrNull(mapHierarchy.pathwayName),
    technicalLevel: textOrNull(mapHierarchy.technicalLevelName),
    url: linkAddress(row.links[0]?.href ?? '', landingPage),
    soc2010: codeOf(`${place} soc2010Code`, soc.soc2010Code, problems),
    soc2020: codeOf(`${place} soc2020Code`, soc.soc2020Code, problems),
    subUnitGroups: (soc.soc2020SubUnitGroups ?? []).map((group) => ({
      ...group,
      unitGroup: group.code.slice(0, 4),
    })),
    products: products.map((product) =>
      productOf(`${place} ${product.productCode}`, product, problems),
    ),
  };
}

/** Codes are numbers in the publisher's answers; 0 is the marker for no code. */
function codeOf(place: string, code: number, problems: Problem[]): string | null {
  if (code === 0) return null;
  const text = String(code);
  if (/^[1-9]\d{3}$/.test(text)) return text;
  problems.push({ place, message: `got ${text}, expected four digits, or 0 for none` });
  return null;
}

function productOf(place: string, product: PublishedProduct, problems: Problem[]): Product {
  const {
    name,
    level,
    type,
    typeName,
    productCode,
    status,
    statusName,
    qualificationCategory = '',
  } = product;
  const kind = meaningOf(place, 'type', productTypes, type, typeName, problems);
  // The code is the only key between the maps and the list of standards.
  if (kind === 'apprenticeship' && !/^ST\d{4}$/.test(productCode))
    problems.push({
      place: `${place} productCode`,
      message: `got "${productCode}", expected the reference of a standard, ST0000`,
    });
  const hasStatus = status !== undefined || kind === 'apprenticeship';
  return {
    kind: kind ?? 'technical-qualification',
    code: productCode,
    title: plainText(name),
    level,
    category: textOrNull(qualificationCategory),
    status: hasStatus
      ? meaningOf(place, 'status', productStatuses, status, statusName, problems)
      : null,
  };
}

function meaningOf<Meaning extends string>(
  place: string,
  what: 'status' | 'type',
  known: Words<Meaning>,
  number: number | undefined,
  name: string | undefined,
  problems: Problem[],
): Meaning | null {
  const word = number === undefined ? undefined : known[number];
  if (word !== undefined && word.name === name) return word.meaning;
  const all = Object.entries(known).map(([key, knownWord]) => `${key} "${knownWord.name}"`);
  problems.push({
    place: `${place} ${what}`,
    message:
      `unknown ${what} ${number ?? 'missing'} "${name ?? ''}", ` +
      `expected one of ${all.join(', ')}`,
    repair:
      'add it to sources/occupational-maps/reshape.ts once its meaning is known from the publisher',
  });
  return null;
}

function textOrNull(text: string): string | null {
  const plain = plainText(text);
  return plain === '' ? null : plain;
}
