// Reads the XML parts of a workbook as events. Programs give the elements of a part a prefix of
// their choice (`<x:row>`), so elements are named without the prefix of the root.
import { SaxesParser } from 'saxes';

export type Attributes = Readonly<Record<string, string>>;

interface XmlEvents {
  /** An element begins. One with another prefix than the root keeps it: `mc:Choice`. */
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Takes the bytes of a part, piece by piece. Throws Error if they are not well-formed XML. */
export interface XmlReader {
  take(piece: Uint8Array): void;
  end(): void;
}

/**
 * A reader of one part. `root` is the name of the element that the part must consist of. Throws
 * Error for another element, and for declarations of a DTD, which no part may have
 * (ISO/IEC 29500-2, 9.1.5).
 */
export function xmlReader(root: string, { open, text, close }: XmlEvents): XmlReader {
  let prefix: string | null = null;
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  const nameOf = (name: string) => {
    if (prefix === null || prefix === '') return name;
    return name.startsWith(prefix) ? name.slice(prefix.length) : `:${name}`;
  };
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  parser.on('doctype', () => parser.fail('a part of a workbook declares a DTD'));
  parser.on('opentag', ({ name, attributes }) => {
    if (prefix === null) {
      prefix = name.slice(0, name.indexOf(':') + 1);
      if (nameOf(name) !== root) parser.fail(`found <${name}>, expected <${root}>`);
    }
    open(nameOf(name), attributes);
  });
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  if (close !== undefined) parser.on('closetag', ({ name }) => close(nameOf(name)));
  return {
    take(piece) {
      // The first bytes show UTF-16 (XML 1.0, appendix F).
      decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
      parser.write(decoder.decode(piece, { stream: true }));
    },
    end() {
      if (decoder !== null) parser.write(decoder.decode());
      parser.close();
    },
  };
}

/** The text of a part that is read as a whole. Throws TypeError for bytes that are not text. */
export function partText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
}

/** A name without its prefix, which is the program's choice: `r:id` is `id`. */
export function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
