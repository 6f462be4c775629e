// Figures without a published measure of reliability: the quality that holds for all of them, and the members beside each figure.
import { type Explained, Presentable, QualityBand, QualityBasisSchema, Withheld, nullable } from '../figures.ts';

/** Stands once above the figures that it holds for. */
export const unratedMembers = { quality: QualityBand, qualityBasis: QualityBasisSchema };

/** The members beside a figure that can be withheld. */
export const verdictMembers = {
  presentable: Presentable,
  withheld: nullable(Withheld, 'Why the figure is null; null if it is published.'),
};

export interface Verdict {
  presentable: boolean;
  withheld: Explained | null;
}

/** The verdict on a figure that is not rated: it may be shown if it is published. */
export function verdictOn(withheld: Explained | null): Verdict {
  return { presentable: withheld === null, withheld };
}
