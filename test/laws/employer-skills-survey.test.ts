// Laws over every document of vacancies: null exactly where withheld, parts within totals, shares that fit, and the finest level named.
import { expect, test } from 'vitest';
import { areaSlugs, unitGroupCount } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type VacancyMeasures, type VacancyResponse, vacancyLevels } from '#schemas/resources/vacancies.ts';
import { describeLaws } from './compiled.ts';

describeLaws('employer-skills-survey', { real: false }, ({ edition, documents, answer }) => {
  const all = documents<VacancyResponse>('vacancies');
  const groups = new Map(all.flatMap(({ body }) => (body.group === null ? [] : [[`${body.area.slug} ${body.group.code}`, body]])));

  test('there is a document for every occupation and area', () => {
    expect(edition.axes.areas).toEqual(areaSlugs.ukAndNations);
    expect(all).toHaveLength(unitGroupCount * areaSlugs.ukAndNations.length);
  });

  const measuresIn = function* (): Generator<readonly [string, VacancyMeasures]> {
    for (const { path, body } of all) {
      yield [path, body];
      yield [`${path} allOccupations`, body.allOccupations];
    }
  };

  test('a figure is null exactly where it is withheld, and presentable exactly where it is not', () => {
    const reasons = new Set<string>();
    for (const [path, { employers: _, ...measures }] of measuresIn()) {
      for (const name of ['vacancies', 'hardToFillVacancies', 'hardToFillShare', 'skillShortageVacancies', 'skillShortageShare'] as const) {
        const figure = measures[name];
        const value = 'count' in figure ? figure.count : figure.percent;
        if ((value === null) !== (figure.withheld !== null) || figure.presentable !== (value !== null))
          expect.fail(`${path} ${name}: ${JSON.stringify(figure)}`);
        if (figure.withheld !== null) reasons.add(figure.withheld.reason);
      }
    }
    // The law bites: the sample withholds for each of these.
    expect([...reasons].sort()).toEqual(['below-threshold', 'rounds-to-zero', 'unreliable']);
  });

  test('the notes speak of unreliable figures exactly where the answer has one', () => {
    const found = new Set<boolean>();
    for (const { path, body } of all) {
      const isUnreliable = JSON.stringify({ ...body, finerGroups: [] }).includes('"reason":"unreliable"');
      found.add(isUnreliable);
      if (body.notes.some((note) => note.startsWith('A reason of unreliable means')) !== isUnreliable)
        expect.fail(`${path}: ${body.notes.join(' ')}`);
    }
    expect(found.size).toBe(2);
  });

  test('skill-shortage vacancies are among the hard-to-fill ones, and these among the vacancies', () => {
    for (const [path, { vacancies, hardToFillVacancies, skillShortageVacancies }] of measuresIn()) {
      const [whole, hard, short] = [vacancies.count ?? Infinity, hardToFillVacancies.count ?? 0, skillShortageVacancies.count ?? 0];
      if (hard > whole || short > whole || short > (hardToFillVacancies.count ?? Infinity))
        expect.fail(`${path}: ${short} of ${hard} of ${whole}`);
    }
  });

  test('shares are those of the numbers', () => {
    for (const [path, { vacancies, hardToFillVacancies, hardToFillShare, skillShortageVacancies, skillShortageShare }] of measuresIn()) {
      for (const [{ count }, { percent }] of [
        [hardToFillVacancies, hardToFillShare],
        [skillShortageVacancies, skillShortageShare],
      ] as const) {
        if (count === null || percent === null || vacancies.count === null) continue;
        if (Math.abs((100 * count) / vacancies.count - percent) > 0.6 + 100 / vacancies.count)
          expect.fail(`${path}: ${percent} %, but ${count} of ${vacancies.count} are ${round((100 * count) / vacancies.count, 1)} %`);
      }
    }
  });

  test('figures of fewer than 30 employers are nowhere', () => {
    for (const [path, { employers, vacancies }] of measuresIn())
      if (employers !== null && employers < 30 && vacancies.count !== null) expect.fail(`${path}: ${employers} employers`);
  });

  test('the group is the finest published: it holds the occupation, every finer one is withheld, and the derivation names it', () => {
    const levels = new Set<string>();
    for (const { path, body } of all) {
      const { group, finerGroups, soc2020, derivation } = body;
      const expected = vacancyLevels.slice(0, finerGroups.length);
      expect(
        finerGroups.map(({ level }) => level),
        path,
      ).toEqual(expected);
      if (group === null) {
        expect([finerGroups.length, body.vacancies.count, derivation.startsWith('No figures are published for any group')], path).toEqual([
          4,
          null,
          true,
        ]);
        continue;
      }
      levels.add(group.level);
      expect(group.level, path).toBe(vacancyLevels[finerGroups.length]);
      expect([soc2020.startsWith(group.code), group.code.length, body.vacancies.count !== null], path).toEqual([
        true,
        4 - finerGroups.length,
        true,
      ]);
      for (const finer of finerGroups)
        expect([soc2020.startsWith(finer.code), groups.has(`${body.area.slug} ${finer.code}`)], path).toEqual([true, false]);
      expect(derivation, path).toContain(` group ${group.code} ${group.title}`);
    }
    expect([...levels].sort()).toEqual([...vacancyLevels].sort());
  });

  test('occupations that share a group share its figures, and all of an area share those of all occupations', () => {
    const figures = ({
      vacancies,
      hardToFillVacancies,
      hardToFillShare,
      skillShortageVacancies,
      skillShortageShare,
      employers,
    }: VacancyMeasures) => ({ vacancies, hardToFillVacancies, hardToFillShare, skillShortageVacancies, skillShortageShare, employers });
    const ofArea = new Map(all.map(({ body }) => [body.area.slug, body.allOccupations]));
    for (const { path, body } of all) {
      const twin = body.group === null ? undefined : groups.get(`${body.area.slug} ${body.group.code}`);
      if (twin !== undefined) expect([figures(body), body.group], path).toEqual([figures(twin), twin.group]);
      expect(body.allOccupations, path).toEqual(ofArea.get(body.area.slug));
    }
  });

  test('what is asked over the API is the stored document', async () => {
    expect(await answer('/v1/occupations/2134/vacancies')).toEqual(
      all.find(({ place }) => place.soc === '2134' && place.area === 'uk')?.body,
    );
    expect(await answer('/v1/occupations/2134/vacancies?area=wales')).toEqual(
      all.find(({ place }) => place.soc === '2134' && place.area === 'wales')?.body,
    );
  });
});
