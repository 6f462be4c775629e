// Writes the software bill of materials of the package as CycloneDX 1.5: its dependencies, as the
// lock file has them, and what is bundled into it.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledPackage } from './bundled-library.ts';

export const softwareBillFile = 'sbom.cdx.json';

/**
 * Where a component is, once for each place: `node_modules`, or the file of the package that
 * holds it.
 */
export const placeProperty = 'lmi:place';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly [member: string]: unknown;
}

interface Bill {
  readonly metadata: { readonly component: Component; readonly [member: string]: unknown };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  readonly [member: string]: unknown;
}

interface Package {
  readonly name: string;
  /** The packages that npm installs with it. */
  readonly dependencies: readonly string[];
  readonly bundled: readonly BundledPackage[];
  /** The file of the package that holds the bundled ones. */
  readonly file: string;
}

/**
 * Writes the bill into `dist`. It reads only the lock file and asks no registry. Equal packages
 * have equal bills.
 */
export function writeSoftwareBill(
  root: string,
  dist: string,
  { name, dependencies, bundled, file }: Package,
): void {
  const everything = billOf(root);
  const reference = everything.metadata.component['bom-ref'];
  const graph = new Map(everything.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  // `npm sbom --omit dev` leaves out what is needed for tests too, so the closure is made here.
  const direct = (graph.get(reference) ?? []).filter((ref) =>
    dependencies.includes(ref.slice(0, ref.lastIndexOf('@'))),
  );
  const installed = new Set(direct);
  for (const ref of installed) for (const needed of graph.get(ref) ?? []) installed.add(needed);
  const inside = new Set(bundled.map((dependency) => `${dependency.name}@${dependency.version}`));

  const components: Component[] = [];
  for (const component of everything.components) {
    const ref = component['bom-ref'];
    const properties: { readonly name: string; readonly value: string }[] = [];
    if (installed.has(ref)) properties.push({ name: placeProperty, value: 'node_modules' });
    if (inside.has(ref)) properties.push({ name: placeProperty, value: `dist/${file}` });
    if (properties.length > 0) components.push({ ...component, properties });
  }
  const listed = new Set(components.map((component) => component['bom-ref']));
  const missing = [...inside].filter((ref) => !listed.has(ref));
  if (missing.length > 0)
    throw new Error(`the lock file has no ${missing.join(', ')}, which is bundled`);

  // The instant and the serial number would differ each time. npm gives the name of the folder as
  // that of the package.
  const { timestamp: _instant, ...metadata } = everything.metadata;
  const { serialNumber: _number, ...bill } = everything;
  const written = {
    ...bill,
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components,
    dependencies: [
      {
        ref: reference,
        dependsOn: [...direct, ...[...inside].filter((ref) => !installed.has(ref))],
      },
      ...components.map(({ 'bom-ref': ref }) => ({
        ref,
        dependsOn: (graph.get(ref) ?? []).filter((other) => listed.has(other)),
      })),
    ],
  };
  writeFileSync(join(dist, softwareBillFile), `${JSON.stringify(written, null, 1)}\n`);
}

function billOf(root: string): Bill {
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(text);
}
