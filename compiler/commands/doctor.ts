// lmi doctor: finds what stops this machine from compiling and serving, with repairs. Exit code 1 if it finds a failure.
import { sources } from '#sources/index.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { examineMachine } from '../operations/doctor.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { defaultState } from '../serve/state-directory.ts';
import { print } from '../report/print.ts';

export interface DoctorArguments {
  readonly data?: string;
  readonly state?: string;
  readonly json?: boolean;
}

export function doctorCommand({ data, state = defaultState, json = false }: DoctorArguments): number {
  const findings = examineMachine({ directory: chooseDirectory(data), state, sources, environment: process.env, now: new Date() });
  if (json) print(`${JSON.stringify(findings)}\n`);
  else for (const { level, what, repair } of findings) print(`${level.padEnd(4)} ${what}${repair === null ? '' : `\n       ${repair}`}\n`);
  return findings.some(({ level }) => level === 'fail') ? exitCodes.refused : exitCodes.fine;
}
