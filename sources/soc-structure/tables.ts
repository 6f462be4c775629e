// The table of the groups of every level.
import type { NeededObservations } from '#sources/kit/needs.ts';
import { type Table, tableOf, text } from '#sources/kit/tables.ts';

/** By the number of digits of a code. */
const levels = ['major group', 'sub-major group', 'minor group', 'unit group'];

export function tables({ groups, unitGroups }: NeededObservations['soc-structure']): Table[] {
  const described = new Map(unitGroups.map((unit) => [unit.code, unit]));
  return [
    tableOf('soc-structure', 'Every group of SOC 2020', groups.values(), [
      text('soc2020', 'Code of the group, one to four digits.', ({ code }) => code),
      text(
        'level',
        'Level of the group in the classification.',
        ({ code }) => levels[code.length - 1] ?? null,
        levels,
      ),
      text('title', 'The title of the group.', ({ title }) => title),
      text(
        'parent',
        'Code of the group above; empty for a major group.',
        ({ code }) => code.slice(0, -1) || null,
      ),
      text(
        'description',
        'What people of the unit group do; empty for a broader group.',
        ({ code }) => described.get(code)?.description ?? null,
      ),
      text(
        'entry_routes',
        'How people enter the unit group; empty for a broader group.',
        ({ code }) => described.get(code)?.entryRoutes ?? null,
      ),
      text(
        'tasks',
        'Typical tasks of the unit group, one a line; empty for a broader group.',
        ({ code }) => described.get(code)?.tasks.join('\n') ?? null,
      ),
    ]),
  ];
}
