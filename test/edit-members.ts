// Edits of published files that are zips: a workbook is one too.
import { readZip } from '#sources/kit/read/zip.ts';
import { type SampleMember, writeZip } from '#sources/kit/sample/workbook.ts';

type Content = Uint8Array | string | null;

/**
 * The zip with the content of its members changed, in order. A member whose edit gives null is left
 * out.
 */
export async function editMembers(
  bytes: Uint8Array,
  edit: (name: string, content: Buffer) => Content | Promise<Content>,
): Promise<Buffer> {
  const edited: SampleMember[] = [];
  for (const { name, read } of await readZip('zip', bytes)) {
    const content = await edit(name, await read());
    if (content !== null)
      edited.push({ name, bytes: typeof content === 'string' ? Buffer.from(content) : content });
  }
  return writeZip(edited);
}
