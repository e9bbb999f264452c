import { Command } from 'commander';
import { packageFacts } from '../src/package.ts';
import { checkRequired, withExamples } from './command-line.ts';

interface Entry {
  /** The line in the list of commands. */
  readonly summary: string;
  /** Loaded when it is asked for: most commands bring the models' libraries with them. */
  readonly load: () => Promise<Command>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    summary: 'start the service',
    load: async () => (await import('./commands/serve.ts')).serveCommand(),
  },
  verify: {
    summary: 'verify the claims of a file, without a server',
    load: async () => (await import('./commands/verify.ts')).verifyCommand(),
  },
  evaluate: {
    summary: 'measure the verdicts on labelled claims',
    load: async () => (await import('./commands/evaluate.ts')).evaluateCommand(),
  },
  calibrate: {
    summary: 'fit the decision to labelled claims',
    load: async () => (await import('./commands/calibrate.ts')).calibrateCommand(),
  },
  keys: {
    summary: 'create, list, rotate and revoke API keys',
    load: async () => (await import('./commands/keys.ts')).keysCommand(),
  },
  model: {
    summary: 'seal, download or describe a model',
    load: async () => (await import('./commands/model.ts')).modelCommand(),
  },
  bench: {
    summary: 'measure how fast this machine is',
    load: async () => (await import('./commands/bench.ts')).benchCommand(),
  },
  fuzz: {
    summary: 'send a service of its own odd input of every kind',
    load: async () => (await import('./commands/fuzz.ts')).fuzzCommand(),
  },
  bundle: {
    summary: 'pack everything for a machine without a network',
    load: async () => (await import('./commands/bundle.ts')).bundleCommand(),
  },
  doctor: {
    summary: 'check machine, settings, models and stores',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  },
};

/** The whole command line; of its commands only the one that `args` name is loaded, the others are names. */
export async function claimVerifier(args: readonly string[]): Promise<Command> {
  const [first, second] = args.filter((argument) => !argument.startsWith('-'));
  const wanted = first === 'help' ? second : first;
  const program = new Command('claim-verifier').description(
    'Is a claim supported by a source, and by which words of it?',
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
    '\nclaim-verifier COMMAND --help tells about a command. Settings are environment variables.',
  );
  program.hook('preAction', (_, command) => checkRequired(command));
  prepare(program, packageFacts().version);
  return program;
}

/** What every command of the tree has. Commander itself leaves colours out where no terminal reads or NO_COLOR is set. */
function prepare(command: Command, version: string): void {
  command
    .version(version, '--version', 'print the version of the product')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ styleTitle: (title) => `\u001b[1m${title}\u001b[22m` })
    .showHelpAfterError(`(${commandPath(command)} --help tells how)`);
  for (const child of command.commands) prepare(child, version);
}

function commandPath(command: Command): string {
  return command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;
}
