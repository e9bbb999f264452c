import { packageFacts } from '../package.ts';
import { printable } from '../printable.ts';
import { runService } from './run-service.ts';

const HELP = `Usage: node main.js

Starts the claim verification service. It takes no arguments: all settings are environment variables, which
claim-verifier serve --help lists.
`;

/** The entry of containers and of service managers: `claim-verifier serve` without the other commands. */
const [argument] = process.argv.slice(2);
if (argument === undefined) await runService();
else if (argument === '--version') process.stdout.write(`${packageFacts().version}\n`);
else if (argument === '--help' || argument === '-h') process.stdout.write(HELP);
else {
  process.stderr.write(
    `Expected no arguments, got "${printable(argument)}": all settings are environment variables (--help).\n`,
  );
  process.exitCode = 1;
}
