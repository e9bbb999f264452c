import { Command } from 'commander';
import { packageFacts } from '../package.ts';
import { printableLines } from '../printable.ts';
import { checkRequired, withExamples } from './command-line.ts';

/** Commands are loaded on use, because most of them import the models' libraries. */
const COMMANDS: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>> = {
  serve: {
    summary: 'start the service',
    load: async () => (await import('./commands/serve.ts')).serveCommand(),
  },
  verify: {
    summary: 'verify the claims or answers of a file, without a server',
    load: async () => (await import('./commands/verify.ts')).verifyCommand(),
  },
  index: {
    summary: 'index a folder of documents for check --index',
    load: async () => (await import('./commands/index-folder.ts')).indexCommand(),
  },
  check: {
    summary: 'check a draft against a folder of documents, without a server',
    load: async () => (await import('./commands/check.ts')).checkCommand(),
  },
  jobs: {
    summary: 'verify a file of any size in the background of a running service',
    load: async () => (await import('./commands/jobs.ts')).jobsCommand(),
  },
  mcp: {
    summary: 'serve the checks as tools to an MCP client',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  },
  evaluate: {
    summary: 'measure the quality of the verdicts on labeled claims',
    load: async () => (await import('./commands/evaluate.ts')).evaluateCommand(),
  },
  calibrate: {
    summary: 'fit a calibration to labeled claims',
    load: async () => (await import('./commands/calibrate.ts')).calibrateCommand(),
  },
  keys: {
    summary: 'create, list, rotate and revoke API keys',
    load: async () => (await import('./commands/keys.ts')).keysCommand(),
  },
  operators: {
    summary: 'create, list and revoke operators of the dashboard',
    load: async () => (await import('./commands/operators.ts')).operatorsCommand(),
  },
  init: {
    summary: 'create or upgrade the key database without starting the service',
    load: async () => (await import('./commands/database.ts')).initCommand(),
  },
  backup: {
    summary: 'write the key database into one file while the service runs',
    load: async () => (await import('./commands/database.ts')).backupCommand(),
  },
  restore: {
    summary: 'restore the key database from a backup',
    load: async () => (await import('./commands/database.ts')).restoreCommand(),
  },
  model: {
    summary: 'seal or describe a model',
    load: async () => (await import('./commands/model.ts')).modelCommand(),
  },
  doctor: {
    summary: 'check machine, settings, models and stores',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  },
};

/** The whole command line. Only the command named in `args` is loaded; the others have a name and a summary. */
export async function claimVerifier(args: readonly string[]): Promise<Command> {
  const [first, second] = args.filter((argument) => !argument.startsWith('-'));
  const wanted = first === 'help' ? second : first;
  const program = new Command('claim-verifier').description(
    'Checks whether a source supports a claim, and shows the words that decided it.',
  );
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    program.addCommand((name === wanted ? await load() : new Command(name)).summary(summary));
  }
  withExamples(
    program,
    'serve',
    'verify --input claims.jsonl --output verdicts.jsonl',
    'keys create --name reports',
    'doctor',
  );
  program.addHelpText(
    'after',
    '\nRun "claim-verifier COMMAND --help" for help on a command. Settings are environment variables.',
  );
  program.hook('preAction', (_, command) => checkRequired(command));
  prepare(program, packageFacts().version);
  return program;
}

/** Options of every command. Commander omits colors when the output is not a terminal or NO_COLOR is set. */
function prepare(command: Command, version: string): void {
  command
    .version(version, '--version', 'print the version of the product')
    .helpOption('-h, --help', 'print this help')
    .configureOutput({ outputError: (text, write) => write(printableLines(text)) })
    .configureHelp({ styleTitle: (title) => `\u001b[1m${title}\u001b[22m` })
    .showHelpAfterError(`(see ${commandPath(command)} --help)`);
  for (const child of command.commands) prepare(child, version);
}

function commandPath(command: Command): string {
  return command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;
}
