// The logo of Skills England, which its licence asks to be shown beside its data. The operator supplies the publisher's file, and it is shown
// unchanged. No schema library, because the worker carries this.

/** Its place in a data directory, a store, a bundle or a site, and its address on a server. */
export const logoFile = 'logos/skills-england.svg';

/** The record of the file, which is written last. */
export const logoRecordFile = 'logos/skills-england.json';

/** What proves the file. */
export interface LogoRecord {
  readonly sha256: string;
  readonly bytes: number;
}

/** Null if the text is no record. */
export function readLogoRecord(text: string): LogoRecord | null {
  const [, sha256, bytes] = /^\{"sha256":"([0-9a-f]{64})","bytes":(\d{1,7})\}\n$/.exec(text) ?? [];
  return sha256 === undefined || bytes === undefined ? null : { sha256, bytes: Number(bytes) };
}

export function logoRecordText({ sha256, bytes }: LogoRecord): string {
  return `{"sha256":"${sha256}","bytes":${bytes}}\n`;
}
