// Describes a review for a person who must decide, as sections of lines.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { HeldStanding } from '#schemas/standing.ts';
import { describeCell } from '../trace/describe-trace.ts';
import { quotedForShell } from '../report/print.ts';
import { count, cutList, nameOfInput, number, size } from '../report/report.ts';
import { type Line, type Section, describeNotice, line, withNext } from '../report/sections.ts';
import type {
  Review,
  ReviewedCause,
  ReviewedCheck,
  ReviewedFigure,
  ReviewedPlace,
  ReviewedRow,
} from './review.ts';
import { overridesOption, wasUnderstood } from '../checks.ts';
import type { Finding } from '#sources/kit/checks.ts';
import { wordOf } from '../release/outcome.ts';

type Notices = Pick<HeldStanding, 'corrections' | 'withdrawals'>;
const noNotices: Notices = { corrections: [], withdrawals: [] };

// A table can have hundreds of columns. The first ones show what it is.
const mostNames = 40;
const mostPlaces = 3;
const mostText = 300;

/** `notices`: the publisher's notices about the edition that wait for a decision. */
export function reviewSections(review: Review, notices: Notices = noNotices): Section[] {
  const {
    edition,
    source,
    files,
    before,
    layout,
    unread,
    rows,
    measures,
    drawn,
    drawnRows,
    lookUp,
  } = review;
  const checksWithResult = review.checks.filter(({ result }) => result !== null);
  const looked = (isComputed: boolean) => lookUp.filter(({ computed }) => computed === isComputed);
  const section = <Of>(
    title: string,
    items: readonly Of[],
    describe: (item: Of) => Line,
  ): Section[] => (items.length === 0 ? [] : [{ title, lines: items.map(describe) }]);
  const figures = (title: string, reviewed: readonly ReviewedFigure[]) =>
    section(title, reviewed, (figure) => describeReviewedFigure(figure, before));
  return [
    {
      title: `${source.key} ${edition.release}: ${standing(review)}`,
      lines: [
        line(`${source.title}, ${source.publisher}`),
        line(`page: ${source.landingPage}`),
        line(
          `published: ${edition.released ?? 'the files do not say'}; compiled ` +
            `${edition.compiled}; edition ${edition.id}`,
        ),
        line(
          before === null
            ? 'compared with: nothing, no other release is published'
            : `compared with: ${before.release}, edition ${before.id}`,
        ),
      ],
    },
    { title: 'What needs a decision', lines: decisionLines(review, notices) },
    {
      title: 'Files',
      lines: files.map((file) =>
        line(`${nameOfInput(file)}, ${size(file.bytes)}`, `sha256 ${file.sha256}`),
      ),
    },
    {
      title: 'What was read in them',
      lines: layout.toSorted((a, b) => Number(hasNews(b)) - Number(hasNews(a))).map(describePlace),
    },
    ...section('Not understood', unread?.split('\n') ?? [], (text) => line(text)),
    ...section('Rows', rows, (row) =>
      line(`${row.kind}: ${number(row.rows)}${beforeText(row.rows, row.before)}`),
    ),
    ...section('Figures', measures, describeMeasure),
    ...figures(`Look these up on the publisher's page, ${source.landingPage}`, looked(false)),
    ...figures(
      'These are computed, so no page has them: compare the cells behind them',
      looked(true),
    ),
    ...figures(`${count(drawn.length, 'figure')} drawn at random`, drawn),
    ...section(
      `${count(drawnRows.length, 'row')} drawn at random, as read`,
      drawnRows,
      describeReviewedRow,
    ),
    {
      title:
        `Checks: ${count(review.checks.length, 'check')}, ` +
        `${number(checksWithResult.length)} found something`,
      lines: [...checksWithResult, ...review.checks.filter(({ result }) => result === null)].map(
        describeReviewedCheck,
      ),
    },
    { title: 'What you can do', lines: actions(review, notices) },
  ];
}

// Two screens hold so much of every section.
const mostShown = 4;
const mostDetails = 2;

/**
 * The beginning of each section, and the command that prints the rest. What can be done stays
 * whole.
 */
