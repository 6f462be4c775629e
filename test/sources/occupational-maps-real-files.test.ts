// The three occupations held of 6 July 2026, as published; 30 of 11 September 2026 and twelve others, of which only some members are held,
// put into the shape of the publisher's answers. Anchors hold what was read by eye in the first three.
import { expect, it } from 'vitest';
import { apprenticeshipStandards } from '#sources/apprenticeship-standards/source.ts';
import { occupationalMaps } from '#sources/occupational-maps/source.ts';
import { describeRealFiles } from '../publisher-files.ts';
import { examine, examineReal, needsOf } from './examine.ts';
import { documentsOf } from './map-documents.ts';
import {
  extractedOccupations,
  extractedStandards,
  extractedTitles,
  mapRecord,
  standardRecord,
  structure,
  transcribedOccupations,
} from './skills-england-extracts.ts';

const given = { 'soc-structure': structure, 'soc-index': { entries: [], iscoTitles: new Map<string, string>() } };

/** Reads occupations as single files, with the standards of April 2026. */
async function examineRecords(records: readonly (Readonly<Record<string, unknown>> & { readonly stdCode: string })[]) {
  const list = JSON.stringify(extractedStandards().map((one) => standardRecord({ ...one })));
  const file = { name: 'apprenticeshipstandards.json', bytes: Buffer.from(list) };
  const standards = await examine(apprenticeshipStandards, '2026-04-15', [file], needsOf(given));
  return examine(
    occupationalMaps,
    '2026-09-11',
    records.map((one) => ({ name: `${one.stdCode}.json`, bytes: Buffer.from(JSON.stringify(mapRecord(one))) })),
    needsOf({ ...given, 'apprenticeship-standards': standards.edition.observations }),
  );
}

describeRealFiles('the occupational maps as published', () => {
  it('three occupations hold their anchors, and what they lack is told', async () => {
    const { edition, problems } = await examineReal(
      occupationalMaps,
      '2026-07-06',
      needsOf({ ...given, 'apprenticeship-standards': null }),
    );
    const found = occupationalMaps.checks.filter(({ check }) => check(edition, null).length > 0).map(({ name }) => name);
    expect([problems, found]).toEqual([[], ['part-of-the-maps', 'standards-at-hand']]);
    const [empty, analyst] = edition.observations.occupations;
    expect(empty).toMatchObject({ code: 'OCC0054', status: 'potential', summary: null, jobTitles: [], products: [] });
    expect(analyst).toMatchObject({
      ...{ code: 'OCC0118', title: 'Data analyst', route: 'Digital', pathway: 'Digital Business Services', soc2010: '3539' },
      summary: 'Collect, organise and study data to provide business insight.',
      url: 'https://occupational-maps.skillsengland.education.gov.uk/maps/occupation/OCC0118',
    });
    expect(analyst?.products.at(-1)).toMatchObject({ code: 'HTQDZ5069', kind: 'higher-technical-qualification', level: 5, status: null });
  });
});

describeRealFiles('30 occupations of September 2026', () => {
  const extracted = extractedOccupations();
  // The occupations of one standard share its product: OCC0492A to OCC0492D have ST0492.
  const reading = examineRecords(
    extracted.map(({ id, title, level, soc2020, typicalJobTitles }) => ({
      ...{ stdCode: id, name: title, level },
      // An occupation without a code has 0 in the publisher's answer.
      soc: { soc2010Code: 0, soc2020Code: Number(soc2020 ?? 0) },
      ...(typicalJobTitles.length === 0 ? {} : { typicalJobTitles: typicalJobTitles.map((name) => ({ name })) }),
      products: [
        {
          ...{ name: 'Not in the extract', level: 2, type: 1, typeName: 'Apprenticeship', productCode: `ST${id.slice(3, 7)}` },
          ...{ status: 1, statusName: 'Approved for delivery' },
        },
      ],
    })),
  );

  it('all are read, every value as extracted', async () => {
    const { edition, problems } = await reading;
    const { occupations } = edition.observations;
    expect([problems, occupations.length]).toEqual([[], 30]);
    const found = occupations.map(({ code, title, level, soc2020, jobTitles }) => ({ code, title, level, soc2020, jobTitles }));
    const expected = extracted.map(({ id: code, title, level, soc2020, typicalJobTitles: jobTitles }) => ({
      ...{ code, title, level, soc2020, jobTitles },
    }));
    expect(found).toEqual(expected.sort((a, b) => (a.code < b.code ? -1 : 1)));
    const byCode = new Map(occupations.map((one) => [one.code, one]));
    for (const title of extractedTitles()) expect(byCode.get(title['occupation_id'] ?? '')?.jobTitles).toContain(title['job_title']);
  });

  it('the options of a standard stand in one unit group or in two, with what the list says; four without a code stand in none', async () => {
    const found = documentsOf(await reading);
    const shown = (soc2020: string) => found.get(soc2020)?.occupations.map(({ code }) => code.slice(3));
    expect(['2115', '2454', '5316', '8143', '8149'].map(shown)).toEqual([
      ...[['0492A', '0492B', '0492D'], ['0492C'], ['0264A', '0264B'], ['0420A'], ['0420B']],
    ]);
    const facts = ['2115', '2454'].map((soc2020) => found.get(soc2020)?.occupations[0]?.apprenticeships[0]);
    expect(facts[0]).toEqual(facts[1]);
    expect(facts[0]).toMatchObject({
      title: 'Geospatial mapping and science specialist (degree)',
      typicalDurationMonths: 60,
      larsCode: 254,
    });
    expect([...found.values()].flatMap(({ occupations }) => occupations)).toHaveLength(26);
  });
});

describeRealFiles('twelve occupations of which some members are transcribed', () => {
  it('are read without a problem, and an answer has each product in its own list', async () => {
    const outcome = await examineRecords(transcribedOccupations());
    expect([outcome.problems, outcome.edition.observations.occupations.length]).toEqual([[], 12]);
    const documents = documentsOf(outcome);
    const codes = (soc2020: string, code: string) => {
      const found = documents.get(soc2020)?.occupations.find((one) => one.code === code);
      const others = found?.otherApprenticeships.map((one) => `${one.code} ${one.status}`);
      return [found?.apprenticeships[0]?.code, found?.tLevels[0]?.code, found?.otherTechnicalQualifications.length, others];
    };
    expect(codes('6131', 'OCC0216')).toEqual(['ST0216', undefined, 3, ['FA0007 null']]);
    expect(codes('5241', 'OCC0152')).toEqual(['ST0152', 'TL0002f', 3, ['AU0006 approved', 'AU0007 approved']]);
    expect(codes('4159', 'OCC0070')).toEqual(['ST0070', 'TL0014b', 0, []]);
    // In development: no answer has it.
    expect(documents.get('2423')?.occupations).toEqual([]);
  });
});
