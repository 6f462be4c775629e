// A number with something else in it is damaged: nobody is advised to add it to the markers, which
// would make it a reason to withhold a figure.
import { expect, it } from 'vitest';
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
  '£17.09',
  '(43533)',
  '1.234,5',
  '17.',
  '4O5',
  '1\u00a0234',
  '−5',
];

it.each(Object.entries(readers))(
  '%s: damaged numbers and unknown markers have their own advice',
  (_, cells) => {
    const said = (printed: string) => {
      const lines: (readonly [message: string, repair: string | undefined])[] = [];
      expect(
        cells.read(printed, (message, repair) => lines.push([message, repair])),
        printed,
      ).toBe(unknownMarker);
      return lines;
    };
    for (const printed of damaged) {
      const [[message, repair] = [], ...others] = said(printed);
      expect([message, repair, others]).toEqual([
        expect.stringContaining(`found "${printed}", expected `),
        expect.stringMatching(/^look at the cell in the published file(?!.*(marker|meaning))/),
        [],
      ]);
    }
    expect(said('[q]')).toEqual([
      [
        expect.any(String),
        expect.stringMatching(/have been read|has been read|read the methodology/),
      ],
    ]);
  },
);
