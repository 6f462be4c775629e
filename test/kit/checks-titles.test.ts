// The checks of titles beside codes: renamed groups pass, a misprint is known, and codes that mean
// something else hold the release.
import { describe, expect, it } from 'vitest';
import { type TitledCode, titleChecks } from '#sources/kit/checks-titles.ts';
import type { Examined } from '#sources/kit/release.ts';
import { classification } from '#sources/kit/sample/classification.ts';
import { needsOf } from '../sources/examine.ts';

// As Volume 1 of April 2025 tells them in its columns G and H.
const earlier: Readonly<Record<string, readonly string[]>> = {
  '2232': ['Community nurses'],
  '2252': ['Ophthalmic opticians'],
};
const groups = new Map(
  classification.map((group) => [
    group.code,
    { ...group, ...(earlier[group.code] && { earlierTitles: earlier[group.code] ?? [] }) },
  ]),
);
const needs = needsOf({ 'soc-structure': { groups, unitGroups: [] } });

type Table = readonly (readonly [code: string, title: string])[];

const checks = titleChecks<readonly Table[], null>(({ rows }) =>
  rows.map((table) =>
    table.map(([code, title], at): TitledCode => ({ place: `row ${at + 1}`, code, title })),
  ),
);

/** What is found in the tables, by severity. */
function found(...rows: readonly Table[]): Record<string, string[]> {
  const release = {
    source: 'ashe',
    name: '2024',
    order: ['2024'],
    year: null,
    provisional: false,
    released: null,
    sample: false,
  } as const;
  const edition: Examined<readonly Table[], null> = { release, rows, observations: null, needs };
  const lines = checks.map(({ severity, check }) => [
    severity,
    check(edition, null).map(({ message }) => message),
  ]);
  return Object.fromEntries(lines.filter(([, messages]) => messages?.length !== 0));
}

/** A table with all of today's titles, but for these. */
function others(titles: Readonly<Record<string, string>>): Table {
  return classification.map(({ code, title }) => [code, titles[code] ?? title]);
}

describe('titles that pass', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    [
      'a title before the group was renamed',
      { 2232: 'Community nurses', 2252: 'Ophthalmic opticians' },
    ],
    [
      'other capitals, blanks and punctuation',
      {
        1: 'MANAGERS, DIRECTORS AND SENIOR OFFICIALS',
        2134: '  programmers & software-development professionals ',
      },
    ],
    [
      'a title cut at 60 characters',
      { 1163: 'Senior officers in fire, ambulance, prison and related servi' },
    ],
  ])('%s', (_, titles) => expect(found(others(titles))).toEqual({}));
});

describe('titles that a person may want to know', () => {
  it('a similar title, as before or after a change that Volume 1 does not tell', () => {
    expect(found(others({ 3557: 'Events and exhibition managers and organisers' }))).toEqual({
      info: [
        '3557 is "Events and exhibition managers and organisers"; SOC 2020 has "Events ' +
          'managers and organisers"',
      ],
    });
  });
});

describe('titles that are known issues', () => {
  it('the title of another group that has it too is a misprint', () => {
    const table = [
      ...others({}),
      ['8214', 'Rail transport operatives'],
      ['8214', 'Rail transport operatives'],
    ] as const;
    expect(found(table)).toEqual({
      'known-issue': [
        '8214 is "Rail transport operatives", the title of "8234"; SOC 2020 has ' +
          '"Delivery drivers and couriers"',
      ],
    });
  });
  it('a few titles that are unlike their own', () => {
    expect(found(others({ 2134: 'Computer people', 2135: 'Cyber' }))).toEqual({
      'known-issue': [
        expect.stringMatching('2134 is "Computer people"; SOC 2020 has'),
        expect.stringMatching('2135 is "Cyber"'),
      ],
    });
  });
});

describe('codes that mean something else hold the release', () => {
  it('codes of SOC 2010', () => {
    // SOC 2010: volume 1, ONS.
    const soc2010 = {
      1131: 'Financial managers and directors',
      1132: 'Marketing and sales directors',
      1133: 'Purchasing managers and directors',
      1134: 'Advertising and public relations directors',
      1135: 'Human resource managers and directors',
      1136: 'Information technology and telecommunications directors',
      2133: 'IT specialist managers',
      2134: 'IT project and programme managers',
      2135: 'IT business analysts, architects and systems designers',
      2136: 'Programmers and software development professionals',
      2137: 'Web design and development professionals',
      2231: 'Nurses',
      2232: 'Midwives',
    };
    const held = found(Object.entries(soc2010))['block']?.join('\n');
    expect(held).toContain(
      '1133 is "Purchasing managers and directors", the title of "1134"; ' +
        'no row has that group with its own title',
    );
    expect(held).toContain(
      '2136 is "Programmers and software development professionals", the title of "2134"',
    );
    expect(held).toContain('2134 is "IT project and programme managers"; SOC 2020 has');
  });
  it('more titles than a few that are unlike their own', () => {
    const strange = Object.fromEntries(
      [...groups.keys()].slice(0, 30).map((code) => [code, `Zebra ${code}`]),
    );
    expect(found(others(strange))['block']).toHaveLength(30);
    expect(found(others({ 2134: 'Zebra' }))['block']).toBeUndefined();
  });
});
