// What an assessment must show before it is served: counts as the publisher states them for 2025, one level for each occupation, indicators
// and workers that fit the levels. No cell of the data set has been read by us; the anchors are numbers of the publisher's own pages.
import { quoteList } from '#sources/kit/problem.ts';
import { dataRowsOf, headerFindings, rowCountFindings } from '#sources/kit/read/ees-data-set.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { type DemandLevel, demandIndicators, demandLevels } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type Column, type Rows, columnsNotRead, placeOf } from './parse.ts';
import { type Assessment, type DemandObservations, factRows } from './reshape.ts';

type DemandCheck = Check<Rows, DemandObservations>;
type Edition = Examined<Rows, DemandObservations>;

// The year of which the publisher's release page states how many occupations have which level.
const statedYear = 2025;
const stated: Readonly<Record<DemandLevel, number>> = { critical: 62, elevated: 125, not_in_high_demand: 181 };
// Wide enough for the change of any one year so far: 336 occupations in 2024, 39 of them critical and 128 elevated.
const usual: Readonly<Partial<Record<DemandLevel, readonly [least: number, most: number]>>> = { critical: [20, 110], elevated: [80, 180] };
const usualAssessed = { least: 330, most: 412 };

// Source: DfE, Occupations in demand 2025, release page; Skills England, blog and press notice of December 2025. Thousands of workers.
const anchorRelease = '2025';
const anchors: readonly (readonly [code: string, level: DemandLevel, thousands: number | null, indicators: number | null])[] = [
  ['2212', 'critical', null, 4],
  ['4122', 'critical', 381, null],
  ['3556', 'critical', 352, null],
  ['1132', 'critical', 269, null],
];
// Named as in high demand, which is critical or elevated.
const inDemandAnchors = ['6135', '2211', '2212', '2134', '2133', '1137'];

