// Keeps the logo of Skills England in a data directory, as the operator supplies it.
import { join } from 'node:path';
import { logoFile } from '#schemas/stored-files.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { readableCatalogue } from './catalogue.ts';
import { placeFile, readWhole } from './files.ts';

/** Ten times the size of a publisher's logo. */
const mostBytes = 200_000;

/**
 * Parts of an SVG that could run, or load from elsewhere. A browser runs none of them in a picture,
 * but somebody may open the file itself.
 */
const refusedParts =
  /<script|<foreignObject|<!ENTITY|<!DOCTYPE|@import|javascript:|\son\w+\s*=|(?:href|src)\s*=(?!\s*["']?(?:#|data:image\/png))|url\((?!\s*["']?#)/i;

/** Why a file is not taken as a logo; null if it is. */
export function faultOfLogo(bytes: Uint8Array): string | null {
  if (bytes.length > mostBytes) return `has ${bytes.length} bytes, expected at most ${mostBytes}`;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'is not text in UTF-8, expected an SVG file';
  }
  if (!/^<svg[\s>]/.test(withoutProlog(text)) || !text.trimEnd().endsWith('</svg>'))
    return 'is not an SVG file';
  const [refusedPart] = refusedParts.exec(text) ?? [];
  return refusedPart === undefined
    ? null
    : `has ${JSON.stringify(refusedPart.trim())}, which could run or load something, ` +
        'expected a picture alone';
}

/** An XML text from its first tag on: without its declaration and the comments before the tag. */
function withoutProlog(text: string): string {
  let left = text.trimStart();
  if (left.startsWith('<?xml')) left = after(left, '?>').trimStart();
  while (left.startsWith('<!--')) left = after(left, '-->').trimStart();
  return left;
}

function after(text: string, mark: string): string {
  const offset = text.indexOf(mark);
  return offset < 0 ? '' : text.slice(offset + mark.length);
}

/**
 * Keeps the file that LMI_LOGO names, byte for byte, for pages of real data; the sample must not
 * show the logo of a publisher. Throws ReportedError for a file that is no picture.
 */
export function keepLogoOfSetting(directory: string, file = process.env['LMI_LOGO'] ?? ''): void {
  if (file === '' || readableCatalogue(directory)?.catalogue.sample !== false) return;
  const bytes = readWhole(file);
  const fault = faultOfLogo(bytes);
  if (fault !== null) throw new ReportedError(`LMI_LOGO ${file}: ${fault}`);
  if (keptLogo(directory)?.equals(bytes) !== true) placeFile(join(directory, logoFile), bytes);
}

/** Null if none was supplied. */
export function keptLogo(directory: string): Buffer | null {
  return readOrNull(() => readWhole(join(directory, logoFile)));
}
