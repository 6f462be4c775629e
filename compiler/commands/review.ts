// lmi review: shows what was understood of an edition, so that a person can decide about it; without one, what waits for a decision.
import { writeFileSync } from 'node:fs';
import { sources } from '#sources/index.ts';
import { UnreadableFileError, messageOf } from '#sources/kit/problem.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { requireEditionNamed } from '../edition/named-edition.ts';
import { terminal } from '../report/report.ts';
import { heldEditions } from '../report/day-report.ts';
import { sectionOfHeld } from '../report/describe-day.ts';
import { type Section, describeSections, drawSections } from '../report/sections.ts';
import { noteReviewed, reviewEdition } from '../review/review.ts';
import { sectionsOf } from '../review/describe-review.ts';
import { print, printData, tell } from '../report/print.ts';

export interface ReviewArguments {
  readonly data?: string;
  /** A file for the page. */
  readonly html?: string;
  readonly json?: boolean;
}

/** Exit code 4 if the files of the edition are not here. */
export async function reviewCommand(name: string | undefined, { data, html, json = false }: ReviewArguments): Promise<number> {
  const directory = chooseDirectory(data);
  const catalogue = requireCatalogue(directory);
  if (name === undefined) {
    show([sectionOfHeld(heldEditions(catalogue, new Date()), directory)], { html, json });
    return exitCodes.fine;
  }
  const { editions } = catalogue;
  const edition = requireEditionNamed(editions, name, directory, ['quarantined', 'served']);
  const screen = terminal({ quiet: true });
  screen.progress(`${edition.source} ${edition.release}: reading again`);
  try {
    const sections = sectionsOf(await reviewEdition(directory, sources, editions, edition), directory);
    screen.done();
    show(sections, { html, json });
    note(directory, edition.id);
    return exitCodes.fine;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    screen.done();
    tell(`${error.message}\n`);
    return exitCodes.unreadable;
  }
}

function show(sections: readonly Section[], { html, json }: { readonly html: string | undefined; readonly json: boolean }): void {
  if (html !== undefined) {
    writeFileSync(html, drawSections(sections));
    printData(`${html}\n`);
  } else if (json) print(`${JSON.stringify(sections)}\n`);
  else print(`${describeSections(sections).join('\n')}\n`);
}

/** A review of a directory that cannot be written is a review too. */
function note(directory: string, id: string): void {
  try {
    noteReviewed(directory, id);
  } catch (error) {
    tell(`${directory}: lmi accept --first will not know of this review (${messageOf(error)})\n`);
  }
}
