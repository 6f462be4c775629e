// Figures without a published measure of reliability: the members beside each figure, and their values.
import type { Quality, QualityBasis } from '../codes.ts';
import { Presentable, QualityBand, QualityBasisSchema, Withheld, nullable } from '../figures.ts';

/** The members beside a figure that can be withheld. */
export const verdictMembers = {
  quality: QualityBand,
  qualityBasis: QualityBasisSchema,
  presentable: Presentable,
  withheld: nullable(Withheld, 'Why the figure is null; null if it is published.'),
};

export interface Verdict {
  quality: Quality;
  qualityBasis: QualityBasis | null;
  presentable: boolean;
  withheld: Withheld | null;
}

/** The verdict if only the publisher's marker says something about quality. */
export function verdictOnUnrated(withheld: Withheld | null): Verdict {
  return {
    quality: withheld?.reason === 'unreliable' ? 'unreliable' : 'unrated',
    qualityBasis: null,
    presentable: withheld === null,
    withheld,
  };
}
