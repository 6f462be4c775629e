// What a probe reports. `lmi probe --json` prints it, to be sent to whoever mends a source. It holds no secret: no header of a request is in it,
// and a publisher's key that an answer repeats is blotted out.
import type { SourceKey } from '#schemas/codes.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { FileFormat } from '#sources/kit/read/sniff.ts';
import type { FileKind } from '#sources/kit/source.ts';
import type { Exchange } from '../fetch/http.ts';
import type { Compared } from './compare.ts';
import type { Verdict } from './verdicts.ts';

/** A request and what came. The body of a redirect or of an error is not read. */
export interface Asked extends Pick<Exchange, 'url' | 'status' | 'fault' | 'type' | 'bytes' | 'length'> {
  /** The first 64 bytes; a dot for each that is not printable ASCII. */
  readonly begins: string;
  /** The address that the answer redirects to, without its query. */
  readonly redirectsTo: string | null;
}

export interface FileReport {
  /** The name under which we keep the file. */
  readonly name: string;
  readonly url: string;
  /** What the source takes a file of this name for; null if the source reads no such file. */
  readonly expected: string | null;
  /** Whether we have seen a real file of this layout. The first release of a documented one waits for a person. */
  readonly layout: FileKind['layout'] | null;
  readonly state: 'not asked' | 'read' | 'failed' | 'left out';
  /** Null if it was not asked for. */
  readonly bytes: number | null;
  /** What its first bytes are; an .xlsx or .ods workbook is a zip. */
  readonly format: FileFormat | null;
}

/** A release that lmi update would take. */
export interface ReleaseReport {
  readonly name: string;
  /** The day on which it came out, ISO 8601; null if the pages do not state it. */
  readonly released: string | null;
  /** Only those of the newest release are read. */
  readonly files: readonly FileReport[];
}

export interface SourceProbe {
  readonly source: SourceKey;
  /** docs/probe.md explains each. */
  readonly verdict: Verdict;
  /** The verdict in a few words. */
  readonly title: string;
  /** What exactly was seen; null if everything is as expected. */
  readonly because: string | null;
  /** What a person can do today. */
  readonly today: readonly string[];
  readonly landingPage: string;
  readonly asked: readonly Asked[];
  /** The newest first. */
  readonly releases: readonly ReleaseReport[];
  /** The day announced for the next release, ISO 8601. */
  readonly nextRelease: string | null;
  /** What else a person should know, such as corrections by the publisher. */
  readonly remarks: readonly string[];
  readonly compared: readonly Compared[];
  /** At most fifty. */
  readonly problems: readonly Problem[];
  readonly seconds: number;
}

export interface ProbeReport {
  readonly format: 'lmi-probe/1';
  /** Of this program. */
  readonly version: string;
  /** When the probe began. */
  readonly at: string;
  /** True if no file was asked for. */
  readonly pagesOnly: boolean;
  readonly sources: readonly SourceProbe[];
}
