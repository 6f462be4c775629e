// lmi editions: lists the editions of a data directory, newest first, with their state and their failed checks.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { newestFirst } from '#schemas/standing/newest-first.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { number } from '../report/report.ts';
import { areSources } from './are-sources.ts';
import { print } from '../report/print.ts';

export interface EditionsArguments {
  readonly data?: string;
  readonly source?: string;
  readonly json?: boolean;
}

export function editionsCommand({ data, source, json = false }: EditionsArguments): number {
  if (source !== undefined && !areSources([source])) return exitCodes.usage;
  const directory = chooseDirectory(data);
  const catalogue = requireCatalogue(directory);
  const editions = newestFirst(catalogue.editions.filter((edition) => source === undefined || edition.source === source));
  if (json) {
    print(`${JSON.stringify(editions)}\n`);
    return exitCodes.fine;
  }
  print(`${directory}${catalogue.sample ? ' (synthetic sample, not statistics)' : ''}\n`);
  for (const edition of editions) print(`${describe(edition).join('\n')}\n`);
  return exitCodes.fine;
}

/** What operators and the publisher have done to an edition since it was compiled. */
export function history({ accepted, dismissed, withdrawn, touched, pruned }: CatalogueEdition): string[] {
  const lines: string[] = [];
  if (accepted !== null) lines.push(`accepted ${accepted.at}: ${accepted.reason}`);
  if (dismissed !== undefined) lines.push(`dismissed ${dismissed.at}: ${dismissed.reason}`);
  if (withdrawn !== null)
    lines.push(`withdrawn ${withdrawn.at}: ${withdrawn.reason}${withdrawn.replacedBy === null ? '' : ` (use ${withdrawn.replacedBy})`}`);
  if (touched !== null) lines.push(`touched ${touched}: the publisher saved the file again with equal cells`);
  if (pruned) lines.push('pruned: only the record is kept');
  return lines;
}

function describe(edition: CatalogueEdition): string[] {
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
