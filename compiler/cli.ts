#!/usr/bin/env node
// The command line: names, options and exit codes. Each command is a file of compiler/commands.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { defaultDirectories } from './edition/data-directory.ts';
import { describeFileFault, isFileFault } from './edition/file-fault.ts';
import { version } from './fetch/own-package.ts';
import { ReportedError, exitCodes } from '#sources/kit/reported-error.ts';
import { describeMissingPackage } from './report/missing-package.ts';
import { print, tell } from './report/print.ts';

function integer(value: string): number {
  if (!/^[0-9]{1,9}$/.test(value)) throw new InvalidArgumentError('expected a whole number');
  return Number(value);
}

function port(value: string): number {
  const number = integer(value);
  if (number > 65_535) throw new InvalidArgumentError('expected a port, 0 to 65535');
  return number;
}

/** The value of --out, --data and --state. An empty value, from a variable that is not set, would mean the current folder. */
function folder(value: string): string {
  if (value === '') throw new InvalidArgumentError('expected a folder');
  return value;
}

/** A store, or a server's address. It is empty if a variable that should name it is not set. */
function store(value: string): string {
  if (value === '') throw new InvalidArgumentError('expected a folder, or s3://BUCKET/PREFIX');
  return value;
}

/** The data directory of a command that writes. */
const written = (directory = 'dist-data/live') => new Option('--data <dir>', `data directory (default: ${directory})`).argParser(folder);

