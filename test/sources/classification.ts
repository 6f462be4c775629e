// SOC 2020 as every source needs it, from the sample of its own source.
import type { NeededObservations } from '#sources/kit/needs.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { examineSample } from './examine.ts';

export async function structureOfSample(): Promise<NeededObservations['soc-structure']> {
  return (await examineSample(socStructure)).edition.observations;
}
