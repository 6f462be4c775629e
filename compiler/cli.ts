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

function confidence(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError('expected a confidence from 0 to 1');
  return number;
}

/** Refuses an empty value. One from a variable that is not set would mean the current folder. */
const notEmpty = (expected: string) => (value: string) => {
  if (value === '') throw new InvalidArgumentError(`expected ${expected}`);
  return value;
};
const folder = notEmpty('a folder');
const store = notEmpty('a folder, or s3://BUCKET/PREFIX');

// Options that several commands have. Each has one meaning and one sentence.
const sourceOption = ['--source <key...>', 'only these sources'] as const;
const jsonOption = ['--json', 'print the result as JSON'] as const;
const verboseOption = ['--verbose', 'print every list whole, and what is being done'] as const;
const sampleOption = ['--sample', 'go on although the data are the synthetic sample'] as const;
const signOption = ['--sign <file>', 'ed25519 private key in PEM to sign the bundle with'] as const;
const keyOption = ['--key <file>', 'public key in PEM that a bundle must be signed with'] as const;
const newStoreOption = ['--new-store', 'start a store in this empty folder'] as const;
const acceptDocumentedOption = [
  '--accept-documented',
  'publish files of a layout that we have not seen in a real file',
] as const;
const editionForm = 'its release, its id or a beginning of it, as lmi status prints them';
const storeForm = 'folder of the store, or s3://BUCKET/PREFIX';
const liveFolder = 'dist-data/live';
const liveOrSample = `${liveFolder} if there is one, else the sample`;
const liveSampleOrBundle = `${liveOrSample}; a bundle too`;
const dataOption = (where: string) =>
  new Option('--data <dir>', `data directory (default: ${where})`).argParser(folder);

/** What the exit codes of every command mean. docs/operations.md has them too. */
const exitCodeMeanings = {
  fine: '0 done',
  refused: '1 something failed, or is not as it must be',
  usage: '2 it cannot be done as asked',
  held: '3 done, and something waits for a person',
  unreadable: '4 something could not be read or reached',
} satisfies Record<keyof typeof exitCodes, string>;

/**
 * Commands that write into a data directory. The others read the sample if there are no real data.
 */
