// How esbuild bundles what runs in the worker.
import type { BuildOptions } from 'esbuild';

export const workerBuild = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['workerd', 'worker'],
  external: ['cloudflare:workers', 'cloudflare:sockets'],
  target: 'es2024',
  logLevel: 'silent',
} as const satisfies BuildOptions;
