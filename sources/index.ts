// The registry of sources: one line each, in the order of schemas/codes.ts.
import type { Source } from '#compiler/source.ts';
import { ashe } from './ashe/source.ts';
import { esco } from './esco/source.ts';
import { onet } from './onet/source.ts';
import { socIndex } from './soc-index/source.ts';
import { socStructure } from './soc-structure/source.ts';

export const sources: readonly Source[] = [
  socStructure,
  socIndex,
  ashe,
  onet,
  esco,
];