export function shortened(sections: readonly Section[], id: string): Section[] {
  const cut = sections.map(({ title, lines }, place) =>
    place === 0 || place === sections.length - 1
      ? { title, lines }
      : {
          title,
          lines: [
            ...lines.slice(0, mostShown).map((line) => ({
              ...line,
              details: line.details.slice(0, mostDetails).map(cutText),
            })),
            ...(lines.length > mostShown
              ? [line(`… ${number(lines.length - mostShown)} more`)]
              : []),
          ],
        },
  );
  return [
    ...cut,
    {
      title: 'This is the beginning of each list',
      lines: [withNext(line('all of it'), `lmi review ${id} --all`)],
    },
  ];
}

function cutText(text: string): string {
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}

function standing({ edition }: Review): string {
  if (edition.state === 'quarantined') return 'held back';
  return edition.accepted === null
    ? edition.state
    : `${wordOf(edition.state)}, accepted: ${edition.accepted.reason}`;
}

function decisionLines({ checks, causes }: Review, notices: Notices): Line[] {
  const noticeLines = [...notices.withdrawals, ...notices.corrections].map((notice) =>
    line(describeNotice(notice)),
  );
  const blocking = checks.filter(({ result }) => result?.severity === 'block');
  if (noticeLines.length + blocking.length === 0)
    return [line('nothing: no check holds this edition back')];
  // The compiler's own checks, and those that could not look at the files again, are in no cause.
  const others = blocking.filter(({ name }) => !causes.some(({ foundBy }) => foundBy.has(name)));
  const unlistedFindings = causes.slice(mostCauses).reduce((sum, cause) => sum + countOf(cause), 0);
  return [
    ...noticeLines,
    ...others.map(({ name, result, findings }) =>
      line(`${name}: ${result?.message ?? ''}`, ...findings.map(describeFinding)),
    ),
    ...causes.slice(0, mostCauses).map(describeCause),
    ...(unlistedFindings === 0
      ? []
      : [line(`${count(unlistedFindings, 'finding')} with other causes`)]),
  ];
}

const mostCauses = 10;

function countOf({ foundBy }: ReviewedCause): number {
  return [...foundBy.values()].reduce((sum, count) => sum + count, 0);
}

function describeCause(cause: ReviewedCause): Line {
  const unlistedFindings = countOf(cause) - cause.findings.length;
  return line(
    cause.message,
    'found by ' +
      `${[...cause.foundBy].map(([name, count]) => `${name} (${number(count)})`).join(', ')}`,
    ...cause.findings.map(describeFinding),
    ...(unlistedFindings > 0 ? [`… and ${number(unlistedFindings)} more`] : []),
  );
}

function describeFinding({ place, message }: Finding): string {
  return message === '' ? place : `${place}: ${message}`;
}

function beforeText(now: number, before: number | null): string {
  if (before === null) return '';
  return now === before ? ', as before' : ` (${number(before)} before)`;
}

const plural = {
  file: 'files',
  'data set': 'data sets',
  member: 'members',
  sheet: 'sheets',
  'hidden sheet': 'hidden sheets',
  column: 'columns',
  shape: 'parts',
} as const;

function describePlace({ places, what, taken, missing, notRead, fresh }: ReviewedPlace): Line {
  const unlistedPlaces = places.length - mostPlaces;
  const listedPlaces = places.slice(0, mostPlaces).join('; ');
  const where =
    unlistedPlaces > 0 ? `${listedPlaces}; and ${number(unlistedPlaces)} more alike` : listedPlaces;
  const old = notRead.filter((name) => !fresh?.includes(name));
  const cutNames = (names: readonly string[]) => cutList(names, ', ', mostNames);
  return line(
    where,
    ...(fresh === null || fresh.length === 0
      ? []
      : [`NEW ${plural[what]}, not read: ${cutNames(fresh)}`]),
    ...(missing.length === 0 ? [] : [`not there: ${cutNames(missing)}`]),
    ...(taken.length === 0 ? [] : [`${plural[what]} taken: ${cutNames(taken)}`]),
    ...(old.length === 0 ? [] : [`${plural[what]} not read: ${cutNames(old)}`]),
  );
}

function hasNews({ fresh, missing }: ReviewedPlace): boolean {
  return missing.length > 0 || (fresh ?? []).length > 0;
}

