// Noise crossed with titles: what adverts and surveys write around a job, and texts that are no
// job. Some titles and frames tuned the search. Others, with other employers, places and hours, are
// only reported.
import { readFileSync } from 'node:fs';
import { random } from '#sources/kit/random.ts';
import type { Purpose } from './queries.ts';

interface Written {
  readonly titles: readonly string[];
  /** A title in braces, and what is filled in from the lists of the same names. */
  readonly frames: readonly string[];
  readonly noJob: readonly string[];
  readonly [fill: string]: readonly string[];
}

const file: Readonly<Record<Purpose, Written>> = JSON.parse(
  readFileSync(new URL('frames.json', import.meta.url), 'utf8'),
);

export const framedTitles = (purpose: Purpose): readonly string[] => file[purpose].titles;
export const framesOf = (purpose: Purpose): readonly string[] => file[purpose].frames;
export const noJobs = (purpose: Purpose): readonly string[] => file[purpose].noJob;

/** The title in the frame. Equal titles and frames are always filled alike. */
export function framed(purpose: Purpose, frame: string, title: string): string {
  const draw = random(`frames/1/${frame}/${title}`);
  return frame.replace(/\{(\w+)\}/g, (_, name: string) => {
    const [first = '', ...rest] = (file[purpose][name] ?? []).filter((fill) => fill !== title);
    return name === 'title' ? title : draw.pick([first, ...rest]);
  });
}
