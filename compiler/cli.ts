#!/usr/bin/env node
// The command line: names, options and exit codes. Each command is a file of compiler/commands.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import {
  catalogueFile,
  chooseDirectory,
  defaultDirectories,
  writeAsOwner,
} from './edition/data-directory.ts';
import { describeFileFault, isFileFault } from './edition/files.ts';
import { installationErrorOf } from './release/installation.ts';
import { version, describeMissingPackage } from './fetch/own-package.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { exitCodes } from './exit-codes.ts';
import { print, tell, typeCommands } from './report/print.ts';

function integer(value: string): number {
  if (!/^[0-9]{1,9}$/.test(value)) throw new InvalidArgumentError('expected a whole number');
  return Number(value);
}

function port(value: string): number {
  const number = integer(value);
  if (number > 65_535) throw new InvalidArgumentError('expected a port, 0 to 65535');
  return number;
}

function jobs(value: string): number {
  const number = integer(value);
  if (number < 1 || number > 64) throw new InvalidArgumentError('expected a number, 1 to 64');
  return number;
}

/** A value that is not empty. One from a variable that is not set would mean the current folder. */
const notEmpty = (expected: string) => (value: string) => {
  if (value === '') throw new InvalidArgumentError(`expected ${expected}`);
  return value;
};
const folder = notEmpty('a folder');
const store = notEmpty('a folder, or s3://BUCKET/PREFIX');

// A word has one meaning on the whole command line, and one sentence.
const ofSource = ['--source <key...>', 'only these sources'] as const;
const asJson = ['--json', 'print the result as JSON'] as const;
const atLength = ['--verbose', 'print every list whole, and what is being done'] as const;
const isSample = ['--sample', 'go on although the data are the synthetic sample'] as const;
const signedBy = ['--sign <file>', 'ed25519 private key in PEM to sign the bundle with'] as const;
const provedBy = ['--key <file>', 'public key in PEM that a bundle must be signed with'] as const;
const newStore = ['--new-store', 'start a store in this empty folder'] as const;
const unseenToo = [
  '--accept-documented',
  'publish files of a layout that we have not seen in a real file',
] as const;
const edition = 'its release, its id or a beginning of it, as lmi status prints them';
const storeForm = 'folder of the store, or s3://BUCKET/PREFIX';
const live = 'dist-data/live';
const liveOrSample = `${live} if there is one, else the sample`;
const orBundle = `${liveOrSample}; a bundle too`;
const data = (where: string) =>
  new Option('--data <dir>', `data directory (default: ${where})`).argParser(folder);

/** Of every command. docs/operations.md has them too. */
const meanings = {
  fine: '0 done',
  refused: '1 something failed, or is not as it must be',
  usage: '2 it cannot be done as asked',
  held: '3 done, and something waits for a person',
  unreadable: '4 something could not be read or reached',
} satisfies Record<keyof typeof exitCodes, string>;

/**
 * Commands that write into a data directory. The others read the sample if there are no real data.
 */
const writers: ReadonlySet<string> = new Set([
  'compile',
  'import',
  'update',
  'prune',
  'accept',
  'withdraw',
  'daily',
  'pull',
  'publish',
]);

/** Commands that give pages away, which show the logo that LMI_LOGO names. */
const showLogo: ReadonlySet<string> = new Set([
  'serve',
  'workerd',
  'site',
  'bundle',
  'publish',
  'daily',
]);