/** The whole command line; `exit` receives the exit code of the command that ran. */
function createProgram(exit: (code: number) => void, apart: boolean): Command {
  const program = new Command('lmi')
    .version(version)
    .description('Compile official labour market publications into files, and serve, read and search them')
    .exitOverride()
    .configureOutput({ outputError: (text) => tell(text.replace(/^error: /, '')) })
    .showHelpAfterError('(lmi --help lists the commands)');

  program
    .command('compile')
    .description('compile published files, offline')
    .option(
      '--from <dir>',
      'folder laid out as DIR/<source>/<release>/<files>; without it, the snapshots kept in the data directory',
      folder,
    )
    .option('--source <key...>', 'only these sources')
    .addOption(written())
    .option('--accept-documented', 'publish files of a layout that we have not seen in a real file')
    .option('--json', 'print the result as JSON')
    .option('--verbose', 'print every list whole, every release in full, and what is being done')
    .action(async (options) => exit(await (await import('./commands/compile.ts')).compileCommand({ ...options, apart })));

  program
    .command('import')
    .description('recognise files that a browser has downloaded, compile their releases, and keep the files for lmi compile --from')
    .argument('<file...>', 'downloaded files and zips, under any name')
    .option('--release <name>', 'the release of files that do not say it')
    .option('--released <day>', 'the day on which the publisher released it, such as 2025-10-23')
    .option('--source <key>', 'the source, if the content fits several')
    .option('--into <dir>', 'folder for the files, as DIR/<source>/<release>/<files> (default: imported in the data directory)', folder)
    .addOption(written())
    .option('--sample', 'the files are of the built-in synthetic sample')
    .option('--accept-documented', 'publish files of a layout that we have not seen in a real file')
    .option('--json', 'print the result as JSON')
    .action(async (files, options) => exit(await (await import('./commands/import.ts')).importCommand(files, options)));

  program
    .command('sample')
    .description('compile the built-in synthetic sample')
    .option('--full', "of the publishers' size")
    .option('--source <key...>', 'only these sources, the two of the classification, and the sources they need')
    .addOption(written('dist-data/sample'))
    .option('--json', 'print the result as JSON')
    .option('--verbose', 'print every list whole, every release in full, and what is being done')
    .action(async (options) => exit(await (await import('./commands/compile.ts')).sampleCommand({ ...options, apart })));

  program
    .command('update')
    .description(
      'look for new releases at the publishers, download and compile them (exit code 3: one is held back; 4: a source could not be checked)',
    )
    .option('--source <key...>', 'only these sources')
    .addOption(written())
    .option('--json', 'print the result as JSON')
    .option('--verbose', 'print every list whole, every release in full, and what is being done')
    .action(async (options) => exit(await (await import('./commands/update.ts')).updateCommand({ ...options, apart })));

  program
    .command('probe')
    .description('ask every publisher and compare what comes with what is expected; changes nothing (exit code 4: something differs)')
    .option('--source <key...>', 'only these sources')
    .option('--pages-only', 'ask for pages only, and read no file')
    .option('--json', 'print the report as JSON, to send to whoever mends a source')
    .option('--verbose', 'print every request, every comparison, and what is being done')
    .action(async (options) => exit(await (await import('./commands/probe.ts')).probeCommand(options)));

  program
    .command('editions')
    .description('list the editions of a data directory, newest first')
    .option('--data <dir>', 'data directory', folder)
    .option('--source <key>', 'only this source')
    .option('--json', 'print them as JSON')
    .action(async (options) => exit((await import('./commands/editions.ts')).editionsCommand(options)));

  program
    .command('diff')
    .description('show how every figure changed between two editions of a source; held editions work too')
    .argument('<older>', 'release or id of an edition, as lmi editions prints it; a release is its served edition')
    .argument('<newer>', 'release or id of the edition to compare it with')
    .option('--data <dir>', 'data directory', folder)
    .option('--source <key>', 'the source of both releases, where several sources have them')
    .option('--html <file>', 'write a page with charts instead, for a person who must decide about the newer one')
    .option('--all', 'print every figure that has changed, one a line')
    .option('--json', 'print every figure that has changed, and the summary, as JSON')
    .action(async (older, newer, options) => exit(await (await import('./commands/diff.ts')).diffCommand(older, newer, options)));

  program
    .command('review')
    .description('show what was understood of an edition, held back or served: files, columns, counts, figures with their cells, checks')
    .argument('[edition]', 'its id, as lmi status and lmi editions print it; without it, what is held back is listed')
    .option('--data <dir>', 'data directory', folder)
    .option('--html <file>', 'write it as a page instead')
    .option('--json', 'print it as JSON')
    .action(async (id, options) => exit(await (await import('./commands/review.ts')).reviewCommand(id, options)));

  program
    .command('accept')
    .description('publish editions that a check has held back, with a known issue')
    .argument('[edition...]', 'their ids, as lmi status and lmi editions print them')
    .requiredOption('--reason <text>', 'why they may be published; this is public')
    .option('--first', 'every edition that waits only because its layout is new, and whose review has been printed')
    .option('--displace <edition>', 'the later edition of the same release that it replaces')
    .addOption(written())
    .option('--json', 'print the result as JSON')
    .action(async (ids, options) => exit(await (await import('./commands/accept.ts')).acceptCommand(ids, options)));

  program
    .command('dismiss')
    .description('say that nobody wants an edition that is held back: it is no longer told as waiting')
    .argument('<edition>', 'its id, as lmi status and lmi editions print it')
    .requiredOption('--reason <text>', 'why nobody wants it')
    .addOption(written())
    .option('--json', 'print the result as JSON')
    .action(async (id, options) => exit(await (await import('./commands/dismiss.ts')).dismissCommand(id, options)));

  program
    .command('restore')
    .description('take a withdrawal back: its pin answers again, and it is served if its release is the newest')
    .argument('<edition>', 'its id, as lmi status and lmi editions print it')
    .addOption(written())
    .option('--json', 'print the result as JSON')
    .action(async (id, options) => exit(await (await import('./commands/restore.ts')).restoreCommand(id, options)));

  program
    .command('withdraw')
    .description('take a published edition back: its pin answers 410, and the edition before it is served again')
    .argument('<edition>', 'its id, as lmi status and lmi editions print it')
    .requiredOption('--reason <text>', 'why it is taken back; this is public')
    .option('--dry-run', 'say what would be withdrawn and served')
    .option('--replace-with <edition>', 'the edition to use by clients that have pinned this one')
    .addOption(written())
    .option('--json', 'print the result as JSON')
    .action(async (id, options) => exit(await (await import('./commands/withdraw.ts')).withdrawCommand(id, options)));

  program
    .command('prune')
    .description('remove documents that are no longer served; they can be compiled again from the snapshots')
    .option('--dry-run', 'say what would be removed')
    .addOption(written())
    .option('--json', 'print the result as JSON')
    .action(async (options) => exit((await import('./commands/prune.ts')).pruneCommand(options)));

  program
    .command('status')
    .description('show what is served, held back, late and known to be wrong')
    .option('--data <dir>', 'data directory', folder)
    .option('--json', 'print it as JSON')
    .action(async (options) => exit((await import('./commands/status.ts')).statusCommand(options)));

  program
    .command('doctor')
    .description('find what stops this machine from compiling and serving: keys, secrets, clock, disk, data, publishers')
    .option('--data <dir>', 'data directory', folder)
    .option('--state <dir>', 'folder of keys and secrets (default: .lmi)', folder)
    .option('--offline', "do not ask the publishers' sites")
    .option('--json', 'print it as JSON')
    .action(async (options) => exit(await (await import('./commands/doctor.ts')).doctorCommand(options)));

  program
    .command('verify')
    .description('compare a data directory with its catalogue, or a bundle with its manifest, byte for byte')
    .argument('[dir]', 'data directory, the folder of a store, or a bundle, packed or unpacked', folder)
    .option('--data <dir>', 'the same, as the other commands name it', folder)
    .option('--key <file>', 'public key in PEM that the bundle must be signed with')
    .option('--json', 'print the result as JSON')
    .action(async (directory, options) => exit(await (await import('./commands/verify.ts')).verifyCommand(directory, options)));

  program
    .command('pull')
    .description('fetch the catalogue and what compiling needs from a store; or, from a server, the missing editions of its newest bundle')
    .argument('<store>', "folder of the store, s3://BUCKET/PREFIX, or a server's address", store)
    .option('--all', 'from a store: every document and snapshot')
    .option('--key <file>', 'from a server: public key in PEM that the bundle must be signed with')
    .option('--older', 'from a server: take a bundle that is older than the one held')
    .addOption(written('dist-data/live; from a server: dist-data/bundle'))
    .option('--json', 'print the result as JSON')
    .action(async (store, options) => exit(await (await import('./commands/pull.ts')).pullCommand(store, options)));

  program
    .command('publish')
    .description('copy a data directory to a store, the catalogue last and only if nobody else has changed it')
    .argument('<store>', 'folder of the store, or s3://BUCKET/PREFIX', store)
    .option('--sample', 'publish it even if it is the synthetic sample')
    .option('--new-store', 'start a store in this empty folder')
    .option('--repair', 'compare every file of the store, and put back what is damaged or missing there')
    .addOption(written())
    .option('--json', 'print the result as JSON')
    .action(async (store, options) => exit(await (await import('./commands/publish.ts')).publishCommand(store, options)));

  program
    .command('bundle')
    .description('pack every served edition into one file, with schemas, licences and tables')
    .option('--data <dir>', 'data directory', folder)
    .option(
      '--out <dir>',
      'folder for the bundle and its latest.json (default: bundles in the data directory, which lmi serve offers for download)',
      folder,
    )
    .option('--all', 'pack every published edition, not only the served ones')
    .option('--sample', 'pack it even if it is the synthetic sample')
    .option('--no-tables', 'leave out the tables of figures, which take a second read of the snapshots')
    .option('--raw', 'leave texts in the CSV tables that a spreadsheet would run as formulas; without it an apostrophe stands before them')
    .option('--site', 'with the pages as files, which open from a disk: site/index.html')
    .option('--api <url>', 'with --site: address of your server, for the examples of calls')
    .option('--sign <file>', 'ed25519 private key in PEM to sign it with')
    .option('--json', 'print the result as JSON')
    .action(async (options) => exit(await (await import('./commands/bundle.ts')).bundleCommand(options)));

  program
    .command('unpack')
    .description('unpack a bundle and verify every file')
    .argument('<bundle>', 'the file')
    .argument('<dir>', 'an empty folder, or one that a bundle was unpacked into', folder)
    .option('--json', 'print the result as JSON')
    .action(async (bundle, directory, options) =>
      exit(await (await import('./commands/unpack.ts')).unpackCommand(bundle, directory, options)),
    );

  program
    .command('daily')
    .description(
      'run one day of the service: pull, update, verify, bundle, publish, and a report of what to do ' +
        '(exit code 1: a step failed; 3: something waits for a person; 4: a publisher could not be checked)',
    )
    .requiredOption('--store <store>', 'folder of the store, or s3://BUCKET/PREFIX', store)
    .option('--new-store', 'start a store in this empty folder')
    .addOption(written())
    .option('--sign <file>', 'ed25519 private key in PEM to sign the bundle with')
    .option(
      '--pages <dir>',
      'folder for the report, and for pages that compare new and held editions (default: reports/ in the data directory)',
      folder,
    )
    .option('--strict', 'end with exit code 1 where it would be 3')
    .option('--json', 'print the report as JSON')
    .action(async (options) => exit(await (await import('./commands/daily.ts')).dailyCommand(options)));

  program
    .command('get')
    .description("answer an API path offline, e.g. lmi get '/v1/occupations/2134/pay?sex=female'")
    .argument('<path>', 'path and query')
    .option('--data <dir>', 'data directory', folder)
    .option('--held <edition>', 'answer as if this edition, which is held back, were published')
    .option('--headers', 'print the status and headers first')
    .option('--csv', 'print a list as CSV, as the header Accept: text/csv asks for')
    .action(async (path, options) => exit(await (await import('./commands/get.ts')).getCommand(path, options)));

  program
    .command('show')
    .description('show an occupation on a terminal, from the same answers: pay, people in work, outlook, vacancies, …')
    .argument('<occupation>', 'its code, e.g. 2134, or a job title that only one occupation has')
    .option('--data <dir>', 'data directory or bundle', folder)
    .option('--area <slug>', 'an area, for the answers that have it')
    .option('--json', 'print the answers as JSON')
    .action(async (occupation, options) => exit(await (await import('./commands/show.ts')).showCommand(occupation, options)));

  program
    .command('logo')
    .description('keep the logo of Skills England, which its licence asks pages to show; never for the sample')
    .argument('<file>', "the publisher's SVG, unchanged")
    .addOption(written('dist-data/live'))
    .action(async (file, options) => exit((await import('./commands/logo.ts')).logoCommand(file, options)));

  program
    .command('site')
    .description('write the pages as files that open from a disk or any static host, with the search')
    .requiredOption('--out <dir>', 'folder for the files', folder)
    .option('--data <dir>', 'data directory or bundle', folder)
    .option('--api <url>', 'address of your server, for the examples of calls')
    .action(async (options) => exit(await (await import('./commands/site.ts')).siteCommand(options)));

  program
    .command('trace')
    .description("show the cell of the publisher's file behind each figure of an answer, e.g. lmi trace '/v1/occupations/2134/pay'")
    .argument('<path>', 'path and query')
    .option('--data <dir>', 'data directory', folder)
    .option('--json', 'print it as JSON')
    .action(async (path, options) => exit(await (await import('./commands/trace.ts')).traceCommand(path, options)));

  program
    .command('search')
    .description('find the unit group of a job title, or of every title in a list, offline')
    .argument('[title...]', 'the job title')
    .option('--limit <n>', 'most unit groups to print', integer, 10)
    .option('--data <dir>', 'data directory', folder)
    .option('--json', 'print the answer as JSON')
    .option(
      '--batch <file>',
      'a CSV, a file with one title a line, or - for standard input; codes each row, in the order of the list, and sums up on standard error',
    )
    .option('--column <heading>', 'the list is a CSV with the titles in this column; every column comes back beside the answer')
    .option(
      '--industry <heading>',
      'the column with the industry, a section of SIC 2007 or words: chooses among unit groups that share a title',
    )
    .option('--qualifier <heading>', 'the column with words that narrow the title, to choose in the same way')
    .option(
      '--threshold <n>',
      'least confidence, 0 to 1: adds a column that says which rows are coded and which a person must look at',
      Number,
    )
    .option('--out <file>', 'write a .csv, .jsonl or .parquet file in place of standard output')
    .option('--format <format>', 'format of the results of a list: jsonl, csv or parquet (default: by the name of --out, else jsonl)')
    .option('--encoding <name>', 'encoding of the list, such as windows-1252 (default: UTF-8, or UTF-16 by its byte order mark)')
    .option('--raw', 'leave texts in the CSV that a spreadsheet would run as formulas; without it an apostrophe stands before them')
    .action(async (title, options) => {
      const { batch } = options;
      if ((batch === undefined) === (title.join('').trim() === '')) {
        tell('expected either a title or --batch FILE\n');
        exit(exitCodes.usage);
      } else if (batch === undefined) exit(await (await import('./commands/search.ts')).searchCommand(title.join(' '), options));
      else exit(await (await import('./commands/search-batch.ts')).searchBatchCommand(batch, options));
    });

  program
    .command('serve')
    .description('serve a data directory on this machine and print a key')
    .option(
      '--data <dir>',
      'data directory (default: dist-data/live if there is one, else the sample, which is compiled first if necessary)',
      folder,
    )
    .option('--state <dir>', 'folder of keys and secrets (default: .lmi)', folder)
    .option('--port <n>', 'port; 0 for any free one', port, 8787)
    .action(async (options) => exit(await (await import('./commands/serve.ts')).serveCommand(options)));

  program
    .command('workerd')
    .description('write what one machine needs to serve with only workerd: worker, configuration, environment, systemd unit')
    .requiredOption('--out <dir>', 'folder to write; the secrets in it stay', folder)
    .option('--data <dir>', 'data directory (default: dist-data/live if there is one, else the sample)', folder)
    .option('--state <dir>', 'folder of the keys (default: OUT/state)', folder)
    .option('--listen <address>', 'ADDRESS:PORT or unix:PATH', '127.0.0.1:8787')
    .option('--client-address <how>', "where the client's address comes from: direct, shared, cloudflare or header:NAME", 'direct')
    .option('--tls-key <file>', 'private key, PEM')
    .option('--tls-certificate <file>', 'certificate and its chain, PEM')
    .option('--private-mail', 'the mail server is on this machine or in a private network')
    .option('--sample', 'serve the synthetic sample')
    .option('--store <store>', 'folder of the store, or s3://BUCKET/PREFIX: writes a systemd timer too, which brings in new data each day')
    .option('--sign <file>', 'with --store: ed25519 private key in PEM to sign each bundle with')
    .action(async (options) => exit(await (await import('./commands/workerd.ts')).workerdCommand(options)));

  program
    .command('deploy')
    .description('deploy the worker to Cloudflare, over a bucket that holds published data')
    .requiredOption('--store <store>', 's3://BUCKET or s3://BUCKET/PREFIX')
    .requiredOption('--public-url <url>', 'where clients reach the service, such as https://lmi.example.org')
    .option('--sample', 'deploy even if the bucket holds the synthetic sample')
    .option('--dry-run', 'build and check everything, and send nothing')
    .option('--outdir <dir>', 'folder to keep the built worker in', folder)
    .action(async (options) => exit(await (await import('./commands/deploy.ts')).deployCommand(options)));

  const keys = program
    .command('keys')
    .description('make, list and revoke keys of a running server (needs LMI_ADMIN_SECRET, or --state of a local server)');
  const keyOptions = (command: Command) =>
    command
      .option('--url <url>', 'the server (default: http://127.0.0.1:8787)')
      .option('--state <dir>', 'state directory of a local server (default: .lmi)', folder);
  keyOptions(
    keys.command('create').description('make a key; it replaces the earlier key of that name').argument('<name>', 'name of the holder'),
  )
    .option('--per-minute <n>', 'answers in any 60 seconds', integer)
    .action(async (name, options) => exit(await (await import('./commands/keys.ts')).createKeyCommand(name, options)));
  keyOptions(keys.command('list').description('list accounts')).action(async (options) =>
    exit(await (await import('./commands/keys.ts')).listKeysCommand(options)),
  );
  keyOptions(keys.command('revoke').description("revoke an account's key").argument('<account>', 'account id, as listed')).action(
    async (account, options) => exit(await (await import('./commands/keys.ts')).revokeKeyCommand(account, options)),
  );

  program
    .command('readme', { hidden: true })
    .description('write the generated tables of README.md, and the generated pages of docs')
    .option('--check', 'compare instead of writing')
    .action(async ({ check = false }) => {
      const pages = [
        (await import('./generate/readme.ts')).generateReadme,
        (await import('./generate/sources-page.ts')).generateSourcesPage,
        (await import('./generate/changelog.ts')).generateVersioningPages,
      ];
      const lines = pages.flatMap((generate) => generate({ check }));
      for (const line of lines) tell(`${line}\n`);
      exit(lines.length > 0 ? 1 : exitCodes.fine);
    });

  program
    .command('openapi', { hidden: true })
    .description('write schemas/openapi.json, with examples of the sample')
    .option('--data <dir>', 'the compiled sample', folder, defaultDirectories.sample)
    .option('--check', 'compare instead of writing, all but prose and examples')
    .action(async ({ data, check = false }) => {
      const { generateOpenApi, openApiFaults } = await import('./generate/openapi.ts');
      const lines = check ? await openApiFaults(null) : [];
      if (!check) await generateOpenApi(data);
      for (const line of lines) tell(`${line}\n`);
      exit(lines.length > 0 ? 1 : exitCodes.fine);
    });

  program
    .command('changelog', { hidden: true })
    .description(
      'record that the newest entry of schemas/changelog.ts names all changes of schemas/openapi.json, and write docs/changelog.md',
    )
    .action(async () => {
      const { recordChangelog, generateVersioningPages } = await import('./generate/changelog.ts');
      print(`${recordChangelog()}\n`);
      generateVersioningPages({ check: false });
      exit(exitCodes.fine);
    });

  return program;
}

// A reader such as `head` closes the pipe early. This is not a fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

// The work goes on when nobody reads standard error any more, as in `lmi compile 2>&1 | head -1`.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/**
 * Runs the command line and sets the exit code. Prints a reported fault without its stack. Releases are read in processes of their own, unless
 * `apart` is false.
 */
export async function main(argv: readonly string[], { apart = true }: { readonly apart?: boolean } = {}): Promise<void> {
  try {
    await createProgram((code) => {
      process.exitCode = code;
    }, apart).parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
    } else if (error instanceof ReportedError) {
      tell(`${error.message}\n`);
      process.exitCode = error.exitCode;
    } else if (isFileFault(error)) {
      tell(`${describeFileFault(error)}\n`);
      process.exitCode = exitCodes.usage;
    } else {
      const missing = describeMissingPackage(error);
      if (missing === null) throw error;
      tell(`${missing}\n`);
      process.exitCode = exitCodes.usage;
    }
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
