// Figures for whose reliability the publisher gives no measure: what stands beside each, and the verdict that can be given on it.
import type { Quality, QualityBasis } from '../codes.ts';
import { Presentable, QualityBand, QualityBasisSchema, Withheld, nullable } from '../figures.ts';

/** The siblings of a figure that can be withheld. */
export const verdictMembers = {
  quality: QualityBand,
  qualityBasis: QualityBasisSchema,
  presentable: Presentable,
  withheld: nullable(Withheld, 'Why the figure is null; null where it is published.'),
};

export interface Verdict {
  quality: Quality;
  qualityBasis: QualityBasis | null;
  presentable: boolean;
  withheld: Withheld | null;
}

/** The verdict where nothing but the publisher's own marker speaks of quality. */
export function verdictOnUnrated(withheld: Withheld | null): Verdict {
  return {
    quality: withheld?.reason === 'unreliable' ? 'unreliable' : 'unrated',
    qualityBasis: null,
    presentable: withheld === null,
    withheld,
  };
}
