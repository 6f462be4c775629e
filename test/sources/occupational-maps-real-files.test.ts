// The three occupations held of 6 July 2026, as published. Values read by eye in the files.
import { expect, it } from 'vitest';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { occupationalMaps } from '#sources/occupational-maps/source.ts';
import { describeRealFiles } from '../publisher-files.ts';
import { examineReal, needsOf } from './examine.ts';

const described = { description: 'd', entryRoutes: 'e', tasks: ['t'], relatedTitles: ['r'] };
const given = {
  'soc-structure': {
    groups: new Map(unitGroups.map((group) => [group.code, group])),
    unitGroups: unitGroups.map((group) => ({ ...group, ...described })),
  },
  'soc-index': { entries: [], iscoTitles: new Map<string, string>() },
  'apprenticeship-standards': null,
};

describeRealFiles('the occupational maps as published', () => {
  const reading = examineReal(occupationalMaps, '2026-07-06', needsOf(given));

  it('three occupations, every value read by eye, and what they lack is said', async () => {
    const { edition, problems } = await reading;
    expect(problems).toEqual([]);
    const found = occupationalMaps.checks
      .map(({ name, check }) => [name, check(edition, null).length] as const)
      .filter(([, count]) => count > 0);
    expect(Object.fromEntries(found)).toEqual({ 'part-of-the-maps': 1, 'standards-at-hand': 1, unmapped: 1, 'unit-groups-listed': 1 });
    expect(edition.observations.occupations.map(({ code }) => code)).toEqual(['OCC0054', 'OCC0118', 'OCC0135']);
  });

  it('OCC0118', async () => {
    const occupation = (await reading).edition.observations.occupations.find(({ code }) => code === 'OCC0118');
    expect(occupation).toMatchObject({
      title: 'Data analyst',
      status: 'approved',
      level: 4,
      version: '1.1',
      soc2010: '3539',
      soc2020: '3544',
      route: 'Digital',
      pathway: 'Digital Business Services',
      technicalLevel: 'Higher Technical',
      overview: 'Collect, organise and study data to provide business insight.',
      url: 'https://occupational-maps.skillsengland.education.gov.uk/maps/occupation/OCC0118',
    });
    expect(occupation?.subUnitGroups).toEqual([
      { code: '3544/00', unitGroup: '3544', isPrimary: true },
      { code: '2433/04', unitGroup: '2433', isPrimary: false },
    ]);
    expect(occupation?.products[0]).toEqual({
      kind: 'apprenticeship',
      code: 'ST0118',
      title: 'Data analyst',
      level: 4,
      category: null,
      status: 'approved',
    });
    expect(occupation?.products.at(-1)).toMatchObject({
      code: 'HTQDZ5069',
      title: 'Diploma of Higher Education (DipHE) Data Science',
      level: 5,
      status: null,
    });
  });

  it('OCC0135 and the empty OCC0054', async () => {
    const [empty, , care] = (await reading).edition.observations.occupations;
    expect(care).toMatchObject({ code: 'OCC0135', soc2010: '6121', soc2020: '6111', version: '1.5' });
    expect(care?.products.find(({ kind }) => kind === 't-level')).toMatchObject({ code: 'TL0008a', level: 3 });
    expect(empty).toMatchObject({
      status: 'potential',
      overview: null,
      jobTitles: [],
      soc2010: null,
      soc2020: null,
      products: [],
      route: 'Construction and the built environment',
    });
  });
});
