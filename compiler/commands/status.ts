// lmi status: shows what is served, held back, late and known to be wrong, and what an operator must do; with --all every edition.
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import { newestFirst } from '#schemas/standing.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { type Standing, standingOf } from '../operations/standing.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { number } from '../report/report.ts';
import { print } from '../report/print.ts';
import { areSources } from './are-sources.ts';

export interface StatusArguments {
  readonly data?: string;
  /** Lists every edition, newest first. */
  readonly all?: boolean;
  readonly source?: string;
  readonly json?: boolean;
}

export function statusCommand({ data, all = false, source, json = false }: StatusArguments): number {
  if (source !== undefined && !areSources([source])) return exitCodes.usage;
  const directory = chooseDirectory(data);
  const catalogue = requireCatalogue(directory);
  const { serial, written, sample } = catalogue;
  if (all) {
    const editions = newestFirst(catalogue.editions.filter((edition) => source === undefined || edition.source === source));
    if (json) print(`${JSON.stringify(editions)}\n`);
    else for (const line of [...describeCatalogue(directory, catalogue), ...editions.flatMap(describeEdition)]) print(`${line}\n`);
    return exitCodes.fine;
  }
  const standing = standingOf(catalogue, new Date()).filter((one) => source === undefined || one.source === source);
  if (json) print(`${JSON.stringify({ directory, sample, serial, written, sources: standing })}\n`);
  else for (const line of [...describeCatalogue(directory, catalogue), ...standing.flatMap(describeStanding)]) print(`${line}\n`);
  return exitCodes.fine;
}

function describeCatalogue(directory: string, { serial, written, sample }: Catalogue): string[] {
  return [`${directory}${sample ? ' (synthetic sample, not statistics)' : ''}: catalogue ${serial} of ${written}`];
}

/** Of a held edition. */
export function noLongerOffered(id: string): string {
  return `its publisher no longer offers it: lmi accept --not ${id} --reason TEXT, unless it comes back`;
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
      `  known issues: ${[...new Set(knownIssues.map(({ check }) => check))].join(', ')} (lmi status --all --source ${source} lists them)`,
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

/** What operators and the publisher have done to an edition since it was compiled. */
function history({ accepted, dismissed, withdrawn, touched, pruned }: CatalogueEdition): string[] {
  const lines: string[] = [];
  if (accepted !== null) lines.push(`accepted ${accepted.at}: ${accepted.reason}`);
  if (dismissed !== undefined) lines.push(`dismissed ${dismissed.at}: ${dismissed.reason}`);
  if (withdrawn !== null)
    lines.push(`withdrawn ${withdrawn.at}: ${withdrawn.reason}${withdrawn.replacedBy === null ? '' : ` (use ${withdrawn.replacedBy})`}`);
  if (touched !== null) lines.push(`touched ${touched}: the publisher saved the file again with equal cells`);
  if (pruned) lines.push('pruned: only the record is kept');
  return lines;
}

/** An edition with its failed checks. */
function describeEdition(edition: CatalogueEdition): string[] {
  const { source, label, state, id, files, figures, checks } = edition;
  const lines = [
    `${state.padEnd(11)} ${source.padEnd(14)} ${label.padEnd(24)} ${id}  ${number(files)} documents, ${number(figures)} figures`,
  ];
  lines.push(...history(edition).map((line) => `  ${line}`));
  for (const check of checks) {
    const more = check.count > check.places.length ? ` … (${number(check.count)} in all)` : '';
    lines.push(
      `  ${check.severity} ${check.check}: ${check.message}${check.places.length > 0 ? ` — ${check.places.slice(0, 3).join('; ')}${more}` : ''}`,
    );
  }
  return lines;
}
