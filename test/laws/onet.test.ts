// Laws of the work profiles: every document of the sample and of the real files.
import { expect, test } from 'vitest';
import { round } from '#schemas/round.ts';
import { type WorkProfileResponse, interestTypes } from '#schemas/resources/work-profile.ts';
import { describeLaws } from './compiled.ts';

describeLaws('onet', { real: true }, ({ edition, documents, answer }) => {
  const profiles = documents<WorkProfileResponse>('work-profile');

  test('a profile for every unit group, and something of at least 400', () => {
    expect(profiles.map(({ place }) => place.soc)).toEqual(edition.axes.occupations);
    expect(profiles.filter(({ body }) => body.interests.withheld === null).length).toBeGreaterThanOrEqual(400);
  });

  test('scores are null exactly where withheld, on their scale, and the high points are of the highest', () => {
    for (const {
      path,
      body: { interests },
    } of profiles) {
      const scores = interests.scores.map(({ score }) => score);
      expect(
        interests.scores.map(({ key }) => key),
        path,
      ).toEqual(interestTypes);
      if (interests.withheld !== null) {
        expect(
          [scores.every((score) => score === null), interests.highPoints, interests.presentable, interests.referenceDates],
          path,
        ).toEqual([true, [], false, null]);
        continue;
      }
      expect(interests.presentable, path).toBe(true);
      const of = new Map(interests.scores.map(({ key, score }) => [key, score ?? 0]));
      for (const score of of.values()) expect(score >= interests.scale.minimum && score <= interests.scale.maximum, path).toBe(true);
      const points = interests.highPoints.map((type) => of.get(type) ?? 0);
      expect(points[0], path).toBe(Math.max(...of.values()));
      // Half of the last decimal at both ends.
      for (const [place, point] of points.entries())
        expect(point <= (points[place - 1] ?? point) && (points[0] ?? 0) - point <= 1.011, path).toBe(true);
    }
  });

  test('importance and level are null exactly where they are withheld', () => {
    for (const {
      path,
      body: { abilities },
    } of profiles) {
      expect(abilities.elements.length === 0, path).toBe(abilities.withheld !== null);
      expect(abilities.presentable, path).toBe(abilities.withheld === null);
      for (const { importance, level, withheldFigures, code } of abilities.elements) {
        const nulls = [...(importance === null ? ['importance'] : []), ...(level === null ? ['level'] : [])];
        expect(Object.keys(withheldFigures).sort(), `${path} ${code}`).toEqual(nulls);
      }
    }
  });

  test('weights add up to 1 with the rest, fall, and are there exactly where scores are', () => {
    for (const {
      path,
      body: { basedOn, basedOnOther, interests },
    } of profiles) {
      expect(basedOn.length === 0, path).toBe(interests.withheld !== null);
      const sum = basedOn.reduce((total, { weight }) => total + weight, basedOnOther.weight);
      // Each is rounded to four decimals.
      if (basedOn.length > 0) expect(Math.abs(round(sum - 1, 6)), path).toBeLessThanOrEqual(0.00005 * (basedOn.length + 1));
      for (const [place, { code, weight }] of basedOn.entries()) {
        const before = basedOn[place - 1];
        expect(weight, path).toBeGreaterThanOrEqual(0.01);
        if (before !== undefined)
          expect(
            before.weight > weight || (before.weight === weight && before.code < code) || round(before.weight - weight, 4) >= 0,
            path,
          ).toBe(true);
      }
    }
  });

  test('what is half covered or less is withheld, what is not wholly covered says so', () => {
    for (const {
      path,
      body: { interests, notes },
    } of profiles) {
      const covered = interests.coveragePercent ?? 0;
      if (interests.withheld === null) expect(covered, path).toBeGreaterThanOrEqual(50);
      if (interests.withheld === null && covered < 80)
        expect(
          notes.some((note) => note.includes(`${covered} %`)),
          path,
        ).toBe(true);
    }
  });

  test('every correction stands among the occupations, and every occupation that is one among the corrections', () => {
    for (const {
      path,
      body: { basedOn, corrections },
    } of profiles) {
      expect(
        basedOn.filter(({ via }) => via === 'correction').map(({ code }) => code),
        path,
      ).toEqual(corrections.map(({ code }) => code));
    }
  });

  test('the credit names the release, and the answer is the document', async () => {
    const [first] = profiles;
    expect(first?.body.attribution).toContain(
      `information from the O*NET ${edition.release.replace('sample-', '')} Database by the U.S. Department of Labor`,
    );
    expect(first?.body.attribution).toContain('USDOL/ETA has not approved, endorsed, or tested these modifications.');
    expect(await answer(`/v1/occupations/${first?.place.soc}/work-profile`)).toEqual(first?.body);
    for (const { path, body } of profiles) expect(body.attribution, path).toBe(first?.body.attribution);
    const sources = await answer<{ source: string; attribution: string }[]>('/v1/meta/sources');
    expect(sources.find(({ source }) => source === 'onet')?.attribution).toBe(first?.body.attribution);
  });
});
