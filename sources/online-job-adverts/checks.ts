// What an edition of the adverts must show before it is served.
import { anchors } from './checks/anchors.ts';
import type { AdvertCheck } from './checks/examined-tables.ts';
import { agreement, movements } from './checks/movement-checks.ts';
import { shape, suppression } from './checks/shape-checks.ts';

export const checks: readonly AdvertCheck[] = [...shape, ...suppression, ...agreement, ...movements, anchors];
