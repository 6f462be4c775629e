// Laws of the projections over every document of every area.
import { expect, test } from 'vitest';
import { areaSlugs, unitGroupCount } from '#schemas/codes.ts';
import { type ProjectionResponse, leastJobs, qualificationLevels } from '#schemas/resources/projections.ts';
import { describeLaws } from './compiled.ts';

describeLaws('skills-projections', { real: true }, ({ edition, documents, answer }) => {
  const all = documents<ProjectionResponse>('projections');
  type Cell = ProjectionResponse['byQualification'][number];
  const figures = ({
    employmentBase,
    employmentTarget,
    netChange,
    netChangePercent,
    direction,
    replacementDemand,
    totalRequirement,
  }: Omit<Cell, 'qualification'>) => [
    employmentBase,
    employmentTarget,
    netChange,
    netChangePercent,
    direction,
    replacementDemand,
    totalRequirement,
  ];

  test('every occupation, in every area that the edition covers', () => {
    expect(edition.axes.occupations).toHaveLength(unitGroupCount);
    expect(areaSlugs.all).toEqual(expect.arrayContaining(edition.axes.areas ?? []));
    expect(all).toHaveLength(unitGroupCount * (edition.axes.areas?.length ?? 0));
    for (const { place, path, body } of all)
      expect([body.soc2020, body.area.slug, body.group.code], path).toEqual([place.soc, place.area, place.soc?.slice(0, 2)]);
  });

  test('null exactly where withheld, and presentable exactly where not; nothing under 10,000 jobs is shown', () => {
    for (const { path, body } of all) {
      for (const cell of [body.outlook, ...body.byQualification]) {
        const nulls = figures(cell).filter((figure) => figure === null).length;
        if (nulls !== (cell.withheld === null ? 0 : 7) || cell.presentable !== (cell.withheld === null))
          expect.fail(`${path}: ${JSON.stringify(cell)}`);
        if (cell.withheld === null && Math.min(cell.employmentBase ?? 0, cell.employmentTarget ?? 0) < leastJobs)
          expect.fail(`${path}: ${JSON.stringify(cell)}`);
      }
    }
  });

  test('net change is target less base, its direction as printed, its percentage and the total requirement what the figures shown give', () => {
    for (const { path, body } of all) {
      for (const cell of [body.outlook, ...body.byQualification]) {
        const {
          employmentBase: base,
          employmentTarget: target,
          netChange,
          netChangePercent: percent,
          direction,
          replacementDemand,
          totalRequirement,
        } = cell;
        if (
          base === null ||
          target === null ||
          netChange === null ||
          percent === null ||
          replacementDemand === null ||
          totalRequirement === null
        )
          continue;
        const blame = (what: string) => expect.fail(`${path}: ${what} of ${JSON.stringify(cell)}`);
        if (netChange !== target - base) blame('net change');
        if (direction !== (percent > 0 ? 'growing' : percent < 0 ? 'declining' : 'stable')) blame('direction');
        // Half of the last decimal, and what a job more or less does to a percentage of 10,000.
        if (Math.abs(percent - (100 * netChange) / base) > 0.05 + 0.011) blame('percentage');
        if (Math.abs(netChange + replacementDemand - totalRequirement) > 2) blame('total requirement');
        if (replacementDemand <= 0) blame('replacement demand');
      }
    }
  });

  test('what is shown by qualification is no more than the group, and is all of it where nothing is withheld', () => {
    for (const { path, body } of all) {
      expect(
        body.byQualification.map(({ qualification }) => qualification.key),
        path,
      ).toEqual([...qualificationLevels]);
      const { employmentBase, employmentTarget } = body.outlook;
      if (employmentBase === null || employmentTarget === null) {
        if (body.byQualification.some(({ presentable }) => presentable)) expect.fail(`${path}: a part of what is withheld is shown`);
        continue;
      }
      const sum = (of: (cell: Cell) => number | null) => body.byQualification.reduce((total, cell) => total + (of(cell) ?? 0), 0);
      const whole = body.byQualification.every(({ withheld }) => withheld === null);
      for (const [all, parts] of [
        [employmentBase, sum((cell) => cell.employmentBase)],
        [employmentTarget, sum((cell) => cell.employmentTarget)],
      ] as const) {
        if (parts > all + 9 || (whole && parts < all - 9)) expect.fail(`${path}: ${parts} of ${all} by qualification`);
      }
    }
  });

  test('all unit groups of a sub-major group have the same figures, and the document says how many they are', () => {
    const byGroup = Map.groupBy(all, ({ body }) => `${body.area.slug} ${body.group.code}`);
    for (const [name, members] of byGroup) {
      const figures = new Set(members.map(({ body }) => JSON.stringify([body.group, body.outlook, body.byQualification])));
      expect([figures.size, members[0]?.body.group.unitGroups], name).toEqual([1, members.length]);
      for (const { body } of members)
        expect(body.derivation).toContain(
          `sub-major group ${body.group.code}, ${body.group.title}, which has ${members.length} unit groups. ${body.soc2020} `,
        );
    }
    expect(byGroup.size).toBe(26 * (edition.axes.areas?.length ?? 0));
  });

  test('a nation is no more than the United Kingdom, where both are there', () => {
    const uk = new Map(all.filter(({ place }) => place.area === 'uk').map(({ body }) => [body.soc2020, body.outlook]));
    for (const { path, body } of all) {
      const whole = uk.get(body.soc2020)?.employmentBase;
      if (typeof whole === 'number' && (body.outlook.employmentBase ?? 0) > whole)
        expect.fail(`${path}: more jobs than in the United Kingdom`);
    }
  });

  test('a stored file is the answer', async () => {
    const area = edition.axes.areas?.at(-1);
    const [stored] = all.filter(({ place }) => place.soc === '2134' && place.area === area);
    expect(await answer(`/v1/occupations/2134/projections?area=${area}`)).toEqual(stored?.body);
  });
});
