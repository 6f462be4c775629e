// lmi serve: runs the worker on this machine, over real data if there are any, else over the sample.
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory, defaultDirectories } from '../edition/data-directory.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { npmEnded } from '../serve/launcher.ts';
import { type ServeOptions, serve } from '../serve/serve.ts';
import { defaultState } from '../serve/state-directory.ts';
import { sampleCommand } from './compile.ts';
import { print, tell } from '../report/print.ts';
import { unreadableLines } from '../serve/unreadable-lines.ts';

export interface ServeArguments {
  readonly data?: string;
  readonly state?: string;
  readonly port: number;
}

/** Serves until it is interrupted, or until the npx or npm that started it has ended. */
export async function serveCommand({ data, state = defaultState, port }: ServeArguments): Promise<number> {
  // Looked at before anything takes long: a launcher that has ended can no longer be found.
  const launcherEnded = npmEnded();
  const directory = chooseDirectory(data);
  if (data === undefined && directory === defaultDirectories.sample) {
    const made = await sampleCommand({});
    if (made !== exitCodes.fine) return made;
  }
  const catalogue = await catalogueIn(directory);
  const { sample } = catalogue;
  for (const line of unreadableLines(catalogue)) tell(`${line}\n`);
  const server = await serve({ data: directory, state, port, ...settingsOf(process.env) });
  const what = sample ? 'the synthetic sample, which is not statistics' : 'real data';
  print(
    [
      `serving ${what}, from ${directory}`,
      `at ${server.url}, with the key ${server.key}`,
      'try:',
      `  curl -H 'X-API-Key: ${server.key}' '${server.url}/v1/occupations/2134/pay'`,
      `or open ${server.url} in a browser; mail ${server.outbox === null ? 'is sent' : `is kept in ${server.outbox}`}`,
      '',
    ].join('\n'),
  );
  await new Promise<void>((interrupted) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted());
    void launcherEnded.then(interrupted);
  });
  await server.close();
  return exitCodes.fine;
}

const mailVariables = ['MAIL_FROM', 'SMTP_HOST', 'SMTP_PORT', 'SMTP_SECURITY', 'SMTP_USER', 'SMTP_PASSWORD'] as const;

/** The settings in the environment, as docs/settings.md names them. */
function settingsOf(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<ServeOptions, 'clientAddress' | 'signUp' | 'publicUrl' | 'contact' | 'log' | 'mail'> {
  const { CLIENT_ADDRESS: clientAddress, SIGN_UP: signUp, PUBLIC_URL: publicUrl, CONTACT: contact, LOG: log } = environment;
  return {
    ...(clientAddress ? { clientAddress } : {}),
    ...(publicUrl ? { publicUrl } : {}),
    ...(contact ? { contact } : {}),
    ...(signUp ? { signUp } : {}),
    ...(log ? { log } : {}),
    mail: Object.fromEntries(mailVariables.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []))),
  };
}
