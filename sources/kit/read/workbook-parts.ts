// Finds the parts of an .xlsx by its relationships (ISO/IEC 29500-2, part 1 §12): programs differ
// in the names of parts and in their letter case.
import { posix } from 'node:path';
import { brokenWorkbook } from '../problem.ts';
import { localName, xmlReader } from './xml.ts';
import type { ZipMember } from './zip.ts';

/** The parts that hold cells, and what the workbook says about its sheets. */
export interface WorkbookParts {
  /** The sheets of cells, in the order of the workbook. Sheets of charts are left out. */
  readonly sheets: readonly SheetPart[];
  /** The texts that cells share; null if the workbook has none. */
  readonly texts: ZipMember | null;
  readonly styles: ZipMember | null;
  /** True if days are counted from 1904, as Excel did on a Macintosh. */
  readonly countsFrom1904: boolean;
}

export interface SheetPart {
  readonly name: string;
  /** True if a reader of the workbook does not see the sheet. */
  readonly isHidden: boolean;
  readonly part: ZipMember;
}

/**
 * The parts of a workbook; null for a zip of something else. Throws UnreadableFileError if a part
 * is not well-formed, or a sheet has no part.
 */
export async function findParts(
  place: string,
  members: readonly ZipMember[],
): Promise<WorkbookParts | null> {
  const parts = partsByName(place, members);
  const root = await relationsOf(place, parts, '');
  const main = partAt(parts, targetOf(root, 'officeDocument') ?? 'xl/workbook.xml');
  if (main === null || !/\.xml$/i.test(main.name)) return null;
  const { sheets, countsFrom1904 } = await readMainPart(place, main);
  const relations = await relationsOf(place, parts, main.name);
  const sheetParts = sheets.flatMap(({ name, relation, isHidden }): SheetPart[] => {
    const { type = 'worksheet', target = null } = relations.find(({ id }) => id === relation) ?? {};
    if (type !== 'worksheet') return [];
    const part = target === null ? null : partAt(parts, target);
    if (part === null)
      throw brokenWorkbook(place, `lacks the sheet "${name}", ${target ?? relation}`);
    return [{ name, isHidden, part }];
  });
  const partOf = (type: string) => {
    const target = targetOf(relations, type);
    return target === null ? null : partAt(parts, target);
  };
  return {
    sheets: sheetParts,
    texts: partOf('sharedStrings'),
    styles: partOf('styles'),
    countsFrom1904,
  };
}

type Parts = ReadonlyMap<string, ZipMember>;

/** Names of parts are compared without regard to letter case (ISO/IEC 29500-2, 6.2.2.3). */
const comparable = (name: string) => decoded(name).replace(/^\//, '').toLowerCase();

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function partsByName(place: string, members: readonly ZipMember[]): Parts {
  const parts = new Map<string, ZipMember>();
  for (const member of members) {
    const other = parts.get(comparable(member.name));
    if (other !== undefined)
      throw brokenWorkbook(
        place,
        `has two parts of one name, "${other.name}" and "${member.name}"`,
      );
    parts.set(comparable(member.name), member);
  }
  return parts;
}

function partAt(parts: Parts, name: string): ZipMember | null {
  return parts.get(comparable(name)) ?? null;
}

interface Relation {
  readonly id: string;
  /** The last word of its type, which begins with another address in strict workbooks. */
  readonly type: string;
  /** The name of a part. */
  readonly target: string;
}

/** The relations of a part, `''` for those of the package. */
async function relationsOf(place: string, parts: Parts, source: string): Promise<Relation[]> {
  const { dir, base } = posix.parse(source);
  const part = partAt(parts, posix.join(dir, '_rels', `${base}.rels`));
  const relations: Relation[] = [];
  if (part === null) return relations;
  await readPart(place, part, 'Relationships', (name, attributes) => {
    const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes;
    if (name !== 'Relationship' || mode === 'External') return;
    relations.push({
      id,
      type: type.slice(type.lastIndexOf('/') + 1),
      target: target.startsWith('/') ? target : posix.join(dir, target),
    });
  });
  return relations;
}

function targetOf(relations: readonly Relation[], type: string): string | null {
  return relations.find((relation) => relation.type === type)?.target ?? null;
}

async function readMainPart(place: string, main: ZipMember) {
  const sheets: { name: string; relation: string; isHidden: boolean }[] = [];
  let countsFrom1904 = false;
  await readPart(place, main, 'workbook', (name, attributes) => {
    if (name === 'workbookPr') countsFrom1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    if (name !== 'sheet') return;
    const { name: sheet = '', state = 'visible' } = attributes;
    const relation = Object.keys(attributes).find(
      (key) => key.includes(':') && localName(key) === 'id',
    );
    sheets.push({
      name: sheet,
      relation: relation === undefined ? '' : (attributes[relation] ?? ''),
      isHidden: state !== 'visible',
    });
  });
  return { sheets, countsFrom1904 };
}

async function readPart(
  place: string,
  part: ZipMember,
  root: string,
  open: Parameters<typeof xmlReader>[1]['open'],
): Promise<void> {
  const reader = xmlReader(root, { open });
  const bytes = await part.read();
  try {
    reader.take(bytes);
    reader.end();
  } catch (error) {
    throw brokenWorkbook(place, `has a part that cannot be read, ${part.name}`, error);
  }
}
