// What must be true of an ASHE release before it is served. Observed values come from the editions of 2022 to 2024.
//
// Some demands are made earlier, because nothing can be read without them: parse.ts finds every workbook, sheet and header cell,
// reshape.ts refuses unknown markers and markers in the wrong place. Tables 14 and 15 of one release must share their correction
// notices, but no workbook states them. The names of the members give year and kind.
import { nearRelatives } from '#sources/kit/checks-relatives.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import type { Check } from '#sources/kit/source.ts';
import { measures, qualityOfCv } from '#schemas/codes.ts';
import {
  cellOf,
  headlineTable,
  placeOfFigure,
  placeOfHeadline,
  predecessor,
  publishedEstimates,
  publishedMedians,
  yearBefore,
} from './checks/examined-tables.ts';
import { redundancyChecks } from './checks/by-redundancy.ts';
import * as look from './checks/looks.ts';
import { type AsheRows, printed } from './parse.ts';
import type { AsheObservations } from './reshape.ts';

// No year of the survey has moved as far. Such a movement means that another measure or sheet is in the table's place.
const plausiblePay: check.Band = [-5, 15];
// The publisher computes changes from the revised figures of the year before. The provisional ones were off by 0.0, 0.8 and 0.6 points in 2024.
const changeTolerance = 1.5;