/** The whole command line; `exit` receives the exit code of the command that ran. */
function createProgram(exit: (code: number) => void, apart: boolean): Command {
  const program = new Command('lmi')
    .version(version)
    .usage('COMMAND [options]')
    .description(
      'Compile official labour market publications into files, and serve, read and search them.',
    )
    .exitOverride()
    .configureOutput({ outputError: (text) => tell(text.replace(/^error: /, '')) })
    .showHelpAfterError('(lmi --help lists the commands)')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nlmi COMMAND --help says more, with an example.\nExit codes: ' +
        `${Object.values(meanings).join('; ')}.`,
    )
    .configureHelp({
      subcommandTerm: (subcommand) => subcommand.name(),
      visibleOptions: (subcommand) => (subcommand.parent === null ? [] : [...subcommand.options]),
    })
    // Before the command, for commands that are printed: lmi --data DIR COMMAND.
    .option('--data <dir>', 'data directory', folder)
    .enablePositionalOptions()
    .hook('preAction', async (_, action) => {
      const dataDirectory: string | undefined = action.opts()['data'] ?? program.opts()['data'];
      if (dataDirectory !== undefined) action.setOptionValue('data', dataDirectory);
      const isWriter = writers.has(action.name());
      // lmi verify has its directory as an argument.
      const given = action.name() === 'verify' ? (action.args[0] ?? dataDirectory) : dataDirectory;
      const reads = !isWriter && action.options.some(({ long }) => long === '--data');
      const chosen = given ?? (reads ? chooseDirectory(undefined) : defaultDirectories.live);
      const directory =
        given !== undefined || existsSync(join(chosen, catalogueFile))
          ? chosen
          : defaultDirectories.live;
      typeCommands(names(), directory);
      if (isWriter || action.name() === 'review' || action.name() === 'bundle')
        writeAsOwner(action.opts()['into'] ?? directory);
      if (showLogo.has(action.name()))
        (await import('./edition/logo.ts')).keepLogoOfSetting(
          dataDirectory ?? defaultDirectories.live,
        );
    });
  const names = () => program.commands.map((subcommand) => subcommand.name());
  /** A command of the group begun last: its sentence, and the example that ends its help. */
  const command = (name: string, sentence: string, example: string) =>
    program
      .command(name)
      .description(sentence)
      .showHelpAfterError(`(lmi ${name} --help says more)`)
      .addHelpText('after', `\nExample: npx lmi ${example}`);

  program.commandsGroup('Data:');

  command(
    'compile',
    'compile published files, or the synthetic sample, offline',
    'compile --from published --source ashe',
  )
    .option(
      '--from <dir>',
      'folder laid out as DIR/<source>/<release>/<files> (default: the files kept in ' +
        'the data directory)',
      folder,
    )
    .option('--sample', 'the built-in synthetic sample')
    .option(
      '--into <dir>',
      'after an upgrade: a new data directory, made from the files and decisions of ' +
        '--data, which an earlier version wrote',
      folder,
    )
    .option(...ofSource)
    .addOption(data(`${live}; of the sample dist-data/sample`))
    .option(...unseenToo)
    .option(
      '--jobs <n>',
      'processes that compile at once (default: one for each core, up to 4)',
      jobs,
    )
    .option(...asJson)
    .option(...atLength)
    .action(async ({ sample = false, from, into, acceptDocumented, ...options }) => {
      if (sample && into === undefined && (from !== undefined || acceptDocumented !== undefined))
        throw new ReportedError(
          '--sample compiles no published files: leave out --from and --accept-documented',
        );
      // Loading the sources and making the sample takes seconds.
      if (sample && into === undefined && options.json !== true)
        tell('the synthetic sample: begins\n');
      const { compileCommand, sampleCommand, upgradeCommand } = await import(
        './commands/compile.ts'
      );
      if (into !== undefined) {
        const others = [from, acceptDocumented, options.source];
        if (sample || others.some((other) => other !== undefined))
          throw new ReportedError(
            '--into upgrades all that --data has: leave out --from, --sample, --source ' +
              'and --accept-documented',
          );
        return exit(await upgradeCommand({ ...options, into, apart }));
      }
      exit(
        await (sample
          ? sampleCommand({ ...options, apart })
          : compileCommand({ ...options, from, acceptDocumented, apart })),
      );
    });

  command(
    'import',
    'recognise and compile files that a browser has downloaded',
    'import ~/Downloads/ashetable142025provisional.zip',
  )
    .argument('<file...>', 'downloaded files and zips, under any name')
    .option('--release <name>', 'the release of files that do not state theirs')
    .option('--released <day>', 'the day of publication, such as 2025-10-23')
    .option('--source <key>', 'the source, if the content fits several')
    .option(
      '--out <dir>',
      'folder to keep the files in, as lmi compile --from reads them (default: imported ' +
        'in the data directory)',
      folder,
    )
    .addOption(data(live))
    .option(...isSample)
    .option(...unseenToo)
    .option(...asJson)
    .action(async (files, { out: into, ...options }) =>
      exit(await (await import('./commands/import.ts')).importCommand(files, { ...options, into })),
    );

  command(
    'update',
    'look for new releases at the publishers and compile them',
    'update --source onet esco',
  )
    .option(...ofSource)
    .addOption(data(live))
    .option('--dry-run', 'ask and read, and write nothing')
    .option(...asJson)
    .option(...atLength)
    .addOption(new Option('--of-day', 'leave out what the report of lmi daily has').hideHelp())
    .action(async (options) =>
      exit(await (await import('./commands/update.ts')).updateCommand({ ...options, apart })),
    );

  command(
    'status',
    'show what is served, held back, late and known to be wrong',
    'status --all --source ashe',
  )
    .option('--all', 'list every edition, newest first, with its failed checks')
    .option('--source <key>', 'only this source')
    .addOption(data(liveOrSample))
    .option(...asJson)
    .action(async (options) => exit((await import('./commands/status.ts')).statusCommand(options)));

  command('prune', 'remove documents that are no longer served', 'prune --dry-run')
    .option('--dry-run', 'say what would be removed')
    .addOption(data(live))
    .option(...asJson)
    .addHelpText('after', 'They can be compiled again from the kept files.')
    .action(async (options) => exit((await import('./commands/status.ts')).pruneCommand(options)));

  program.commandsGroup('Releases that wait for a person:');

  command('review', 'show what was understood of an edition', 'review 2025-provisional')
    .argument('[edition]', `${edition}; without it, what waits for a decision is listed`)
    .addOption(data(liveOrSample))
    .option('--all', 'print the lists whole')
    .option(...asJson)
    .action(async (name, options) =>
      exit(await (await import('./commands/review.ts')).reviewCommand(name, options)),
    );

  command(
    'diff',
    'show how every figure changed between two editions',
    'diff 2024-revised 2025-provisional',
  )
    .argument('<older>', edition)
    .argument('<newer>', 'the edition to compare it with')
    .addOption(data(liveOrSample))
    .option('--source <key>', 'the source of both releases, if several sources have them')
    .option('--all', 'print every figure that has changed, one a line')
    .option(...asJson)
    .action(async (older, newer, options) =>
      exit(await (await import('./commands/review.ts')).diffCommand(older, newer, options)),
    );

  command(
    'accept',
    'publish what is held back, reject it, or keep what its publisher has corrected',
    "accept 2025-provisional --reason 'compared with the bulletin'",
  )
    .argument('[edition...]', edition)
    .requiredOption('--reason <text>', 'why they may be published; this is public')
    .option(
      '--first',
      'every edition that waits only because its layout is new, and whose review has been printed',
    )
    .option(
      '--overrides <checks>',
      'names of the checks that hold it back, with commas between them; its review must ' +
        'have been printed',
    )
    .option('--not', 'reject the edition: it no longer waits for a decision')
    .addOption(data(live))
    .option(...asJson)
    .action(async (names, options) =>
      exit(await (await import('./commands/accept.ts')).acceptCommand(names, options)),
    );

  command(
    'withdraw',
    'withdraw a published edition, or undo that',
    "withdraw 2025-provisional --reason 'the publisher has withdrawn it' --dry-run",
  )
    .argument('<edition>', edition)
    .option('--reason <text>', 'why it is withdrawn; this is public')
    .option('--replace-with <edition>', 'the edition that clients should use in its place')
    .option('--dry-run', 'say what would be withdrawn and served')
    .option('--undo', 'undo the withdrawal: requests that pin the edition are answered again')
    .addOption(data(live))
    .option(...asJson)
    .addHelpText('after', 'Its pin answers 410, and the edition before it is served again.')
    .action(async (name, options) =>
      exit(await (await import('./commands/accept.ts')).withdrawCommand(name, options)),
    );

  program.commandsGroup('Serve:');

  command('serve', 'serve a data directory on this machine and print a key', 'serve --port 8787')
    .addOption(data(`${liveOrSample}, which is compiled first if necessary`))
    .option('--state <dir>', 'folder of keys and secrets (default: .lmi)', folder)
    .option('--port <n>', 'port; 0 for any free one', port, 8787)
    .action(async (options) =>
      exit(await (await import('./commands/serve.ts')).serveCommand(options)),
    );

  command(
    'workerd',
    'write what one machine needs to serve by workerd alone',
    'workerd --out service --sample',
  )
    .requiredOption('--out <dir>', 'folder to write; the secrets in it stay', folder)
    .addOption(data(liveOrSample))
    .option('--state <dir>', 'folder of the keys (default: OUT/state)', folder)
    .option('--listen <address>', 'ADDRESS:PORT or unix:PATH', '127.0.0.1:8787')
    .option(
      '--client-address <how>',
      "where the client's address comes from: direct, shared, cloudflare or header:NAME",
      'direct',
    )
    .option('--tls-key <file>', 'private key, PEM')
    .option('--tls-certificate <file>', 'certificate and its chain, PEM')
    .option('--private-mail', 'the mail server is on this machine or in a private network')
    .option(...isSample)
    .option(
      '--store <store>',
      `${storeForm}: writes a systemd timer too, which brings in new data each day`,
      store,
    )
    .option(...signedBy)
    .action(async (options) =>
      exit(await (await import('./commands/serve.ts')).workerdCommand(options)),
    );

  command(
    'deploy',
    'deploy the worker to Cloudflare, over a bucket of data',
    'deploy --store s3://BUCKET --url https://lmi.example.org --dry-run',
  )
    .requiredOption('--store <store>', 's3://BUCKET or s3://BUCKET/PREFIX', store)
    .requiredOption('--url <url>', 'where clients reach the service')
    .option(...isSample)
    .option('--dry-run', 'build and check everything, and send nothing')
    .option('--out <dir>', 'folder to keep the built worker in', folder)
    .action(async ({ url: publicUrl, out: outdir, ...options }) =>
      exit(
        await (await import('./commands/serve.ts')).deployCommand({
          ...options,
          publicUrl,
          outdir,
        }),
      ),
    );

  const keys = command(
    'keys',
    'make, list and revoke keys of a running server',
    "keys create 'a careers site'",
  ).addHelpText('after', 'It needs LMI_ADMIN_SECRET, or --state of a local server.');
  const keyCommand = (name: string, sentence: string) =>
    keys
      .command(name)
      .description(sentence)
      .option('--url <url>', 'the server (default: the one of this launcher or of --state)')
      .option(
        '--state <dir>',
        'folder of keys and secrets of a local server (default: .lmi)',
        folder,
      );
  keyCommand('create', 'make a key; it replaces the earlier key of that name')
    .argument('<name>', 'name of the holder')
    .option('--per-minute <n>', 'answers in any 60 seconds', integer)
    .action(async (name, options) =>
      exit(await (await import('./commands/keys.ts')).createKeyCommand(name, options)),
    );
  keyCommand('list', 'list accounts').action(async (options) =>
    exit(await (await import('./commands/keys.ts')).listKeysCommand(options)),
  );
  keyCommand('revoke', "revoke an account's key")
    .argument('<account>', 'account id, as listed')
    .action(async (account, options) =>
      exit(await (await import('./commands/keys.ts')).revokeKeyCommand(account, options)),
    );

  program.commandsGroup('Take away:');

  command(
    'bundle',
    'pack every served edition into one zip, with its tables',
    'bundle --out bundles',
  )
    .addOption(data(liveOrSample))
    .option(
      '--out <dir>',
      'folder for it and its latest.json (default: bundles in the data directory, which ' +
        'a server offers)',
      folder,
    )
    .option('--all', 'pack every published edition, not only the served ones')
    .option(...isSample)
    .option('--site', 'with the pages as files, which open from a disk: site/index.html')
    .option('--url <url>', 'with --site: address of your server, for the examples of calls')
    .option(...signedBy)
    .option(...asJson)
    .action(async ({ url: api, ...options }) =>
      exit(await (await import('./commands/publish.ts')).bundleCommand({ ...options, api })),
    );

  command(
    'site',
    'write the pages as files that open from a disk, with the search',
    'site --out site',
  )
    .requiredOption('--out <dir>', 'folder for the files', folder)
    .addOption(data(orBundle))
    .option('--url <url>', 'address of your server, for the examples of calls')
    .action(async ({ url: api, ...options }) =>
      exit(await (await import('./commands/serve.ts')).siteCommand({ ...options, api })),
    );

  program.commandsGroup('Look up:');

  command('get', 'answer an API path offline', "get '/v1/occupations/2134/pay?sex=female' --trace")
    .argument('<path>', 'path and query')
    .addOption(data(orBundle))
    .option('--held <edition>', 'answer as if this edition, which is held back, were published')
    .option(
      '--trace',
      "show the cell of the publisher's file behind each figure instead; a bundle must " +
        'be unpacked with lmi pull',
    )
    .option('--json', 'with --trace: print it as JSON')
    .action(async (path, options) =>
      exit(await (await import('./commands/lookup.ts')).getCommand(path, options)),
    );

  command(
    'search',
    'find the unit group of a job title, or of every title in a list',
    'search --batch jobs.csv --column title --out coded.csv',
  )
    .argument('[title...]', 'the job title')
    .option('--limit <n>', 'most unit groups to print', integer, 10)
    .addOption(data(orBundle))
    .option(...asJson)
    .option(
      '--batch <file>',
      'a CSV, a file with one title a line, or - for standard input: codes each row, as ' +
        'CSV or with --json as JSON lines',
    )
    .option(
      '--column <heading>',
      'the list is a CSV with the titles in this column; every column comes back',
    )
    .option(
      '--threshold <n>',
      'least confidence, 0 to 1: adds a column that says which rows a person must look at',
      Number,
    )
    .option('--out <file>', 'write the results to this file in place of standard output')
    .action(async (title, options) => {
      const { batch } = options;
      if ((batch === undefined) === (title.join('').trim() === ''))
        throw new ReportedError('expected either a title or --batch FILE');
      if (batch === undefined)
        exit(await (await import('./commands/lookup.ts')).searchCommand(title.join(' '), options));
      else
        exit(await (await import('./commands/search-batch.ts')).searchBatchCommand(batch, options));
    });

  command('mcp', 'answer an assistant over standard input and output', 'mcp --data lmi.zip')
    .addOption(data(orBundle))
    .option('--server <address>', 'ask this server, with the key in LMI_API_KEY')
    .addHelpText(
      'after',
      'It speaks the Model Context Protocol. Name it in the settings of the assistant.',
    )
    .action(async (options) => exit(await (await import('./commands/mcp.ts')).mcpCommand(options)));

  program.commandsGroup('A service and its store:');

  command(
    'daily',
    'run one day: pull, update, verify, bundle, publish, report',
    'daily --store /srv/lmi/store --new-store',
  )
    .requiredOption('--store <store>', storeForm, store)
    .option(...newStore)
    .addOption(data(live))
    .option(...signedBy)
    .option('--out <dir>', 'folder for the report (default: reports in the data directory)', folder)
    .option('--strict', 'end with exit code 1 where it would be 3')
    .option(...asJson)
    .action(async ({ out: reports, ...options }) =>
      exit(await (await import('./commands/daily.ts')).dailyCommand({ ...options, reports })),
    );

  command(
    'pull',
    'fetch data from a store, a server, or a bundle',
    'pull https://lmi.example.org --data lmi',
  )
    .argument('<from>', `${storeForm}; a server's address; or a bundle`, store)
    .option('--all', 'from a store: every document and every file of the publishers')
    .option(...provedBy)
    .option('--older', 'take data that are older than those held')
    .addOption(data(`${live}; of a bundle dist-data/bundle`))
    .option(...asJson)
    .action(async (from, options) =>
      exit(await (await import('./commands/publish.ts')).pullCommand(from, options)),
    );

  command('publish', 'copy a data directory to a store', 'publish /srv/lmi/store --new-store')
    .argument('<store>', storeForm, store)
    .option(...isSample)
    .option(...newStore)
    .option(
      '--repair',
      'compare every file of the store, and put back what is damaged or missing there',
    )
    .addOption(data(live))
    .option(...asJson)
    .addHelpText('after', 'The catalogue comes last, and only if nobody else has changed it.')
    .action(async (to, options) =>
      exit(await (await import('./commands/publish.ts')).publishCommand(to, options)),
    );

  command(
    'verify',
    'compare data, a store or a bundle with its digests, byte for byte',
    'verify bundles/lmi-0123456789abcdef.zip',
  )
    .argument(
      '[dir]',
      'data directory, the folder of a store, or a bundle, packed or unpacked',
      folder,
    )
    .addOption(data(liveOrSample))
    .option(...provedBy)
    .option(...asJson)
    .action(async (directory, options) =>
      exit(await (await import('./commands/verify.ts')).verifyCommand(directory, options)),
    );

  command('doctor', 'find what stops this machine from compiling and serving', 'doctor')
    .addOption(data(liveOrSample))
    .option('--state <dir>', 'folder of keys and secrets (default: .lmi)', folder)
    .option(...asJson)
    .addHelpText(
      'after',
      'It looks at clock, disk, data and keys of publishers. lmi update --dry-run asks ' +
        'the publishers.',
    )
    .action(async (options) =>
      exit(await (await import('./commands/status.ts')).doctorCommand(options)),
    );

  const outdated = (lines: readonly string[]) => {
    for (const line of lines) tell(`${line}\n`);
    exit(lines.length > 0 ? exitCodes.refused : exitCodes.fine);
  };
  program
    .command('readme', { hidden: true })
    .description('write the generated tables of README.md, and the generated pages of docs')
    .option('--check', 'compare instead of writing')
    .action(async ({ check = false }) => {
      const { generatePages } = await import('./generate/pages.ts');
      const { changelogFaults } = await import('./generate/changelog.ts');
      outdated([...generatePages({ check }), ...(check ? changelogFaults() : [])]);
    });

  program
    .command('openapi', { hidden: true })
    .description('write schemas/openapi.json, with examples of the sample, and client/calls.ts')
    .option('--data <dir>', 'the compiled sample', folder, defaultDirectories.sample)
    .option('--check', 'compare instead of writing, all but prose and examples')
    .action(async ({ data, check = false }) => {
      const { generateOpenApi, openApiFaults } = await import('./generate/openapi.ts');
      if (!check) await generateOpenApi(data);
      outdated(check ? await openApiFaults(null) : []);
    });

  program
    .command('changelog', { hidden: true })
    .description(
      'record that the newest entry of server/meta/changelog.ts names all changes of ' +
        'schemas/openapi.json, and write CHANGELOG.md',
    )
    .action(async () => {
      print(`${(await import('./generate/changelog.ts')).recordChangelog()}\n`);
      (await import('./generate/pages.ts')).generatePages({ check: false });
      exit(exitCodes.fine);
    });

  typeCommands(names());
  return program;
}

