// Groups the findings of a check by their likely cause, the likeliest first: a sheet in pence gives hundreds of findings and is one fault.
import { middleOf } from '#sources/kit/checks.ts';
import type { Finding } from '#sources/kit/source.ts';

/** Findings with one cause. */
export interface Cause<Found extends Finding = Finding> {
  /** What a person reads first. */
  readonly message: string;
  readonly findings: readonly Found[];
}

/** A figure that is so many times what it should be, and what a publisher has then done. */
const slips: readonly (readonly [times: number, cause: string])[] = [
  [10, 'a slip of the decimal point'],
  [100, 'pence in place of pounds, or percent in place of shares'],
  [1000, 'units in place of thousands'],
  [52, 'a year in place of a week'],
  [12, 'a year in place of a month'],
];

// A median is near a slip if it is within a third: figures move from year to year, and relatives differ.
const nearSlip = Math.log(4 / 3);
// Fewer findings than this are read one by one.
const leastGroup = 5;
const mostApart = 0.8;

/** The causes of findings: those with an explanation first, then the larger groups. Findings of one table belong together. */
export function causesOf<Found extends Finding>(findings: readonly Found[]): Cause<Found>[] {
  const causes = [...Map.groupBy(findings, tableOf)].map(([table, own]) => ({ ...causeOf(table, own), findings: own }));
  return causes
    .toSorted((a, b) => Number(b.isExplained) - Number(a.isExplained) || b.findings.length - a.findings.length)
    .map(({ message, findings: own }) => ({ message, findings: own }));
}

/** A finding with the check that made it. */
export interface CheckFinding extends Finding {
  readonly check: string;
}

/** The causes of what several checks have found: a sheet in pence is found by four of them. */
export function causesAcross(found: readonly { readonly name: string; readonly findings: readonly Finding[] }[]): Cause<CheckFinding>[] {
  return causesOf(found.flatMap(({ name, findings }) => findings.map((finding): CheckFinding => ({ ...finding, check: name }))));
}

/** The findings in the order in which a person reads them: the first of each cause, then the others. */
export function inReadingOrder<Found extends Finding>(causes: readonly Cause<Found>[]): Found[] {
  return [...causes.flatMap(({ findings }) => findings.slice(0, 1)), ...causes.flatMap(({ findings }) => findings.slice(1))];
}

/** The table of a place: all before the cell, and after the name of a sheet nothing. */
function tableOf({ place }: Finding): string {
  return /^(.*)!(?:[A-Z]{1,3}\d+|row \d+.*)$/.exec(place)?.[1] ?? /^.*'(?= )/.exec(place)?.[0] ?? place;
}

function causeOf(table: string, findings: readonly Finding[]): { readonly message: string; readonly isExplained: boolean } {
  const [first] = findings;
  const factors = findings.flatMap(({ times }) => (times === undefined || times <= 0 ? [] : [Math.log(times)]));
  const middle = middleOf(factors);
  if (findings.length < leastGroup || first === undefined) return { message: first?.message ?? '', isExplained: false };
  const alike = factors.filter((factor) => Math.abs(factor - (middle ?? 0)) <= 2 * nearSlip).length;
  const slip = slips.find(([times]) => Math.abs(Math.abs(middle ?? 0) - Math.log(times)) <= nearSlip);
  if (middle === undefined || slip === undefined || alike < mostApart * findings.length)
    return { message: `${findings.length} findings in ${table}, the first: ${first.message}`, isExplained: false };
  const [times, cause] = slip;
  const said = middle > 0 ? `about ${times} times` : `about 1/${times} of`;
  return { message: `${findings.length} figures of ${table} are ${said} what they are compared with: ${cause}?`, isExplained: true };
}
