// The apprenticeships documents of a harvest of the maps, as the pipeline makes them.
import type { ApprenticeshipsDocument } from '#schemas/resources/apprenticeships.ts';
import type { Examined } from '#sources/kit/source.ts';
import type { Rows } from '#sources/occupational-maps/layout.ts';
import type { MapObservations } from '#sources/occupational-maps/reshape.ts';
import { occupationalMaps } from '#sources/occupational-maps/source.ts';
import { bodiesOf } from './data-set.ts';

/** By unit group. */
export function documentsOf({ edition }: { readonly edition: Examined<Rows, MapObservations> }) {
  return bodiesOf<ApprenticeshipsDocument>(occupationalMaps, edition, ({ soc }) => soc ?? '');
}
