// lmi doctor: finds what stops this machine from compiling and serving, with repairs. Exit code 1 if it finds a failure.
import { sources } from '#sources/index.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { userAgent } from '../fetch/http.ts';
import { standInsOf } from '../fetch/stand-ins.ts';
import { examineMachine } from '../operations/doctor.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { defaultState } from '../serve/state-directory.ts';
import { print } from '../report/print.ts';

export interface DoctorArguments {
  readonly data?: string;
  readonly state?: string;
  /** Does not ask the publishers' sites. */
  readonly offline?: boolean;
  readonly json?: boolean;
}

// All sites are asked at once, and a person waits for the slowest.
const patienceMilliseconds = 4000;

export async function doctorCommand({ data, state = defaultState, offline = false, json = false }: DoctorArguments): Promise<number> {
  const standIns = standInsOf(process.env);
  const ask = async (url: string) => {
    const { origin } = new URL(url);
    const response = await fetch(url.replace(origin, standIns.get(origin) ?? origin), {
      method: 'HEAD',
      headers: { 'user-agent': userAgent },
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    await response.body?.cancel();
    return response.status;
  };
  const findings = await examineMachine({
    directory: chooseDirectory(data),
    state,
    sources,
    environment: process.env,
    now: new Date(),
    ask: offline ? null : ask,
  });
  if (json) {
    print(`${JSON.stringify(findings)}\n`);
  } else {
    for (const { level, what, repair } of findings) print(`${level.padEnd(4)} ${what}${repair === null ? '' : `\n       ${repair}`}\n`);
  }
  return findings.some(({ level }) => level === 'fail') ? exitCodes.refused : exitCodes.fine;
}
