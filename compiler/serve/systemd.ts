// The units that systemd runs on one machine: the service, and the timer that brings in new data
// once a day, with its own service and the file of its keys.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sources } from '#sources/index.ts';
import { home } from '../edition/data-directory.ts';

/**
 * A percent sign begins a specifier in systemd's paths. The path of EnvironmentFile is the rest of
 * its line, with spaces and quotes.
 */
const unitEscaped = (text: string): string => text.replaceAll('%', '%%');
/** One word of a command. A dollar sign would begin a variable. */
const unitQuoted = (text: string): string =>
  `"${unitEscaped(text).replaceAll('$', '$$$$').replace(/["\\]/g, '\\$&')}"`;
/** One path of a list, in which systemd reads quotes but no backslashes. */
const unitPath = (text: string): string =>
  text.includes('"') ? `'${unitEscaped(text)}'` : `"${unitEscaped(text)}"`;

const head =
  '# Written by lmi workerd. Copy it to /etc/systemd/system; docs/operations.md explains how.';

/** What all our units forbid. */
const hardening = `NoNewPrivileges=yes
ProtectSystem=strict
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictNamespaces=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX`;

type Unit = Readonly<Record<'program' | 'environment' | 'config' | 'state', string>> & {
  readonly port: number;
};

export function serviceUnit({ program, environment, config, state, port }: Unit): string {
  // Only root may bind a port below 1024 without this capability.
  const capabilities =
    port < 1024
      ? 'AmbientCapabilities=CAP_NET_BIND_SERVICE\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE'
      : 'CapabilityBoundingSet=';
  return `${head}
[Unit]
Description=Labour market information
Wants=network-online.target
After=network-online.target
# systemd restarts the service after every crash. If it crashes again and again for about three
# minutes, the unit stays failed, where you can see it.
StartLimitIntervalSec=600
StartLimitBurst=100

[Service]
User=lmi
EnvironmentFile=${unitEscaped(environment)}
ExecStart=${unitQuoted(program)} serve ${unitQuoted(config)}
Restart=always
RestartSec=2
TimeoutStopSec=15
LimitNOFILE=65536
UMask=0077
ProtectHome=read-only
ReadWritePaths=${unitPath(state)}
${hardening}
${capabilities}

[Install]
WantedBy=multi-user.target
`;
}

/** The command line, which Node runs. */
export const cli = fileURLToPath(new URL(`../cli${extname(import.meta.url)}`, import.meta.url));

const name = 'labour-market-information-daily';

/**
 * Writes into `out`. An existing file of keys stays. `sign`: the file of the private key that
 * bundles are signed with.
 */
export function writeDailyUnits(
  out: string,
  { data, store, sign }: Pick<DailyUnit, 'data' | 'store' | 'sign'>,
) {
  const service = join(out, `${name}.service`);
  const timer = join(out, `${name}.timer`);
  const environment = join(out, 'daily.environment');
  const reports = join(out, 'reports');
  if (!existsSync(environment))
    writeFileSync(environment, dailyEnvironmentText(), { mode: 0o600, flag: 'wx' });
  // systemd starts nothing that may write into a folder that is not there.
  mkdirSync(reports, { recursive: true, mode: 0o700 });
  writeFileSync(
    service,
    serviceText({ environment, data, store, sign, reports, lmi: join(out, 'lmi') }),
  );
  writeFileSync(timer, timerText);
  return { timer, environment };
}

function dailyEnvironmentText(): string {
  const keys: string[] = [];
  for (const { publisherKey } of sources)
    if (publisherKey !== undefined) keys.push(`${publisherKey.variable}=`);
  return `# Keys for the daily run, read each time it starts.
# lmi workerd writes this file only once.
# The publishers' keys. A source whose key is empty is not looked for.
${keys.join('\n')}
# For a store that is a bucket, s3://BUCKET/PREFIX.
AWS_ENDPOINT_URL_S3=
AWS_REGION=
AWS_ACCESS_KEY_ID=
AWS_SECRET_ACCESS_KEY=
`;
}

type DailyUnit = Readonly<Record<'environment' | 'data' | 'store' | 'reports' | 'lmi', string>> & {
  readonly sign: string | null;
};

function serviceText({ environment, data, store, sign, reports, lmi }: DailyUnit): string {
  const isBucket = store.startsWith('s3://');
  const place = isBucket ? store : resolve(store);
  const written = [data, ...(isBucket ? [] : [place]), reports];
  const signing = sign === null ? '' : ` --sign ${unitQuoted(resolve(sign))}`;
  const daily = `daily --store ${unitQuoted(place)} --out ${unitQuoted(reports)}${signing}`;
  return `${head}
[Unit]
Description=Labour market information: the day
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=lmi
WorkingDirectory=${unitEscaped(home)}
EnvironmentFile=${unitEscaped(environment)}
ExecStart=${unitQuoted(lmi)} ${daily}
# Something waits for a person: the report says what. With --strict above, the unit fails then.
SuccessExitStatus=3
TimeoutStartSec=4h
Nice=10
UMask=0022
ReadWritePaths=${written.map(unitPath).join(' ')}
${hardening}
CapabilityBoundingSet=
`;
}

// After the publishers' usual 09:30 in London, summer and winter. A machine that was off then runs
// it when it is on again.
const timerText = `${head}
[Unit]
Description=Labour market information: once a day

[Timer]
OnCalendar=*-*-* 10:47:00 Europe/London
RandomizedDelaySec=10min
Persistent=true

[Install]
WantedBy=timers.target
`;
