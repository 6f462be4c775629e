// Local authorities: the traps of the portal's tables, on small edits of the sample's pages.
import { describe, expect, it } from 'vitest';
import type { PublishedFile } from '#sources/kit/source.ts';
import { discover } from '#sources/local-authorities/discover.ts';
import { slugOf } from '#sources/local-authorities/reshape.ts';
import { namesTable, pageAddress, regionsTable } from '#sources/local-authorities/services.ts';
import { localAuthorities } from '#sources/local-authorities/source.ts';
import { resolverOf } from '#server/answers/local-areas.ts';
import { portalWith } from '../publisher/open-geography.ts';
import { examine, examineSample } from './examine.ts';

const { edition: sample, problems } = await examineSample(localAuthorities);
const files = (await localAuthorities.sample({ full: false }))[0]?.files ?? [];

/** The sample's files with the text of those whose name matches changed. */
function edited(name: RegExp, edit: (text: string) => string): PublishedFile[] {
  return files.map((file) => (name.test(file.name) ? { ...file, bytes: Buffer.from(edit(Buffer.from(file.bytes).toString())) } : file));
}
const examineEdited = (name: RegExp, edit: (text: string) => string) =>
  examine(localAuthorities, `sample-${namesTable}`, edited(name, edit));
async function found(name: string, of: Awaited<ReturnType<typeof examineEdited>>['edition'], previous: typeof of | null = null) {
  return (
    localAuthorities.checks.find((check) => check.name === name)?.check(of, previous) ?? [{ place: '', message: 'no such check' }]
  ).map(({ place, message }) => `${place}: ${message}`);
}

const { areas, londonBoroughs } = sample.observations;
const areaNamed = (name: string) => areas.find((area) => area.name === name);

describe('the sample', () => {
  it('reads without a problem and passes every check', () => {
    expect(problems).toEqual([]);
    expect(localAuthorities.checks.flatMap((check) => check.check(sample, sample))).toEqual([]);
  });
  it('is 329 areas with London as one, ordered by name', () => {
    expect(areas).toHaveLength(329);
    expect(londonBoroughs).toHaveLength(33);
    expect(areas.map(({ name }) => name)).toEqual(areas.map(({ name }) => name).sort());
    expect(areaNamed('London')).toEqual({
      code: 'E12000007',
      slug: 'london',
      name: 'London',
      partOf: { code: 'E12000007', slug: 'london', name: 'London' },
      formerCodes: [],
    });
    expect(areas.some(({ code }) => code.startsWith('E09'))).toBe(false);
  });
});

describe('names and codes', () => {
  it.each([
    ['Bristol, City of', 'bristol-city-of'],
    ["King's Lynn and West Norfolk", 'kings-lynn-and-west-norfolk'],
    ['St. Helens', 'st-helens'],
    ['Na h-Eileanan Siar', 'na-h-eileanan-siar'],
    ['Bournemouth, Christchurch and Poole', 'bournemouth-christchurch-and-poole'],
    ['Ynys Môn', 'ynys-mon'],
  ])('%s is %s', (name, slug) => expect(slugOf(name)).toBe(slug));

  // The codes on both sides were read in the publisher's lists of 2018, April 2020, April 2023 and April 2025.
  it.each([
    ['Barnsley', 'E08000038', 'E08000016'],
    ['Sheffield', 'E08000039', 'E08000019'],
    ['Glasgow City', 'S12000049', 'S12000046'],
    ['North Lanarkshire', 'S12000050', 'S12000044'],
  ])('%s has the code %s and had %s', (name, code, former) => expect(areaNamed(name)).toMatchObject({ code, formerCodes: [former] }));

  it('gives English areas their region and others their nation', () => {
    expect(areaNamed('Cambridge')).toMatchObject({ code: 'E07000008', partOf: { slug: 'east-of-england' } });
    expect(areaNamed('Belfast')).toMatchObject({ code: 'N09000003', partOf: { slug: 'northern-ireland' } });
    expect(areaNamed('City of Edinburgh')).toMatchObject({ code: 'S12000036', partOf: { slug: 'scotland' } });
  });
});

