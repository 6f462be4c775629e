// Everything that the command line prints passes here, so that text of publishers and callers stays
// text, and a command in it can be pasted.
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printable } from '#schemas/printable.ts';
import { defaultDirectories, home, isCheckout } from '../edition/data-directory.ts';

/** Prints results on standard output. False if the reader is slower, as `write` says. */
export function print(text: string): boolean {
  return process.stdout.write(printable(asTyped(text)));
}

export function printJson(value: unknown, indent?: number): void {
  process.stdout.write(jsonText(value, indent));
}

/** JSON whose texts have their commands as a person types them. */
export function jsonText(value: unknown, indent?: number): string {
  const typed = (_: string, member: unknown) =>
    typeof member === 'string' ? asTyped(member) : member;
  return `${printable(JSON.stringify(value, typed, indent))}\n`;
}

export function tell(text: string): void {
  process.stderr.write(printable(asTyped(text)));
}

/**
 * Prints an answer or a table for another program: exactly as it is, unless a person sees it on a
 * terminal.
 */
export function printData(text: string): boolean {
  return process.stdout.write(process.stdout.isTTY ? printable(text) : text);
}

// Our texts name a command as `lmi NAME`.
let commands: RegExp | null = null;
let program = 'lmi';

/**
 * From here on commands of these names are printed as a person types them, for this data directory;
 * as our texts name them, if there are none.
 */
export function typeCommands(
  names: readonly string[],
  directory: string = defaultDirectories.live,
): void {
  commands =
    names.length === 0
      ? null
      : new RegExp(`(?<![\\w./:-])(?<!npx )lmi (?=((?:${names.join('|')})\\b.*|--help))`, 'g');
  const isUsual = resolve(directory) === resolve(defaultDirectories.live);
  program = `${invocation()}${isUsual ? '' : ` --data ${quotedForShell(resolve(directory))}`}`;
}

/**
 * The text with its commands as a person types them. One that names a data directory keeps that
 * one.
 */
export function asTyped(text: string): string {
  return commands === null
    ? text
    : text.replace(
        commands,
        (_, remainder: string) => `${remainder.includes(' --data ') ? invocation() : program} `,
      );
}

/**
 * What runs this program where the person is. A launcher says its own name, npx finds the checkout
 * from within it.
 */
function invocation(): string {
  const { LMI_COMMAND: launcher } = process.env;
  if (launcher) return quotedForShell(launcher);
  const isInside = !relative(home, process.cwd()).startsWith('..');
  if (isCheckout)
    return isInside
      ? 'npx lmi'
      : quotedForShell(fileURLToPath(new URL('../../bin/lmi.js', import.meta.url)));
  return existsSync(join(process.cwd(), 'node_modules/.bin/lmi')) ? 'npx lmi' : 'lmi';
}

export function quotedForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
