// lmi status: shows what is served, held back, late and known to be wrong, and what an operator must do.
import type { Catalogue } from '#schemas/catalogue.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { type Standing, standingOf } from '../operations/standing.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { print } from '../report/print.ts';

export interface StatusArguments {
  readonly data?: string;
  readonly json?: boolean;
}

export function statusCommand({ data, json = false }: StatusArguments): number {
  const directory = chooseDirectory(data);
  const catalogue = requireCatalogue(directory);
  const standing = standingOf(catalogue, new Date());
  const { serial, written, sample } = catalogue;
  if (json) print(`${JSON.stringify({ directory, sample, serial, written, sources: standing })}\n`);
  else for (const line of [...describeCatalogue(directory, catalogue), ...standing.flatMap(describeStanding)]) print(`${line}\n`);
  return exitCodes.fine;
}

function describeCatalogue(directory: string, { serial, written, sample }: Catalogue): string[] {
  return [`${directory}${sample ? ' (synthetic sample, not statistics)' : ''}: catalogue ${serial} of ${written}`];
}

/** Of a held edition. */
export function noLongerOffered(id: string): string {
  return `its publisher no longer offers it: lmi dismiss ${id} --reason TEXT, unless it comes back`;
}

/** A line for a source, and a line for each thing that an operator must look at. */
export function describeStanding({
  source,
  configured,
  checked,
  fault,
  served,
  held,
  knownIssues,
  withdrawn,
  lateSince,
  nextRelease,
  corrections,
}: Standing): string[] {
  const releases = served.length === 0 ? 'nothing served' : `served ${served.map(({ label }) => label).join(', ')}`;
  const looked = !configured ? 'not checked, because its key is not set' : checked === null ? 'never checked' : `checked ${checked}`;
  const due = nextRelease === null || lateSince !== null ? '' : `, next release ${nextRelease}`;
  const lines = [`${source}: ${releases}; ${looked}${due}`];
  if (fault !== null) lines.push(`  could not be checked: ${fault}`);
  if (lateSince !== null) lines.push(`  late: announced for ${lateSince}, not published yet`);
  for (const { id, release, blockedBy, gone } of held) {
    lines.push(`  held ${release} ${id}`);
    if (gone) lines.push(`    ${noLongerOffered(id)}`);
    for (const { check, message, places } of blockedBy)
      lines.push(`    ${check}: ${message}${places[0] === undefined ? '' : ` — ${places[0]}`}`);
  }
  if (knownIssues.length > 0)
    lines.push(
      `  known issues: ${[...new Set(knownIssues.map(({ check }) => check))].join(', ')} (lmi editions --source ${source} lists them)`,
    );
  for (const { release, id, reason } of withdrawn) lines.push(`  withdrawn ${release} ${id}: ${reason}`);
  for (const { id, release, date, text } of corrections) {
    lines.push(
      `  the publisher has corrected ${release}${date === null ? '' : ` on ${date}`}: ${text}`,
      `    if what is served is wrong: lmi withdraw ${id} --reason TEXT`,
    );
  }
  return lines;
}