export const checks: readonly DemandCheck[] = [
  {
    name: 'header',
    severity: 'block',
    describe: "Every column is known, and every column of the publisher's account is in the file.",
    check: (edition) => headerFindings(placeOfRelease(edition), edition.rows, columnsNotRead),
  },
  {
    name: 'rows',
    severity: 'block',
    describe: 'As many rows as the publisher states.',
    check: (edition) => rowCountFindings(placeOfRelease(edition), edition.rows),
  },
  {
    name: 'assessed',
    severity: 'block',
    describe: '368 occupations in 2025; in later years 330 to 412, and within 5 % of the previous edition.',
    check: assessedFindings,
  },
  {
    name: 'levels',
    severity: 'block',
    describe: '62 critical, 125 elevated and 181 others in 2025; in later years 20 to 110 critical and 80 to 180 elevated.',
    check: (edition) =>
      demandLevels.flatMap((level) => {
        const found = ofLevel(edition, level).length;
        const [least, most] =
          edition.observations.year === statedYear ? [stated[level], stated[level]] : (usual[level] ?? [0, usualAssessed.most]);
        const expected = least === most ? `${least}` : `${least} to ${most}`;
        return found >= least && found <= most
          ? []
          : [{ place: placeOfRelease(edition), message: `${found} occupations are ${level}, expected ${expected}` }];
      }),
  },
  {
    name: 'titles',
    severity: 'block',
    describe: 'At least 98 % of the occupations carry their title of SOC 2020.',
    check: titleFindings,
  },
  {
    name: 'one-level',
    severity: 'block',
    describe: 'Every row of an occupation and year has the same level and the same number of workers.',
    check: (edition) => [...disagreements(edition, 'level'), ...disagreements(edition, 'workers')],
  },
  {
    name: 'indicators',
    severity: 'block',
    describe: 'An occupation in critical or elevated demand has at least one indicator that signals it.',
    check: (edition) =>
      entries(edition)
        .filter(([, { level, indicators }]) => level !== 'not_in_high_demand' && indicators.length === 0)
        .map(([code, assessment]) => at(edition, assessment, 'indicators', `${code} is ${assessment.level} without any indicator`)),
  },
  {
    name: 'capped',
    severity: 'block',
    describe: 'An occupation all of whose signalling indicators are capped at elevated is not critical.',
    check: (edition) =>
      entries(edition)
        .filter(([, { level, indicators, capped }]) => {
          const named = typeof capped === 'object' ? capped?.indicators : null;
          return (
            level === 'critical' &&
            Array.isArray(indicators) &&
            indicators.length > 0 &&
            indicators.every((indicator) => named?.includes(indicator))
          );
        })
        .map(([code, assessment]) =>
          at(edition, assessment, 'capped', `${code} is critical, though all its indicators are capped at elevated`),
        ),
  },
  {
    name: 'remarks-name-indicators',
    severity: 'known-issue',
    describe: 'Remarks on uncertainty, imputation and capping name indicators and nothing else. Others are passed on as printed.',
    check: (edition) =>
      entries(edition).flatMap(([, assessment]) =>
        (['uncertainty', 'imputed', 'capped'] as const).flatMap((column) => {
          const remark = assessment[column];
          return typeof remark === 'object' && remark !== null && remark.indicators === null
            ? [at(edition, assessment, column, `found "${remark.printed}", expected names of indicators`)]
            : [];
        }),
      ),
  },
  {
    name: 'method',
    severity: 'block',
    describe:
      'Each of the five indicators signals for some occupation: where one never does, the method has changed and a person must read it.',
    check: (edition) => {
      const named = new Set(entries(edition).flatMap(([, { indicators }]) => indicators));
      const never = demandIndicators.filter(({ key }) => !named.has(key)).map(({ name }) => name);
      return never.length === 0 ? [] : [{ place: placeOfRelease(edition), message: `no occupation is signalled by ${quoteList(never)}` }];
    },
  },
  {
    name: 'workers',
    severity: 'block',
    describe:
      'The occupations have 30 to 35 million workers together; in 2025 those in critical demand 5.1 million and in elevated demand 10.9 million, within 2 %.',
    check: workersFindings,
  },
  {
    name: 'movement',
    severity: 'known-issue',
    describe:
      'The level of at most 45 % of the occupations is another than the year before by the same method. Editions are not compared with each other: their methods may differ.',
    check: (edition) => {
      const { assessments, previous, year } = edition.observations;
      const both = [...assessments].filter(([code]) => previous?.has(code));
      const moved = both.filter(([code, { level }]) => previous?.get(code)?.level !== level);
      if (moved.length <= both.length * 0.45) return [];
      return [
        {
          place: placeOfRelease(edition),
          message: `the level of ${moved.length} of ${both.length} occupations is another than in ${year - 1}`,
        },
      ];
    },
  },
  {
    name: 'anchors',
    severity: 'block',
    describe: "Levels and numbers of workers that the publisher's pages state for 2025.",
    check: anchorFindings,
  },
];

function placeOfRelease({ release }: Edition): string {
  return `occupations-in-demand ${release.name}`;
}

function entries({ observations }: Edition): [string, Assessment][] {
  return [...observations.assessments];
}

function ofLevel(edition: Edition, level: DemandLevel): Assessment[] {
  return entries(edition).flatMap(([, assessment]) => (assessment.level === level ? [assessment] : []));
}

function at({ release, rows }: Edition, { row }: Assessment, column: Column, message: string): Finding {
  return { place: placeOf(release, rows, row, column), message };
}

function assessedFindings(edition: Edition, previous: Edition | null): Finding[] {
  const place = placeOfRelease(edition);
  const count = edition.observations.assessments.size;
  if (edition.observations.year === statedYear) {
    const expected = demandLevels.reduce((sum, level) => sum + stated[level], 0);
    return count === expected ? [] : [{ place, message: `${count} occupations are assessed, expected ${expected}` }];
  }
  const findings: Finding[] = [];
  const { least, most } = usualAssessed;
  if (count < least || count > most) findings.push({ place, message: `${count} occupations are assessed, expected ${least} to ${most}` });
  const before = previous?.observations.assessments.size ?? count;
  if (Math.abs(count - before) > before * 0.05)
    findings.push({ place, message: `${count} occupations are assessed, ${before} in ${previous?.observations.year}` });
  return findings;
}

