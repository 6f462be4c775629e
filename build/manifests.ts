// Makes the package.json of each package from that of the checkout.
import { bundledLibrary } from './bundled-library.ts';

/** Large, and only lmi mcp needs it, so people who use that install it themselves. */
const mcpLibrary = '@modelcontextprotocol/server';

export interface CheckoutManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly bin: object;
  readonly exports: object;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/**
 * The package of the command. Its library of workbooks is bundled, so it is no dependency. Nor is
 * Node: only the checkout brings one, for machines whose own is older than bin/lmi.js requires.
 */
export function manifestOfPackage({
  name,
  version,
  description,
  license,
  type,
  bin,
  exports,
  ...checkout
}: CheckoutManifest) {
  const dependencies = Object.fromEntries(
    Object.entries(checkout.dependencies).filter(([dependency]) => dependency !== bundledLibrary),
  );
  const optionalDependencies = Object.fromEntries(
    Object.entries(checkout.optionalDependencies).filter(
      ([dependency]) => !/^node-/.test(dependency) && dependency !== mcpLibrary,
    ),
  );
  const peerDependencies = { [mcpLibrary]: checkout.optionalDependencies[mcpLibrary] };
  const peerDependenciesMeta = { [mcpLibrary]: { optional: true } };
  const engines = { node: '>=22.15' };
  return {
    name,
    version,
    description,
    license,
    private: true,
    type,
    engines,
    bin,
    exports,
    dependencies,
    optionalDependencies,
    peerDependencies,
    peerDependenciesMeta,
  };
}

/** The package of the client alone. Node 20 asks servers; data on disk need 22.15. */
export function manifestOfClient({ name, version, license, type }: CheckoutManifest) {
  return {
    name: `${name}-client`,
    version,
    description:
      'Typed client of the labour market information API, for servers and for data on disk',
    license,
    private: true,
    type,
    engines: { node: '>=20' },
    sideEffects: false,
    exports: {
      '.': { types: './types/client/servers.d.ts', default: './index.js' },
      './disk': { types: './types/client/index.d.ts', default: './disk.js' },
    },
  };
}