function describeMeasure(measure: Review['measures'][number]): Line {
  const range =
    measure.least === null || measure.most === null
      ? ''
      : `, from ${number(measure.least)} to ${number(measure.most)}`;
  const withheld = Object.entries(measure.withheld).map(
    ([reason, times]) => `${reason} ${number(times)}`,
  );
  const [first = '', last = first] = [...measure.periods]
    .sort(byCodeUnit)
    .filter((_, place, all) => place === 0 || place === all.length - 1);
  const { groups, areas } = measure;
  return line(
    `${measure.endpoint} ${measure.measure} (${measure.unit}): ` +
      `${number(measure.published)} published${range}`,
    `withheld: ${withheld.length === 0 ? 'none' : withheld.join(', ')}`,
    [
      groups.size === 0 ? '' : count(groups.size, 'occupation group'),
      areas.size === 0 ? '' : count(areas.size, 'area'),
      first === last ? first : `from ${first} until ${last}`,
    ]
      .filter((text) => text !== '')
      .join(', '),
  );
}

const mostCells = 4;

function describeReviewedRow({ place, cells }: ReviewedRow): Line {
  const inOneLine = (text: string) => text.replace(/\s+/g, ' ');
  return line(
    place,
    ...cells.map(
      ({ name, address, text }) =>
        `${address === null ? '' : `${address} `}${name}: ${cutText(inOneLine(text))}`,
    ),
  );
}

function describeReviewedFigure(
  { name, printed, quality, before: earlier, cells, rule }: ReviewedFigure,
  before: Review['before'],
): Line {
  const shown = cells.slice(0, mostCells).map(describeCell);
  return line(
    `${name}: ${printed}${quality === null ? '' : `, ${quality}`}`,
    ...(earlier === null || before === null ? [] : [`in ${before.release}: ${earlier}`]),
    ...(cells.length === 0 ? ['in no cell of the files'] : shown),
    ...(cells.length > mostCells ? [`… ${number(cells.length)} cells`] : []),
    rule,
  );
}

function describeReviewedCheck({ name, describe, result, ran, findings }: ReviewedCheck): Line {
  if (result === null) return line(`${ran ? 'passed' : 'not run'} ${name}: ${describe}`);
  const places = findings.map(describeFinding);
  return line(
    `${result.severity.toUpperCase()} ${name}: ${describe === '' ? result.message : describe}`,
    ...(places.length === 0 ? result.places : places),
    ...(result.count > places.length && places.length > 0
      ? [`… ${number(result.count)} in all`]
      : []),
  );
}

const takenBack =
  'takes it back if it is wrong; an edition before it, if there is one, is served again';

function actions({ edition, before, unread }: Review, { withdrawals }: Notices): Line[] {
  const action = (command: string, effect: string): Line => withNext(line(effect), command);
  const compare =
    before === null
      ? []
      : [
          action(
            `lmi diff ${before.id} ${edition.id}`,
            `shows what changed since ${before.release}`,
          ),
        ];
  if (edition.state !== 'quarantined')
    return [...compare, action(`lmi withdraw ${edition.id} --reason "…"`, takenBack)];
  const dismiss = action(
    `lmi accept --not ${edition.id} --reason "…"`,
    'reject it: it no longer waits for a decision',
  );
  if (unread !== null || !wasUnderstood(edition))
    return [
      line(
        'it cannot be accepted: it has no documents',
        'mend the reader in the source folder, or download the files again, then compile',
      ),
      dismiss,
    ];
  return [
    ...answersOf(edition).map((path) =>
      action(
        `lmi get ${quotedForShell(path)} --held ${edition.id}`,
        'answers as if it were published; without --held, as it is',
      ),
    ),
    ...compare,
    action(
      `lmi accept ${edition.id}${overridesOption(edition, withdrawals)} --reason "…"`,
      'publishes it; say in the reason what you have looked at, because the reason is public',
    ),
    dismiss,
    line(
      `do nothing: it stays held back${before === null ? '' : ', and what is served stays served'}`,
    ),
  ];
}

/** A path of the first endpoint that the edition answers. */
function answersOf({ source, axes }: CatalogueEdition): string[] {
  const endpoint = endpoints.find(
    ({ sources: [mainSource], answer }) => mainSource === source && answer !== 'catalogue',
  );
  const [soc] = axes.occupations;
  const values: Readonly<Record<string, string | undefined>> = { soc, area: axes.localAreas?.[0] };
  const path = endpoint?.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') ?? '';
  return endpoint === undefined || path.includes('//') || endpoint.answer === 'search'
    ? []
    : [path];
}
