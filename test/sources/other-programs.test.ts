// The files of each source as other programs save them: the same rows, or the cell that nobody can
// read, by its address.
import { describe, expect, test } from 'vitest';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { apsWorkforce } from '#sources/aps-workforce/source.ts';
import { ashe } from '#sources/ashe/source.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import { onlineJobAdverts } from '#sources/online-job-adverts/source.ts';
import { skillsProjections } from '#sources/skills-projections/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { workVisas } from '#sources/work-visas/source.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import { editMembers } from '../edit-members.ts';
import { keptSample } from '../kept.ts';

const sources: readonly Source[] = [
  ashe,
  apsWorkforce,
  skillsProjections,
  socStructure,
  workVisas,
  onlineJobAdverts,
];

type Edit = (name: string, xml: string) => string;

/**
 * A workbook with its parts edited, or a zip of workbooks; an .ods, and any other file, as it is.
 */
async function edited({ name, bytes }: PublishedFile, edit: Edit): Promise<PublishedFile> {
  if (/\.xls[xm]$/.test(name))
    return {
      name,
      bytes: await editMembers(bytes, (part, content) => edit(part, content.toString())),
    };
  if (!/\.zip$/.test(name)) return { name, bytes };
  const within = async (member: string, content: Buffer) =>
    (await edited({ name: member, bytes: content }, edit)).bytes;
  return { name, bytes: await editMembers(bytes, within) };
}

async function sampleOf(source: Source) {
  const [sample] = await keptSample(source);
  if (sample === undefined) throw new Error(`${source.key} has no sample`);
  const release = parseRelease(source, sample.release) ?? expect.fail(sample.release);
  return { release, files: sample.files };
}

const withPrefix: Edit = (name, xml) =>
  name === '[Content_Types].xml'
    ? xml
    : xml.replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1x:').replaceAll(' xmlns="', ' xmlns:x="');
const inOtherLetters: Edit = (name, xml) =>
  name === 'xl/_rels/workbook.xml.rels'
    ? xml.replace('sharedStrings.xml', 'SharedStrings.XML')
    : xml;
const withCarriageReturns: Edit = (name, xml) =>
  name === 'xl/sharedStrings.xml' ? xml.replaceAll(/(?<=<t[^>]*>[^<]*)\n/g, '_x000D_\n') : xml;

describe.each(sources.map((source) => [source.key, source] as const))('%s', (_, source) => {
  test.each<[string, Edit]>([
    ['with prefixes of elements', withPrefix],
    ['with names of parts in other letters', inOtherLetters],
    ['with line breaks as Excel on Windows saves them', withCarriageReturns],
  ])('%s', async (__, edit) => {
    const { release, files } = await sampleOf(source);
    const others = await Promise.all(files.map((file) => edited(file, edit)));
    expect(await source.parse(release, others)).toEqual(await source.parse(release, files));
  });
});

describe('a zip that was packed on a Mac or in an open folder', () => {
  const beside = ['__MACOSX/._', '._', '~$', 'folder/Thumbs.db', '.DS_Store', '.~lock.a.ods#'];
  test.each([ashe, skillsProjections].map((source) => [source.key, source] as const))(
    '%s has the same rows',
    async (_, source) => {
      const { release, files } = await sampleOf(source);
      const packed = await Promise.all(
        files.map(async ({ name, bytes }) => {
          if (!/\.zip$/.test(name)) return { name, bytes };
          const members = await Promise.all(
            (await readZip('t', bytes)).map(async (member) => ({
              name: member.name,
              bytes: await member.read(),
            })),
          );
          const left = beside.map((start, place) => {
            const firstMember = String(members[0]?.name ?? place)
              .split('/')
              .at(-1);
            return {
              name: /[_$]$/.test(start) ? `${start}${firstMember}` : start,
              bytes: Buffer.from('Mac OS X'),
            };
          });
          return { name, bytes: await writeZip([...left, ...members]) };
        }),
      );
      expect(await source.parse(release, packed)).toEqual(await source.parse(release, files));
    },
  );
});

/** The first figure of a sheet as a formula that nobody has calculated. */
const withoutResult = (column: string): Edit => {
  let isDone = false;
  return (name, xml) => {
    if (isDone || !name.startsWith('xl/worksheets/')) return xml;
    const cell = new RegExp(`(<c r="${column}\\d+"[^>]*?)(?: t="s")?>(<v>[\\d.]+</v>)</c>`);
    const changed = xml.replace(cell, '$1><f>SUM(A1:A2)</f></c>');
    isDone = changed !== xml;
    return changed;
  };
};

describe('a formula without a result', () => {
  test.each<[string, Source, string]>([
    // A change may be empty: its marker must not take the place of the formula.
    ["of ASHE's changes", ashe, 'E'],
    ["of ASHE's figures", ashe, 'D'],
    ['of the workforce', apsWorkforce, 'D'],
    ['of visas, read row by row', workVisas, 'L'],
    ['of adverts, read row by row', onlineJobAdverts, 'F'],
  ])('%s is refused with its address', async (_, source, column) => {
    const { release, files } = await sampleOf(source);
    const edit = withoutResult(column);
    const others: PublishedFile[] = [];
    for (const file of files) others.push(await edited(file, edit));
    const reading = source.parse(release, others);
    await expect(reading).rejects.toThrow(LayoutError);
    await expect(reading).rejects.toThrow(
      new RegExp(
        `!${column}\\d+: the cell has a formula and no result\\n  open the workbook in Excel`,
      ),
    );
  });
});
