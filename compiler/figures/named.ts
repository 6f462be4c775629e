// What the figures of an edition name, for the tables of what codes mean: areas, statuses with their markers, parts, and titles of codes.
import { codeLists } from '#sources/kit/figures.ts';
import type { Figure, ReadFiles, Source } from '#sources/kit/source.ts';
import type { Cell, Row } from './columns.ts';

/** The rows of each kind, without the source that they share. */
export interface Named {
  /** Slug, GSS code and name. */
  readonly areas: readonly Row[];
  /** Status, marker and what they mean. */
  readonly statuses: readonly Row[];
  /** Breakdown and part. */
  readonly parts: readonly Row[];
  /** List, code and title. */
  readonly codes: readonly Row[];
}

/** Notes what figures name while they are written. */
export class Naming {
  readonly #areas = new Map<string, Row>();
  readonly #statuses = new Map<string, Row>();
  readonly #parts = new Map<string, Row>();

  // Of the figure before: most figures name the same again.
  #area: Figure['area'] = null;
  #withheld: Figure['withheld'] | undefined;

  take({ area, withheld, dimensions: { breakdown, part } }: Figure): void {
    if (area !== null && area !== this.#area) note(this.#areas, area.slug, area.code, area.name);
    this.#area = area;
    if (withheld !== this.#withheld)
      note(
        this.#statuses,
        withheld?.reason ?? 'published',
        withheld?.marker ?? null,
        withheld?.explanation ?? 'The publisher gives the figure.',
      );
    this.#withheld = withheld;
    if (breakdown !== undefined && part !== undefined) note(this.#parts, breakdown, part);
  }

  named({ meanings }: Source, { observations }: ReadFiles<readonly unknown[], unknown>): Named {
    const codes = [...(meanings?.codes?.(observations) ?? [])].filter(({ list }) => codeLists.includes(list));
    return {
      areas: [...this.#areas.values()],
      statuses: [...this.#statuses.values()],
      parts: [...this.#parts.values()],
      codes: codes.map(({ list, code, title }) => [list, code, title]),
    };
  }
}

/** Keeps the first row of its first two cells. */
function note(rows: Map<string, Row>, first: string, second: Cell, ...others: readonly Cell[]): void {
  const key = `${first}\n${second}`;
  if (!rows.has(key)) rows.set(key, [first, second, ...others]);
}
