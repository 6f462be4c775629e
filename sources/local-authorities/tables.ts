// The table of the local areas.
import { areaSlugs } from '#schemas/codes.ts';
import type { NeededObservations } from '#sources/kit/needs.ts';
import { type Table, tableOf, text } from '#sources/kit/tables.ts';

export function tables({ areas }: NeededObservations['local-authorities']): Table[] {
  return [
    tableOf(
      'local-authorities',
      'Local authorities of April 2023, with London as one area',
      areas,
      [
        text('area_code', 'GSS code of the area.', ({ code }) => code),
        text('area', 'Slug of the area, as the API names it.', ({ slug }) => slug),
        text('area_name', 'Name of the area.', ({ name }) => name),
        text(
          'part_of',
          'Slug of the region or nation of the area.',
          ({ partOf }) => partOf.slug,
          areaSlugs.all,
        ),
        text(
          'former_code',
          'The code that the area had before; empty if there is none.',
          ({ formerCodes }) => formerCodes[0] ?? null,
        ),
      ],
    ),
  ];
}