export const checks: readonly Check<AsheRows, AsheObservations>[] = [
  check.block(
    'groups-complete',
    'Every sheet of Table 14 has exactly the 551 groups of soc-structure, in the same order.',
    check.complete('groups', (edition) => {
      const expected = [...edition.needs.get('soc-structure').groups.keys()];
      return look.groupsOfSheets(edition).map(({ place, groups }) => [place, groups, expected]);
    }),
    check.agree(look.groupsOutOfOrder),
  ),
  ...titleChecks<AsheRows, AsheObservations>(look.titles),
  check.block(
    'sheet-title',
    'The title of each sheet names its table, its sex and work pattern, and, if it names a year, the year of the release. Nothing else shows that sheets were saved under shuffled names.',
    look.wrongTitles,
  ),
  check.block(
    'same-edition',
    'All workbooks, also those of Table 15, name the year of the release and are of one kind: a revised release has none marked provisional.',
    look.wrongWorkbooks,
  ),
  check.block(
    'ab-aligned',
    'Estimates and coefficients of variation stand in the same rows: columns A and B are equal row by row (no exception in 22 pairs).',
    check.agree(look.rowsSideBySide),
  ),
  check.block(
    'national-row-full',
    'The row of all employees has no withheld figure. Only incentive pay, by sex or pattern, has shown gaps (2 to 5 a year).',
    (edition) =>
      look
        .nationalGaps(edition, (query) => !look.mayHaveGaps(query))
        .map(({ place, found }) => {
          return { place, message: `found ${found === undefined ? 'no row' : `"${found}"`}, expected a number for all employees` };
        }),
  ),
  check.block(
    'percentiles-rise',
    'The published percentiles of a row never fall. Withheld ones are ignored (no violation in three years).',
    check.rising(look.percentiles),
  ),
  check.block(
    'jobs-agree',
    'The number of jobs of a group is the same in Tables 14.1 to 14.6 and 14.9 to 14.11, and the same in 14.7 and 14.8 (no mismatch observed).',
    check.agree(look.jobsOfRows),
  ),
  check.block(
    'jobs-add-up',
    'Jobs of men and women, and of full-time and part-time employees, add up to all within 2 thousand (observed at most 1). Jobs of the major groups add up to all employees within 6 thousand (observed at most 3).',
    check.addUp(look.sumsOfJobs, 'thousand jobs'),
  ),
  check.block(
    'means-add-up',
    'The means of basic and overtime hours add up to the mean of total hours, and the means of pay without overtime and of overtime pay to the mean of gross weekly pay, within 0.15, if all three are published. A table from another year fails.',
    check.addUp(look.sumsOfMeans),
  ),
  check.block(
    'cv-coherent',
    'No published figure has a coefficient of variation above 20 %.',
    check.within(
      'the coefficient of variation of a published figure',
      (edition) => publishedEstimates(edition).map(({ place, cv }) => [place, cv]),
      check.atMost(20),
      { unit: '%' },
    ),
  ),
  check.knownIssue(
    'withheld-despite-cv',
    'At most 200 figures of a table are withheld as unreliable although their coefficient of variation is 20 % or less.',
    // 2023 has up to 148 such cells in a table (14.5), 2024 has none. Rounding and ONS's own reasons explain some; a shifted column gives thousands.
    check.within(
      'the number of figures withheld with a coefficient of variation of 20 % or less',
      (edition) =>
        measures.map(({ key }, index) => {
          const workbook = printed({ table: 14, number: index + 1, kind: 'a' });
          return [placeOf(edition.release, workbook), look.withheldDespiteCv(edition, key)];
        }),
      check.atMost(200),
    ),
  ),
  check.block(
    'shading-agrees',
    'A published figure that has a coefficient of variation and a readable shading has the same band by both (no exception in 2022, 2023 and 2024).',
    check.each(
      look.shadedEstimates,
      ({ place }) => place(),
      ({ cv, shaded }) => {
        const band = qualityOfCv(cv);
        return shaded === band ? null : `the shading says ${shaded}, but the coefficient of variation of ${cv} % says ${band}`;
      },
    ),
  ),
  check.knownIssue(
    'quality-told',
    'Every published figure has a coefficient of variation or a readable shading. A figure with neither is served as unrated.',
    check.each(
      publishedEstimates,
      ({ place }) => place(),
      ({ cv, shading }) =>
        cv === null && shading === undefined
          ? 'there is no coefficient of variation and no readable shading: the quality is unrated'
          : null,
    ),
  ),
  // The national median moved by 6.9, 6.5 and 4.1 % in the three years to 2025, years of high inflation; it has never fallen by 2 %.
  check.knownIssue(
    'national-movement',
    'The median annual pay of all employees moves by −2 to +10 % on the year before (observed +6.9, +6.5, +4.1).',
    check.moves(look.nationalMovement('median'), [-2, 10]),
  ),
  check.block(
    'national-movement-plausible',
    'The median annual pay of all employees moves by −5 to +15 % on the year before.',
    check.moves(look.nationalMovement('median'), plausiblePay),
  ),
  // Jobs moved from 22,363 to 22,480, 23,385 and 24,897 thousand: at most 6.5 % a year.
  check.knownIssue(
    'jobs-movement',
    'The number of jobs moves by at most 8 % on the year before (observed at most 6.5).',
    check.moves(look.nationalMovement('jobsThousands'), check.eitherWay(8)),
  ),
  check.block(
    'jobs-movement-plausible',
    'The number of jobs moves by at most 15 % on the year before.',
    check.moves(look.nationalMovement('jobsThousands'), check.eitherWay(15)),
  ),
  // 340, 323, 358 and 363 of 412 unit groups had a median in 2022 to 2025. The largest fall seen is from 340 to 323, 5 %.
  check.knownIssue(
    'medians-published',
    'At least 300 unit groups have a median of annual pay (observed 323 to 363), and their number falls by less than 15 % on the edition before.',
    check.within('the number of unit groups with a median', look.mediansPublished, check.atLeast(300)),
    check.moves(look.mediansSinceBefore, check.noFallOf(15), { unit: 'unit groups with a median' }),
  ),
  // Four times the largest fall. A smaller sample cannot explain more: rows or a column are missing.
  check.block(
    'medians-published-plausible',
    'At least 250 unit groups have a median of annual pay, and their number falls by less than 20 % on the edition before.',
    check.within('the number of unit groups with a median', look.mediansPublished, check.atLeast(250)),
    check.moves(look.mediansSinceBefore, check.noFallOf(20), { unit: 'unit groups with a median' }),
  ),
  // From 2023 to 2024 the published share rose by 9 to 22 % of itself, by measure (of annual pay from 42 to 49 % of its figures, of incentive pay
  // from 7.8 to 9.5). With a smaller sample it may fall as far. If a third is gone, columns are missing or the markers mean something else.
  check.block(
    'withheld-share',
    'For each measure, the share of figures that are not withheld falls by less than a third on the edition before.',
    check.moves(look.sharesSinceBefore, check.noFallOf(33), { unit: '% of the figures published' }),
  ),
  // From 2023 to 2024, of 314 unit groups 10 moved beyond 20 %, 2 beyond 30 % and none beyond 60 % (9233 by 33.0, 6213 by 53.7).
  check.knownIssue(
    'unit-movement',
    'At most 5 % of the unit groups move beyond ±20 % on the edition before, and none beyond ±60 %.',
    check.moves(look.unitMovementsSinceBefore, check.eitherWay(20), { share: 0.05 }),
    check.moves(look.unitMovementsSinceBefore, check.eitherWay(60)),
  ),
  check.block(
    'unit-movement-plausible',
    'Fewer than 10 % of the unit groups move beyond ±30 % on the edition before.',
    // A tenth of at most 412 groups is too many, so the allowed share is just below a tenth.
    check.moves(look.unitMovementsSinceBefore, check.eitherWay(30), { share: 0.0999 }),
  ),
  // Unit groups are noisier than the country, but the median of their movements follows it: 7.5 % from 2023 to 2024, when the country moved
  // by 6.5 %. So the country's limits apply.
  check.block(
    'median-movement',
    'The median of the movements of the unit groups on the year before is −5 to +15 % (observed +7.5).',
    check.within(
      'the median of the movements of the unit groups',
      (edition, previous) => {
        const movements = [...look.unitMovements(edition, yearBefore(edition, previous))];
        return [[placeOfHeadline(edition), check.middleOf(movements.map(([, now, before]) => check.percentChange(now, before)))]];
      },
      plausiblePay,
      { unit: '%' },
    ),
  ),
  check.info(
    'newly-withheld',
    'Unit groups whose median of annual pay was published in the edition before and no longer is (2023 to 2024: 9).',
    (edition, previous) => {
      const before = predecessor(edition, previous);
      if (before === null) return [];
      const [table, now] = [headlineTable(edition), publishedMedians(edition)];
      const lost = [...publishedMedians(before)].filter(([code]) => !now.has(code));
      return lost.map(([code, median]) => ({
        place: placeOfFigure(edition, table, code, 'median'),
        message: `"${cellOf(table.rows.get(code), 'median') ?? ''}" after ${median} in ${before.release.name}`,
      }));
    },
  ),
  check.knownIssue(
    'change-column',
    'The printed change of the national median of weekly, hourly and annual pay is within 1.5 points of the change since the provisional edition of the year before.',
    check.each(
      look.printedChanges,
      ({ place }) => place,
      ({ now, then, change, since }) => {
        const own = check.percentChange(now, then);
        if (Math.abs(own - change) <= changeTolerance) return null;
        return `the printed change is ${change} %, but ${now} after ${then} in ${since} is ${own} %`;
      },
    ),
  ),
  ...redundancyChecks,
  check.knownIssue(
    'regions-not-in-this-release',
    'The release has Table 15, so that regions, Wales and Scotland have pay.',
    ({ release, rows }) => {
      const message = 'there is no Table 15: only the United Kingdom has pay until the same release comes with Table 15';
      return rows.some(({ table }) => table === 15) ? [] : [{ place: placeOfRelease(release), message }];
    },
  ),
  check.knownIssue('region-tables-complete', 'Table 15, if it is there, has all eleven measures.', ({ release, rows }) => {
    const numbers = new Set(rows.filter(({ table }) => table === 15).map(({ number }) => number));
    const missing = numbers.size === 0 ? [] : measures.map((_, index) => index + 1).filter((number) => !numbers.has(number));
    const message = 'the zip has no such workbook: regions have no figures of the measure';
    return missing.map((number) => ({ place: placeOf(release, printed({ table: 15, number, kind: 'a' })), message }));
  }),
  check.block(
    'region-rows',
    'In every sheet of Table 15 the eleven areas follow each other from row 6 on, each with exactly the 412 unit groups in the order of their codes. There are no totals, no other groups and no Northern Ireland.',
    check.agree(look.rowsOfRegions),
  ),
  check.knownIssue(
    'region-around-uk',
    // If one of them is withheld, the others may all lie on one side.
    'If all eleven areas of Table 15 have a median, the median of the United Kingdom lies between the lowest and the highest of them.',
    check.each(
      look.mediansOfAreas,
      ({ place }) => place(),
      ({ uk, lowest, highest }) => {
        const isBetween = uk >= lowest && uk <= highest;
        return isBetween ? null : `the median of the United Kingdom is ${uk}, but the medians of its regions are ${lowest} to ${highest}`;
      },
    ),
  ),
  check.knownIssue(
    'region-jobs',
    // Each number is rounded to a thousand. Northern Ireland, which Table 15 leaves out, has the rest.
    'The jobs of the areas of Table 15 add up to at most those of the United Kingdom, within half a thousand for each number (not measured: no published Table 15 is at hand).',
    check.each(
      look.jobsOfAreas,
      ({ place }) => place(),
      ({ uk, count, sum }) =>
        sum <= uk + 0.5 * (count + 1) ? null : `the United Kingdom has ${uk} thousand jobs, but ${count} of its areas have ${sum} thousand`,
    ),
  ),
  // Derived tables of 2025 have 228 medians of annual pay in Scotland and the East Midlands: 0.61 to 1.43 times those of the United Kingdom.
  check.knownIssue(
    'region-near-uk',
    'No median or mean of pay or hours in a region is 1.9 times as large or as small as the same of the United Kingdom (observed at most 1.65).',
    nearRelatives('the figure', look.averagesOfAreas, 1.9),
  ),
  check.block(
    'region-near-uk-plausible',
    'No median or mean of pay or hours in a region is 4 times as large or as small as the same of the United Kingdom (observed at most 1.65).',
    nearRelatives('the figure', look.averagesOfAreas, 4),
  ),
  check.block(
    'anchors',
    'Cells that we read by eye in the published workbooks have the same place and the same content, and whole columns that we know have as many figures and the same sum.',
    check.notInSample(check.agree(look.anchors)),
    check.notInSample(check.agree(look.columnAnchors)),
  ),
  check.info(
    'exceptions-still-match',
    'Incentive pay by sex or pattern still has gaps in the row of all employees, so that national-row-full needs its exception.',
    check.notInSample(
      check.stillMatch('mayHaveGaps in sources/ashe/checks/looks.ts', (edition) => {
        const place = placeOf(edition.release, printed({ table: 14, number: 8, kind: 'a' }));
        return [[place, 'the exception of incentive pay from national-row-full', look.nationalGaps(edition, look.mayHaveGaps).length > 0]];
      }),
    ),
  ),
];