function titleFindings(edition: Edition): Finding[] {
  const { groups } = edition.needs.get('soc-structure');
  const fold = (title: string) => title.toLowerCase().replace(/[^a-z0-9]/g, '');
  const others = entries(edition).filter(([code, { label }]) => fold(label) !== fold(groups.get(code)?.title ?? ''));
  if (others.length <= edition.observations.assessments.size * 0.02) return [];
  return others.map(([code, assessment]) =>
    at(edition, assessment, 'label', `${code} is "${assessment.label}", "${groups.get(code)?.title}" in SOC 2020`),
  );
}

/** Rows that say other than those from which the facts of their occupation and year are read. */
function disagreements({ release, rows }: Edition, column: 'level' | 'workers'): Finding[] {
  const data = dataRowsOf(rows).filter(({ code }) => /^\d{4}$/.test(code));
  return [...Map.groupBy(data, ({ code, period }) => `${code} ${period}`).values()].flatMap((group) => {
    const fact = factRows(group)[0]?.[column];
    const other = group.find((row) => row[column] !== 'Total' && row[column] !== fact);
    return other === undefined || fact === undefined
      ? []
      : [
          {
            place: placeOf(release, rows, other.row, column),
            message: `found "${other[column]}" for ${other.code}, but "${fact}" in another row of ${other.period}`,
          },
        ];
  });
}

function workersFindings(edition: Edition): Finding[] {
  const sum = (assessments: readonly Assessment[]) =>
    assessments.reduce((total, { workers }) => total + (typeof workers === 'number' ? workers : 0), 0);
  const findings: Finding[] = [];
  const compare = (what: string, found: number, least: number, most: number) => {
    if (found < least || found > most) {
      findings.push({
        place: placeOfRelease(edition),
        message: `${round(found / 1e6, 2)} million workers ${what}, expected ${round(least / 1e6, 2)} to ${round(most / 1e6, 2)}`,
      });
    }
  };
  compare('in all', sum(entries(edition).map(([, assessment]) => assessment)), 30e6, 35e6);
  if (edition.observations.year === statedYear) {
    compare('in critical demand', sum(ofLevel(edition, 'critical')), 5.1e6 * 0.98, 5.1e6 * 1.02);
    compare('in elevated demand', sum(ofLevel(edition, 'elevated')), 10.9e6 * 0.98, 10.9e6 * 1.02);
  }
  return findings;
}

function anchorFindings(edition: Edition): Finding[] {
  const { release, observations } = edition;
  if (release.name !== anchorRelease) return [];
  const place = placeOfRelease(edition);
  const findings: Finding[] = [];
  for (const [code, level, thousands, indicators] of anchors) {
    const found = observations.assessments.get(code);
    const workers = typeof found?.workers === 'number' ? round(found.workers / 1000) : found?.workers;
    if (found?.level !== level)
      findings.push({ place: `${place} ${code}`, message: `got the level "${found?.level}", expected "${level}"` });
    if (thousands !== null && workers !== thousands)
      findings.push({ place: `${place} ${code}`, message: `got ${workers} thousand workers, expected ${thousands}` });
    if (indicators !== null && (found?.indicators.length ?? 0) < indicators)
      findings.push({ place: `${place} ${code}`, message: `got ${found?.indicators.length} indicators, expected at least ${indicators}` });
  }
  for (const code of inDemandAnchors) {
    const level = observations.assessments.get(code)?.level;
    if (level !== 'critical' && level !== 'elevated')
      findings.push({ place: `${place} ${code}`, message: `got the level "${level}", expected critical or elevated` });
  }
  return findings;
}
