// The classification and the coding index of April 2025 as published, for the real-file tests of sources that need them.
import type { Needs } from '#sources/kit/source.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { examineReal, needsOf } from './examine.ts';

/** What both hand over. */
export async function realSpine(): Promise<Needs> {
  const structure = (await examineReal(socStructure, '2025-04-16')).edition.observations;
  const index = (await examineReal(socIndex, '2025-04-16', needsOf({ 'soc-structure': structure }))).edition.observations;
  return needsOf({ 'soc-structure': structure, 'soc-index': index });
}
