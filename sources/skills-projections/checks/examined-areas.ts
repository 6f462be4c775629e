// The cells, tolerances and places that the checks of the projections look at.
import type { Check, Examined } from '#sources/kit/source.ts';
import type { AreaSlug } from '#schemas/codes.ts';
import { type Rows, figureColumns, placeOf } from '../parse.ts';
import { type AreaProjection, type Block, type ProjectionObservations, type Thousands, allGroups } from '../reshape.ts';

export type Edition = Examined<Rows, ProjectionObservations>;
export type ProjectionCheck = Check<Rows, ProjectionObservations>;
export type Column = (typeof figureColumns)[number];

export interface Area extends AreaProjection {
  readonly slug: AreaSlug;
}

export function areasOf({ observations }: Edition): Area[] {
  return [...observations.projections].map(([slug, projection]) => ({ slug, ...projection }));
}

/** The 26 sub-major groups of an area, without all occupations. */
export function groupsOf<Figures extends Thousands>(cells: ReadonlyMap<string, Figures>): [string, Figures][] {
  return [...cells].filter(([code]) => code !== allGroups);
}

/** The cell of a group's figure; without a column its row. */
export function placeOfGroup({ release }: Edition, { workbook, groups }: Area, code: string, column?: Column): string {
  return placeOf(
    release,
    workbook,
    workbook.sheets.groups,
    groups.get(code)?.row,
    column === undefined ? undefined : workbook.columns.groups[column],
  );
}

/** The cell of a figure by qualification. */
export function placeOfQualification(
  { release }: Edition,
  { workbook, qualifications }: Area,
  block: Block,
  code: string,
  column: Column | 'rate',
): string {
  const { sheets, columns } = workbook;
  return placeOf(
    release,
    workbook,
    sheets.qualifications ?? '',
    qualifications?.get(block)?.get(code)?.row,
    columns.qualifications?.[column],
  );
}

/**
 * True where an area is printed in whole thousands. England's workbook has them in full; the .ods workbooks, which show whole thousands,
 * have not been seen.
 */
export function isRounded({ groups }: AreaProjection): boolean {
  return [...groups.values()].every((cell) => figureColumns.every((column) => Number.isInteger(cell[column])));
}

/** What of the figures in thousands may miss a sum of `terms` of them: what arithmetic adds, or half a thousand a term. */
export function tolerance(area: AreaProjection, terms: number): number {
  return isRounded(area) ? terms / 2 : 0.001;
}

/** A figure in thousands for a message. */
export function shown(thousands: number): string {
  return thousands.toFixed(3);
}

/** Whether a release is of the real projections of this period, as revised in August 2024, whose figures are known from elsewhere. */
export function isRevised2020To2035({ release, observations }: Edition): boolean {
  return !release.sample && observations.baseYear === 2020 && observations.targetYear === 2035;
}
