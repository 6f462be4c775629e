// Laws over every apprenticeships document, and over the answers that are picked out of it.
import { expect, test } from 'vitest';
import { type ApprenticeshipsDocument, type ApprenticeshipsResponse, standardFigures } from '#schemas/resources/apprenticeships.ts';
import { matchOf } from '#schemas/selections/match-of.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { selectApprenticeships } from '#schemas/selections/select-apprenticeships.ts';
import { describeLaws } from './compiled.ts';

describeLaws('occupational-maps', { real: true }, ({ edition, documents, answer }) => {
  const all = documents<ApprenticeshipsDocument>('apprenticeships');

  test('a document for every occupation', () => expect(all.map(({ place }) => place.soc)).toEqual(edition.axes.occupations));

  test('a reason exactly where nothing is listed, a match exactly where something is', () => {
    for (const { body, path } of all) {
      for (const answered of [body, selectApprenticeships(body, false), selectApprenticeships(body, true)]) {
        expect(answered.withheld === null, path).toBe(answered.occupations.length > 0);
        expect(answered.match, path).toBe(matchOf(answered.occupations));
      }
    }
  });

  test('a derivation exactly where the match is partial; each occupation once; primary first, then level, title and code', () => {
    for (const { body, path } of all) {
      for (const { match, derivation } of body.occupations) expect(derivation === null, path).toBe(match === 'primary');
      expect(new Set(body.occupations.map(({ code }) => code)).size, path).toBe(body.occupations.length);
      const ordered = body.occupations.toSorted(
        (a, b) => byCodeUnit(b.match, a.match) || a.level - b.level || byCodeUnit(a.title, b.title) || byCodeUnit(a.code, b.code),
      );
      expect(
        body.occupations.map(({ code }) => code),
        path,
      ).toEqual(ordered.map(({ code }) => code));
    }
  });

  test('a figure is null exactly where it is withheld', () => {
    for (const { body, path } of all) {
      for (const apprenticeship of body.occupations.flatMap(({ apprenticeships }) => apprenticeships)) {
        for (const figure of standardFigures)
          expect(apprenticeship[figure] === null, `${path} ${apprenticeship.code} ${figure}`).toBe(
            apprenticeship.withheldFigures[figure] !== undefined,
          );
      }
    }
  });

  test('by default nothing is retired or withdrawn and every occupation has something; otherwise all is there', () => {
    for (const { body, path } of all) {
      const open = selectApprenticeships(body, false);
      for (const { apprenticeships, tLevels, otherTechnicalQualifications, otherApprenticeships } of open.occupations) {
        expect(
          apprenticeships.every(({ status }) => status === 'approved'),
          path,
        ).toBe(true);
        expect(
          apprenticeships.length + tLevels.length + otherTechnicalQualifications.length + otherApprenticeships.length,
          path,
        ).toBeGreaterThan(0);
      }
      expect(selectApprenticeships(body, true).occupations, path).toEqual(body.occupations);
    }
  });

  test('the logo is asked for wherever the data is real, and never in a sample', () => {
    for (const { body, path } of all) expect(body.attributionLogo.required, path).toBe(!edition.release.startsWith('sample-'));
  });

  test('an answer over the API is the one that is picked out of the document', async () => {
    for (const { body } of all.filter((_, place) => place % 40 === 0)) {
      for (const includeInactive of [false, true]) {
        const found = await answer<ApprenticeshipsResponse>(
          `/v1/occupations/${body.soc2020}/apprenticeships?includeInactive=${includeInactive}`,
        );
        expect(found).toEqual(JSON.parse(JSON.stringify(selectApprenticeships(body, includeInactive))));
      }
    }
  });
});
