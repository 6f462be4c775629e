// lmi doctor: what keeps this machine from compiling and serving, each with its repair. Exit code 1 where something does.
import { sources } from '#sources/index.ts';
import { chooseDirectory } from '../data-directory.ts';
import { examineMachine } from '../operations/doctor.ts';
import { exitCodes } from '../report.ts';
import { defaultState } from '../state-directory.ts';

export interface DoctorArguments {
  readonly data?: string;
  readonly state?: string;
  readonly online?: boolean;
  readonly json?: boolean;
}

const patienceMilliseconds = 10_000;

export async function doctorCommand({ data, state = defaultState, online = false, json = false }: DoctorArguments): Promise<number> {
  const ask = async (url: string) => {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(patienceMilliseconds) });
    await response.body?.cancel();
    return response.status;
  };
  const findings = await examineMachine({ directory: chooseDirectory(data), state, sources, environment: process.env, now: new Date(), ask: online ? ask : null });
  if (json) {
    process.stdout.write(`${JSON.stringify(findings)}\n`);
  } else {
    for (const { level, what, repair } of findings) process.stdout.write(`${level.padEnd(4)} ${what}${repair === null ? '' : `\n       ${repair}`}\n`);
  }
  return findings.some(({ level }) => level === 'fail') ? exitCodes.refused : exitCodes.fine;
}