// A reader such as `head` closes the pipe early. This is not a fault. Half of a result on a full
// disk is one.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  tell(`standard output cannot be written (${error.code}), so the result is not whole\n`);
  process.exit(exitCodes.refused);
});

// The work goes on after standard error is closed, as in `lmi compile 2>&1 | head -1`, or when the
// disk of its log is full.
process.stderr.on('error', () => {});

/** An error for a person; null for a bug of ours, which shows its stack. */
function reportedErrorOf(error: unknown): ReportedError | null {
  if (error instanceof ReportedError) return error;
  if (isFileFault(error)) return new ReportedError(describeFileFault(error));
  const missing = describeMissingPackage(error);
  return missing === null ? installationErrorOf(error) : new ReportedError(missing);
}

/**
 * Runs the command line and sets the exit code. Prints a reported fault without its stack. Releases
 * are compiled in processes of their own, unless `apart` is false.
 */
export async function main(
  argv: readonly string[],
  { apart = true }: { readonly apart?: boolean } = {},
): Promise<void> {
  // V8 lets the heap grow to several times what is in use. Twice takes no longer.
  setFlagsFromString('--heap-growing-percent=100');
  try {
    await createProgram((code) => {
      process.exitCode = code;
    }, apart).parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError)
      process.exitCode = error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
    else {
      const reported = reportedErrorOf(error);
      if (reported === null) throw error;
      tell(`${reported.message}\n`);
      process.exitCode = exitCodes[reported.kind];
    }
  } finally {
    typeCommands([]);
  }
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
)
  await main(process.argv.slice(2));