describe('drift', () => {
  it('does not depend on the order of the rows', async () => {
    const reversed = edited(/-\d+\.json$/, (text) => {
      const page = JSON.parse(text);
      return JSON.stringify({ ...page, features: page.features.reverse() });
    });
    const { edition } = await examine(localAuthorities, `sample-${namesTable}`, reversed);
    expect(edition.rows).toEqual(sample.rows);
  });
  it('finds a page that is missing', async () => {
    const { edition } = await examine(
      localAuthorities,
      `sample-${namesTable}`,
      files.filter(({ name }) => name !== `${namesTable}-2.json`),
    );
    const place = `local-authorities sample-${namesTable} ${namesTable}`;
    expect(await found('districts', edition)).toContain(`${place}: the number of local areas is 200, expected 329`);
    expect(await found('districts', edition)).toContain(`${place}: the number of rows: found "200", expected "361"`);
  });
  it('holds back another vintage, which lacks codes that the adverts use', async () => {
    const { edition } = await examineEdited(/NC-\d/, (text) => text.replaceAll('LAD23', 'LAD25').replaceAll('E08000016', 'E08000040'));
    expect((await found('vintage', edition)).length).toBe(361);
    expect(await found('regions', edition)).toContain(
      `local-authorities sample-${namesTable} ${regionsTable}: the codes lack "E08000040", expected all 296`,
    );
    expect(await found('code-set', edition, sample)).toEqual([
      `local-authorities sample-${namesTable} ${namesTable}: the districts lack "E08000016 Barnsley", expected all 361`,
      `local-authorities sample-${namesTable} ${namesTable}: the districts have "E08000040 Barnsley", expected only the 361 known`,
    ]);
    expect(localAuthorities.release('LAD_APR_2025_UK_NC_v2')).toBeNull();
  });
  it('names a field that is renamed, and the fields that are there', async () => {
    await expect(examineEdited(/NC-1/, (text) => text.replaceAll('LAD23CD', 'code'))).rejects.toThrow(
      /NC-1\.json row 1: no field is named like .*LAD.*; found "code", "LAD23NM"/,
    );
  });
  it('takes an error that is answered with status 200 for a bad download', async () => {
    await expect(examineEdited(/NC-1/, () => '{"error":{"code":400,"message":"Invalid URL"}}')).rejects.toThrow(
      /NC-1\.json: the service reports an error 400: "Invalid URL"\n {2}download the file again/,
    );
    await expect(examineEdited(/NC-1/, () => '{}')).rejects.toThrow(/features/);
  });
  it('finds names encoded twice, codes of another shape and regions that are none', async () => {
    const twice = await examineEdited(/NC-\d/, (text) => text.replaceAll('Isle of Anglesey', 'Ynys MÃ´n'));
    expect((await found('encoding', twice.edition)).length).toBe(1);
    const shape = await examineEdited(/NC-1/, (text) => text.replace('"E06000001"', '"E0600001"'));
    expect(shape.problems.map(({ message }) => message)).toEqual([
      'got the code "E0600001", expected a letter of E N S W and eight digits',
    ]);
    const region = await examineEdited(/LU-1/, (text) => text.replace('"E12000001"', '"E12000099"'));
    expect(region.problems[0]?.message).toBe('got the region "E12000099" for E06000001 Hartlepool, expected one of the nine of England');
  });
  it('finds two names that are swapped', async () => {
    const { edition } = await examineEdited(/NC-1/, (text) =>
      text.replace('"Hartlepool"', '"?"').replace('"Darlington"', '"Hartlepool"').replace('"?"', '"Darlington"'),
    );
    expect(await found('regions', edition)).toEqual([
      expect.stringMatching(/ E06000001: the name: found "Hartlepool", expected "Darlington"$/),
      expect.stringMatching(/ E06000005: the name: found "Darlington", expected "Hartlepool"$/),
    ]);
  });
  it('finds a code or a name that stands twice', async () => {
    const { edition } = await examineEdited(/NC-1/, (text) => text.replace('"Hartlepool"', '"Darlington"'));
    expect(await found('districts', edition)).toEqual([
      expect.stringMatching(/ E06000005: the slug "darlington" stands twice, first at .* E06000001$/),
    ]);
    const twice = await examineEdited(/NC-1/, (text) => text.replace('"E06000001"', '"E06000005"'));
    expect(await found('districts', twice.edition)).toContainEqual(expect.stringMatching(/ the code "E06000005" stands twice/));
  });
});

describe('what a path may name', () => {
  const resolve = resolverOf({ areas: [...areas], londonBoroughs: [...londonBoroughs] });
  it('is every code, every former code and every slug, all of one area giving one', () => {
    for (const { code, slug, formerCodes } of areas) for (const name of [code, slug, ...formerCodes]) expect(resolve(name)).toBe(slug);
    expect(resolve('E12000007')).toBe('london');
  });
  it('is never a borough, a region or a nation', () => {
    for (const { code, slug } of londonBoroughs)
      for (const name of [code, slug])
        expect(() => resolve(name)).toThrow(/is a borough of London, and London is one local area here: ask for london or E12000007/);
    expect(() => resolve('east-midlands')).toThrow(
      /East Midlands \("east-midlands"\) is not a local area: \/v1\/job-adverts\?area=east-midlands lists its adverts/,
    );
    expect(() => resolve('england')).toThrow(/takes the UK, Wales, Scotland and the regions/);
    expect(() => resolve('e06000001')).toThrow(/"e06000001" is not the code or slug of a local authority/);
  });
});

describe('discovery', () => {
  const both = [namesTable, regionsTable];
  it('asks for the pinned tables page by page, and says that there is a newer list', async () => {
    const found = await discover(
      portalWith([...both, 'LAD_DEC_2024_UK_NC', 'LAD_APR_2025_UK_NC_v2', 'LAD_APR_2025_UK_NC'], [{ count: 361 }, { count: 296 }]),
    );
    expect(found.releases.map(({ name }) => name)).toEqual([namesTable]);
    expect(found.releases[0]?.files.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
    expect(found.releases[0]?.files[2]).toEqual({ name: `${namesTable}-2.json`, url: pageAddress(namesTable, 1) });
    expect(pageAddress(namesTable, 1)).toContain('resultOffset=200');
    expect(found.remarks).toEqual([expect.stringContaining('the newest list of districts is LAD_APR_2025_UK_NC_v2')]);
    for (const { name } of found.releases[0]?.files ?? [])
      expect(Object.values(localAuthorities.files).some(({ match }) => match.test(name))).toBe(true);
  });
  it('says nothing of vintages where there is none newer', async () => {
    expect((await discover(portalWith(both, [{ count: 361 }, { count: 296 }]))).remarks).toEqual([]);
  });
  it.each([
    [portalWith([namesTable], [{ count: 361 }, { count: 296 }]), /lists no service LAD23_RGN23_EN_LU/],
    [portalWith(both, [{ error: { code: 400 } }, { count: 296 }]), /the service reports an error 400/],
    [portalWith(both, [{ count: 0 }, { count: 296 }]), /found no count of rows/],
    [{ text: async () => '', json: async () => ({ error: { code: 500 } }) }, /the service reports an error 500/],
  ])('refuses pages that do not say', async (web, message) => {
    await expect(discover(web)).rejects.toThrow(message);
  });
});
