// lmi workerd: writes what one machine needs to serve without Node.
import { resolve } from 'node:path';
import { chooseDirectory, defaultDirectories } from '../edition/data-directory.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { type WorkerdOptions, writeWorkerd } from '../serve/workerd.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { unreadableLines } from '../serve/unreadable-lines.ts';
import { print, tell } from '../report/print.ts';

export interface WorkerdArguments extends Omit<WorkerdOptions, 'data' | 'state' | 'program'> {
  readonly data?: string;
  readonly state?: string;
}

export async function workerdCommand({ data, state, ...options }: WorkerdArguments): Promise<number> {
  // The sample is served whatever else is there, unless a directory is named.
  const directory = data ?? (options.sample ? defaultDirectories.sample : chooseDirectory(data));
  const { start, unit, environment, daily, url } = await writeWorkerd({
    ...options,
    data: directory,
    state: state ?? resolve(options.out, 'state'),
  });
  for (const line of unreadableLines(await catalogueIn(directory))) tell(`${line}\n`);
  print(
    [
      `written for ${directory}, which it serves at ${url}`,
      `settings and secrets, written once: ${environment}`,
      `in the foreground: ${start}`,
      `as a service: ${unit}`,
      ...(daily === null ? [] : [`new data each day: ${daily.timer}, with its keys in ${daily.environment}`]),
      '',
    ].join('\n'),
  );
  return exitCodes.fine;
}
