import { Command } from 'commander';

/** The command behind `npm run NAME`; `examples`: options to show in its help, one call a line. */
export function npmCommand(name: string, ...examples: readonly string[]): Command {
  const call = `npm run ${name} --`;
  return new Command(call)
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError(`(see ${call} --help)`)
    .addHelpText('after', `\nExamples:\n${examples.map((options) => `  ${call} ${options}`).join('\n')}`);
}