const writingCommands: ReadonlySet<string> = new Set([
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

/** Commands that serve or write pages, which show the logo that LMI_LOGO names. */
const commandsWithPages: ReadonlySet<string> = new Set([
  'serve',
  'workerd',
  'site',
  'bundle',
  'publish',
  'daily',
]);

interface CommandLine {
  readonly program: Command;
  /** Receives the exit code of the command that ran. */
  readonly exit: (code: number) => void;
  /** Whether releases are compiled in processes of their own. */
  readonly inWorkerProcesses: boolean;
}

function createProgram(options: Omit<CommandLine, 'program'>): Command {
  const program = new Command('lmi');
  const commandLine: CommandLine = { ...options, program };
  program
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
        `${Object.values(exitCodeMeanings).join('; ')}.`,
    )
    .configureHelp({
      subcommandTerm: (subcommand) => subcommand.name(),
      visibleOptions: (subcommand) => (subcommand.parent === null ? [] : [...subcommand.options]),
    })
    // Before the command, for commands that are printed: lmi --data DIR COMMAND.
    .option('--data <dir>', 'data directory', folder)
    .enablePositionalOptions()
    .hook('preAction', (_, action) => prepare(program, action));
  addDataCommands(commandLine);
  addDecisionCommands(commandLine);
  addServingCommands(commandLine);
  addKeyCommands(commandLine);
  addTakeAwayCommands(commandLine);
  addLookUpCommands(commandLine);
  addStoreCommands(commandLine);
  addGeneratorCommands(commandLine);
  typeCommands(namesOfCommands(program));
  return program;
}

const namesOfCommands = (program: Command) => program.commands.map((command) => command.name());

/** Settles, before a command runs, which directory it uses and which user it writes as. */
async function prepare(program: Command, action: Command): Promise<void> {
  const dataOfOption: string | undefined = action.opts()['data'] ?? program.opts()['data'];
  if (dataOfOption !== undefined) action.setOptionValue('data', dataOfOption);
  const isWriter = writingCommands.has(action.name());
  // lmi verify has its directory as an argument.
  const given = action.name() === 'verify' ? (action.args[0] ?? dataOfOption) : dataOfOption;
  const isReader = !isWriter && action.options.some(({ long }) => long === '--data');
  const chosen = given ?? (isReader ? chooseDirectory(undefined) : defaultDirectories.live);
  const isChosen = given !== undefined || existsSync(join(chosen, catalogueFile));
  const directory = isChosen ? chosen : defaultDirectories.live;
  typeCommands(namesOfCommands(program), directory);
  if (isWriter || action.name() === 'review' || action.name() === 'bundle')
    writeAsOwner(action.opts()['into'] ?? directory);
  if (commandsWithPages.has(action.name())) {
    const { keepLogoOfSetting } = await import('./edition/logo.ts');
    keepLogoOfSetting(dataOfOption ?? defaultDirectories.live);
  }
}

/** A command of the group begun last: its sentence, and the example that ends its help. */
function addCommand(program: Command, name: string, sentence: string, example: string): Command {
  return program
    .command(name)
    .description(sentence)
    .showHelpAfterError(`(lmi ${name} --help says more)`)
    .addHelpText('after', `\nExample: npx lmi ${example}`);
}

function addDataCommands({ program, exit, inWorkerProcesses }: CommandLine): void {
  program.commandsGroup('Data:');

  addCommand(
    program,
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
    .option(...sourceOption)
    .addOption(dataOption(`${liveFolder}; of the sample dist-data/sample`))
    .option(...acceptDocumentedOption)
    .option(
      '--jobs <n>',
      'processes that compile at once (default: one for each core, up to 4)',
      jobs,
    )
    .option(...jsonOption)
    .option(...verboseOption)
    .action(async (options) => exit(await runCompile(options, inWorkerProcesses)));

  addCommand(
    program,
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
    .addOption(dataOption(liveFolder))
    .option(...sampleOption)
    .option(...acceptDocumentedOption)
    .option(...jsonOption)
    .action(async (files, { out: into, ...options }) => {
      const { importCommand } = await import('./commands/import.ts');
      exit(await importCommand(files, { ...options, into }));
    });

  addCommand(
    program,
    'update',
    'look for new releases at the publishers and compile them',
    'update --source onet esco',
  )
    .option(...sourceOption)
    .addOption(dataOption(liveFolder))
    .option('--dry-run', 'ask and read, and write nothing')
    .option(...jsonOption)
    .option(...verboseOption)
    .addOption(new Option('--of-day', 'leave out what the report of lmi daily has').hideHelp())
    .action(async (options) => {
      const { updateCommand } = await import('./commands/update.ts');
      exit(await updateCommand({ ...options, inWorkerProcesses }));
    });

  addCommand(
    program,
    'status',
    'show what is served, held back, late and known to be wrong',
    'status --all --source ashe',
  )
    .option('--all', 'list every edition, newest first, with its failed checks')
    .option('--source <key>', 'only this source')
    .addOption(dataOption(liveOrSample))
    .option(...jsonOption)
    .action(async (options) => {
      const { statusCommand } = await import('./commands/status.ts');
      exit(statusCommand(options));
    });

  addCommand(program, 'prune', 'remove documents that are no longer served', 'prune --dry-run')
    .option('--dry-run', 'say what would be removed')
    .addOption(dataOption(liveFolder))
    .option(...jsonOption)
    .addHelpText('after', 'They can be compiled again from the kept files.')
    .action(async (options) => {
      const { pruneCommand } = await import('./commands/status.ts');
      exit(pruneCommand(options));
    });
}

interface CompileOptions {
  readonly sample?: boolean;
  readonly from?: string;
  readonly into?: string;
  readonly source?: readonly string[];
  readonly data?: string;
  readonly acceptDocumented?: boolean;
  readonly jobs?: number;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

/** lmi compile: of published files, of the sample, or as an upgrade. */
async function runCompile(
  { sample = false, from, into, acceptDocumented = false, ...options }: CompileOptions,
  inWorkerProcesses: boolean,
): Promise<number> {
  const isUpgrade = into !== undefined;
  if (sample && !isUpgrade && (from !== undefined || acceptDocumented))
    throw new ReportedError(
      '--sample compiles no published files: leave out --from and --accept-documented',
    );
  // Loading the sources and making the sample takes seconds.
  if (sample && !isUpgrade && options.json !== true) tell('the synthetic sample: begins\n');
  const { compileCommand, sampleCommand, upgradeCommand } = await import('./commands/compile.ts');
  if (isUpgrade) {
    if (sample || from !== undefined || acceptDocumented || options.source !== undefined)
      throw new ReportedError(
        '--into upgrades all that --data has: leave out --from, --sample, --source ' +
          'and --accept-documented',
      );
    return upgradeCommand({ ...options, into, inWorkerProcesses });
  }
  return sample
    ? sampleCommand({ ...options, inWorkerProcesses })
    : compileCommand({ ...options, from, acceptDocumented, inWorkerProcesses });
}

function addDecisionCommands({ program, exit }: CommandLine): void {
  program.commandsGroup('Releases that wait for a person:');

  addCommand(program, 'review', 'show what was understood of an edition', 'review 2025-provisional')
    .argument('[edition]', `${editionForm}; without it, what waits for a decision is listed`)
    .addOption(dataOption(liveOrSample))
    .option('--all', 'print the lists whole')
    .option(...jsonOption)
    .action(async (name, options) => {
      const { reviewCommand } = await import('./commands/review.ts');
      exit(await reviewCommand(name, options));
    });

  addCommand(
    program,
    'diff',
    'show how every figure changed between two editions',
    'diff 2024-revised 2025-provisional',
  )
    .argument('<older>', editionForm)
    .argument('<newer>', 'the edition to compare it with')
    .addOption(dataOption(liveOrSample))
    .option('--source <key>', 'the source of both releases, if several sources have them')
    .option('--all', 'print every figure that has changed, one a line')
    .option(...jsonOption)
    .action(async (older, newer, options) => {
      const { diffCommand } = await import('./commands/review.ts');
      exit(await diffCommand(older, newer, options));
    });

  addCommand(
    program,
    'accept',
    'publish what is held back, reject it, or keep what its publisher has corrected',
    "accept 2025-provisional --reason 'compared with the bulletin'",
  )
    .argument('[edition...]', editionForm)
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
    .addOption(dataOption(liveFolder))
    .option(...jsonOption)
    .action(async (names, options) => {
      const { acceptCommand } = await import('./commands/accept.ts');
      exit(await acceptCommand(names, options));
    });

  addCommand(
    program,
    'withdraw',
    'withdraw a published edition, or undo that',
    "withdraw 2025-provisional --reason 'the publisher has withdrawn it' --dry-run",
  )
    .argument('<edition>', editionForm)
    .option('--reason <text>', 'why it is withdrawn; this is public')
    .option('--replace-with <edition>', 'the edition that clients should use in its place')
    .option('--dry-run', 'say what would be withdrawn and served')
    .option('--undo', 'undo the withdrawal: requests that pin the edition are answered again')
    .addOption(dataOption(liveFolder))
    .option(...jsonOption)
    .addHelpText('after', 'Its pin answers 410, and the edition before it is served again.')
    .action(async (name, options) => {
      const { withdrawCommand } = await import('./commands/accept.ts');
      exit(await withdrawCommand(name, options));
    });
}

function addServingCommands({ program, exit }: CommandLine): void {
  program.commandsGroup('Serve:');

  addCommand(
    program,
    'serve',
    'serve a data directory on this machine and print a key',
    'serve --port 8787',
  )
    .addOption(dataOption(`${liveOrSample}, which is compiled first if necessary`))
    .option('--state <dir>', 'folder of keys and secrets (default: .lmi)', folder)
    .option('--port <n>', 'port; 0 for any free one', port, 8787)
    .action(async (options) => {
      const { serveCommand } = await import('./commands/serve.ts');
      exit(await serveCommand(options));
    });

  addCommand(
    program,
    'workerd',
    'write what one machine needs to serve by workerd alone',
    'workerd --out service --sample',
  )
    .requiredOption('--out <dir>', 'folder to write; the secrets in it stay', folder)
    .addOption(dataOption(liveOrSample))
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
    .option(...sampleOption)
    .option(
      '--store <store>',
      `${storeForm}: writes a systemd timer too, which brings in new data each day`,
      store,
    )
    .option(...signOption)
    .action(async (options) => {
      const { workerdCommand } = await import('./commands/serve.ts');
      exit(await workerdCommand(options));
    });

  addCommand(
    program,
    'deploy',
    'deploy the worker to Cloudflare, over a bucket of data',
    'deploy --store s3://BUCKET --url https://lmi.example.org --dry-run',
  )
    .requiredOption('--store <store>', 's3://BUCKET or s3://BUCKET/PREFIX', store)
    .requiredOption('--url <url>', 'where clients reach the service')
    .option(...sampleOption)
    .option('--dry-run', 'build and check everything, and send nothing')
    .option('--out <dir>', 'folder to keep the built worker in', folder)
    .action(async ({ url: publicUrl, out: outdir, ...options }) => {
      const { deployCommand } = await import('./commands/serve.ts');
      exit(
        await deployCommand({
          ...options,
          publicUrl,
          outdir,
        }),
      );
    });
}

function addKeyCommands({ program, exit }: CommandLine): void {
  const keys = addCommand(
    program,
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
    .action(async (name, options) => {
      const { createKeyCommand } = await import('./commands/keys.ts');
      exit(await createKeyCommand(name, options));
    });
  keyCommand('list', 'list accounts').action(async (options) => {
    const { listKeysCommand } = await import('./commands/keys.ts');
    exit(await listKeysCommand(options));
  });
  keyCommand('revoke', "revoke an account's key")
    .argument('<account>', 'account id, as listed')
    .action(async (account, options) => {
      const { revokeKeyCommand } = await import('./commands/keys.ts');
      exit(await revokeKeyCommand(account, options));
    });
}

function addTakeAwayCommands({ program, exit }: CommandLine): void {
  program.commandsGroup('Take away:');

  addCommand(
    program,
    'bundle',
    'pack every served edition into one zip, with its tables',
    'bundle --out bundles',
  )
    .addOption(dataOption(liveOrSample))
    .option(
      '--out <dir>',
      'folder for it and its latest.json (default: bundles in the data directory, which ' +
        'a server offers)',
      folder,
    )
    .option('--all', 'pack every published edition, not only the served ones')
    .option(...sampleOption)
    .option('--site', 'with the pages as files, which open from a disk: site/index.html')
    .option('--url <url>', 'with --site: address of your server, for the examples of calls')
    .option(...signOption)
    .option(...jsonOption)
    .action(async ({ url: api, ...options }) => {
      const { bundleCommand } = await import('./commands/publish.ts');
      exit(await bundleCommand({ ...options, api }));
    });

  addCommand(
    program,
    'site',
    'write the pages as files that open from a disk, with the search',
    'site --out site',
  )
    .requiredOption('--out <dir>', 'folder for the files', folder)
    .addOption(dataOption(liveSampleOrBundle))
    .option('--url <url>', 'address of your server, for the examples of calls')
    .action(async ({ url: api, ...options }) => {
      const { siteCommand } = await import('./commands/serve.ts');
      exit(await siteCommand({ ...options, api }));
    });
}

function addLookUpCommands({ program, exit }: CommandLine): void {
  program.commandsGroup('Look up:');

  addCommand(
    program,
    'get',
    'answer an API path offline',
    "get '/v1/occupations/2134/pay?sex=female' --trace",
  )
    .argument('<path>', 'path and query')
    .addOption(dataOption(liveSampleOrBundle))
    .option('--held <edition>', 'answer as if this edition, which is held back, were published')
    .option(
      '--trace',
      "show the cell of the publisher's file behind each figure instead; a bundle must " +
        'be unpacked with lmi pull',
    )
    .option('--json', 'with --trace: print it as JSON')
    .action(async (path, options) => {
      const { getCommand } = await import('./commands/lookup.ts');
      exit(await getCommand(path, options));
    });

  addCommand(
    program,
    'search',
    'find the unit group of a job title, or of every title in a list',
    'search --batch jobs.csv --column title --out coded.csv',
  )
    .argument('[title...]', 'the job title')
    .option('--limit <n>', 'most unit groups to print', integer, 10)
    .addOption(dataOption(liveSampleOrBundle))
    .option(...jsonOption)
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
      confidence,
    )
    .option('--out <file>', 'write the results to this file in place of standard output')
    .action(async (titleWords, options) => exit(await runSearch(titleWords.join(' '), options)));

  addCommand(
    program,
    'mcp',
    'answer an assistant over standard input and output',
    'mcp --data lmi.zip',
  )
    .addOption(dataOption(liveSampleOrBundle))
    .option('--server <address>', 'ask this server, with the key in LMI_API_KEY')
    .addHelpText(
      'after',
      'It speaks the Model Context Protocol. Name it in the settings of the assistant.',
    )
    .action(async (options) => {
      const { mcpCommand } = await import('./commands/mcp.ts');
      exit(await mcpCommand(options));
    });
}

interface SearchOptions {
  readonly limit: number;
  readonly data?: string;
  readonly json?: boolean;
  readonly batch?: string;
  readonly column?: string;
  readonly threshold?: number;
  readonly out?: string;
}

/** lmi search: of one title, or of a list. */
async function runSearch(title: string, { batch, ...options }: SearchOptions): Promise<number> {
  if ((batch === undefined) === (title.trim() === ''))
    throw new ReportedError('expected either a title or --batch FILE');
  if (batch === undefined) {
    const ofLists = (['column', 'threshold', 'out'] as const).filter(
      (name) => options[name] !== undefined,
    );
    if (ofLists.length > 0)
      throw new ReportedError(`--${ofLists.join(', --')}: expected --batch FILE with it`);
    const { searchCommand } = await import('./commands/lookup.ts');
    return searchCommand(title, options);
  }
  const { searchBatchCommand } = await import('./commands/search-batch.ts');
  return searchBatchCommand(batch, options);
}

function addStoreCommands({ program, exit }: CommandLine): void {
  program.commandsGroup('A service and its store:');

  addCommand(
    program,
    'daily',
    'run one day: pull, update, verify, bundle, publish, report',
    'daily --store /srv/lmi/store --new-store',
  )
    .requiredOption('--store <store>', storeForm, store)
    .option(...newStoreOption)
    .addOption(dataOption(liveFolder))
    .option(...signOption)
    .option('--out <dir>', 'folder for the report (default: reports in the data directory)', folder)
    .option('--strict', 'end with exit code 1 where it would be 3')
    .option(...jsonOption)
    .action(async ({ out: reports, ...options }) => {
      const { dailyCommand } = await import('./commands/daily.ts');
      exit(await dailyCommand({ ...options, reports }));
    });

  addCommand(
    program,
    'pull',
    'fetch data from a store, a server, or a bundle',
    'pull https://lmi.example.org --data lmi',
  )
    .argument('<from>', `${storeForm}; a server's address; or a bundle`, store)
    .option('--all', 'from a store: every document and every file of the publishers')
    .option(...keyOption)
    .option('--older', 'take data that are older than those held')
    .addOption(dataOption(`${liveFolder}; of a bundle dist-data/bundle`))
    .option(...jsonOption)
    .action(async (from, options) => {
      const { pullCommand } = await import('./commands/publish.ts');
      exit(await pullCommand(from, options));
    });

  addCommand(
    program,
    'publish',
    'copy a data directory to a store',
    'publish /srv/lmi/store --new-store',
  )
    .argument('<store>', storeForm, store)
    .option(...sampleOption)
    .option(...newStoreOption)
    .option(
      '--repair',
      'compare every file of the store, and put back what is damaged or missing there',
    )
    .addOption(dataOption(liveFolder))
    .option(...jsonOption)
    .addHelpText('after', 'The catalogue comes last, and only if nobody else has changed it.')
    .action(async (to, options) => {
      const { publishCommand } = await import('./commands/publish.ts');
      exit(await publishCommand(to, options));
    });

  addCommand(
    program,
    'verify',
    'compare data, a store or a bundle with its digests, byte for byte',
    'verify bundles/lmi-0123456789abcdef.zip',
  )
    .argument(
      '[dir]',
      'data directory, the folder of a store, or a bundle, packed or unpacked',
      folder,
    )
    .addOption(dataOption(liveOrSample))
    .option(...keyOption)
    .option(...jsonOption)
    .action(async (directory, options) => {
      const { verifyCommand } = await import('./commands/verify.ts');
      exit(await verifyCommand(directory, options));
    });

  addCommand(program, 'doctor', 'find what stops this machine from compiling and serving', 'doctor')
    .addOption(dataOption(liveOrSample))
    .option('--state <dir>', 'folder of keys and secrets (default: .lmi)', folder)
    .option(...jsonOption)
    .addHelpText(
      'after',
      'It looks at clock, disk, data and keys of publishers. lmi update --dry-run asks ' +
        'the publishers.',
    )
    .action(async (options) => {
      const { doctorCommand } = await import('./commands/status.ts');
      exit(await doctorCommand(options));
    });
}

/** Commands that write what is generated from the code. The help does not list them. */
function addGeneratorCommands({ program, exit }: CommandLine): void {
  const exitWithFaults = (faults: readonly string[]) => {
    for (const fault of faults) tell(`${fault}\n`);
    exit(faults.length > 0 ? exitCodes.refused : exitCodes.fine);
  };
  program
    .command('readme', { hidden: true })
    .description('write the generated tables of README.md, and the generated pages of docs')
    .option('--check', 'compare instead of writing')
    .action(async ({ check = false }) => {
      const { generatePages } = await import('./generate/pages.ts');
      const { changelogFaults } = await import('./generate/changelog.ts');
      exitWithFaults([...generatePages({ check }), ...(check ? changelogFaults() : [])]);
    });

  program
    .command('openapi', { hidden: true })
    .description('write schemas/openapi.json, with examples of the sample, and client/calls.ts')
    .option('--data <dir>', 'the compiled sample', folder, defaultDirectories.sample)
    .option('--check', 'compare instead of writing, all but prose and examples')
    .action(async ({ data, check = false }) => {
      const { generateOpenApi, openApiFaults } = await import('./generate/openapi.ts');
      if (!check) await generateOpenApi(data);
      exitWithFaults(check ? await openApiFaults(null) : []);
    });

  program
    .command('changelog', { hidden: true })
    .description(
      'record that the newest entry of server/meta/changelog.ts names all changes of ' +
        'schemas/openapi.json, and write CHANGELOG.md',
    )
    .action(async () => {
      const { recordChangelog } = await import('./generate/changelog.ts');
      const { generatePages } = await import('./generate/pages.ts');
      print(`${recordChangelog()}\n`);
      generatePages({ check: false });
      exit(exitCodes.fine);
    });
}

// A reader such as `head` may close the pipe early, which is no fault. On a full disk half of the
// result is missing, which is one.
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

/** Runs the command line and sets the exit code. Prints a reported fault without its stack. */
export async function main(
  argv: readonly string[],
  { inWorkerProcesses = true }: Partial<Pick<CommandLine, 'inWorkerProcesses'>> = {},
): Promise<void> {
  // V8 lets the heap grow to several times what is in use. Twice takes no longer.
  setFlagsFromString('--heap-growing-percent=100');
  const exit = (code: number) => {
    process.exitCode = code;
  };
  try {
    await createProgram({ exit, inWorkerProcesses }).parseAsync([...argv], { from: 'user' });
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
