// A number with something else in it is damaged: nobody is advised to add it to the markers, which would make it a reason to withhold a figure.
import { describe, expect, it } from 'vitest';
import { type MarkedCells, unknownMarker } from '#sources/kit/cells.ts';
import { cells as ofWorkforce } from '#sources/aps-workforce/layout.ts';
import { cells as ofPay } from '#sources/ashe/layout.ts';
import { cells as ofSkillsSurvey } from '#sources/employer-skills-survey/reshape.ts';
import * as demand from '#sources/occupations-in-demand/reshape.ts';
import { cells as ofAdverts } from '#sources/online-job-adverts/layout.ts';
import { cells as ofProjections } from '#sources/skills-projections/layout.ts';
import { cells as ofVisas } from '#sources/work-visas/reshape.ts';

const readers: Readonly<Record<string, MarkedCells>> = {
  pay: ofPay,
  workforce: ofWorkforce,
  'skills survey': ofSkillsSurvey,
  projections: ofProjections,
  adverts: ofAdverts,
  visas: ofVisas,
  'whole numbers of demand': demand.wholeNumbers,
  'values of demand': demand.values,
  'indexes of demand': demand.indexes,
  'flags of demand': demand.flags,
};

const damaged = [
  '43,533(r)',
  '17,09',
  '1 234',
  '12.3.4',
  '£17.09',
  '17.09*',
  '(43533)',
  '1.234,5',
  '43533 p',
  '17.',
  '4O5',
  '1\u00a0234',
  '−5',
];

describe.each(Object.entries(readers))('a damaged number among the cells of %s', (_, cells) => {
  it.each(damaged)('%s is to be looked at, not added to the markers', (printed) => {
    const said: { message: string; repair: string | undefined }[] = [];
    expect(cells.read(printed, (message, repair) => said.push({ message, repair }))).toBe(unknownMarker);
    expect(said).toHaveLength(1);
    expect(said[0]?.message).toContain(`found "${printed}", expected `);
    expect(said[0]?.message).not.toContain('unknown marker');
    expect(said[0]?.repair).toMatch(/^look at the cell in the published file/);
    expect(said[0]?.repair).not.toMatch(/marker|meaning/);
  });

  it('a marker that nobody knows is still to be read about', () => {
    const repairs: (string | undefined)[] = [];
    expect(cells.read('[q]', (_message, repair) => repairs.push(repair))).toBe(unknownMarker);
    expect(repairs).toEqual([expect.stringMatching(/have been read|has been read|read the methodology/)]);
  });
});
