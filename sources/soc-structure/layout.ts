// What ONS prints in Volume 1's workbook: two sheets with a row for each group.
import { dayInFileName } from '#sources/kit/release-name.ts';
import type { FileKinds } from '#sources/kit/named-files.ts';
import type { RowOf, RowsOf } from '#sources/kit/table-layout.ts';
import { tables } from '#sources/kit/table.ts';

export const files = {
  workbook: {
    // The page says "descriptions", the file "description". The order of the date changed in 2026.
    match: /^soc2020volume1structureanddescriptionofunitgroupsexcel(\d{8})(?:v(\d+))?\.xlsx$/,
    layout: 'verified',
    day: dayInFileName,
    describe: 'the workbook of descriptions and framework',
  },
} as const satisfies FileKinds;

export const layout = tables('sources/soc-structure/layout.ts', {
  descriptions: {
    sheet: 'SOC2020 descriptions',
    columns: {
      major: 'SOC\n2020 Major Group',
      subMajor: 'SOC\n2020 Sub-Major Group',
      minor: 'SOC\n2020 Minor Group',
      unit: 'SOC 2020 Unit Group',
      title: 'SOC\n2020 \nGroup Title',
      children: 'Groups Classified Within Sub-Groups ',
      description: 'Group  Description',
      entryRoutes: 'Typical Entry Routes And Associated Qualifications',
      tasks: 'Tasks',
      relatedTitles: 'Related Job Titles',
    },
  },
  framework: {
    // Spelt "SOC2020 framework" since December 2025.
    sheet: 'SOC2020 Framework',
    columns: {
      uniqueId: 'Unique ID',
      major: 'SOC2020\nMajor Group',
      subMajor: 'SOC2020\nSub-Major Group',
      minor: 'SOC2020\nMinor Group',
      unit: 'SOC2020 Unit Group',
      title: 'SOC2020 Group Title',
      change: 'Change',
      // VERNO since December 2025.
      version: ['VERSNO', 'VERNO'],
    },
  },
});

export type SheetKind = keyof typeof layout.layouts;
export type Rows = RowsOf<typeof layout.layouts>;
export type DescriptionRow = RowOf<typeof layout.layouts, 'descriptions'>;
export type FrameworkRow = RowOf<typeof layout.layouts, 'framework'>;

export const parse = layout.parser('workbook', ['descriptions', 'framework']);
