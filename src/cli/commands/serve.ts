import { Command } from 'commander';
import { settings } from '../../config.ts';
import { PACKAGE_ROOT } from '../../package.ts';
import { runService } from '../../server/run-service.ts';
import { SECRETS } from '../../settings/schema.ts';
import { withExamples } from '../command-line.ts';

export function serveCommand(): Command {
  const command = new Command('serve')
    .description('Starts the service. The first start prints an API key. SIGTERM stops the service.')
    .action(runService);
  return withExamples(command, 'serve').addHelpText('after', `\n${settingsHelp()}`);
}

function settingsHelp(): string {
  const lines = Object.entries(settings.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(undefined);
    const value = parsed.success ? parsed.data : undefined;
    const shown = value === undefined ? 'unset' : String(value).replace(`${PACKAGE_ROOT}/`, '');
    return `  ${name.padEnd(24)} ${schema.description} (default: ${shown})`;
  });
  const files = `Each secret can be in a file instead: ${SECRETS.map((name) => `${name}_FILE`).join(', ')}.`;
  return ['Settings (environment variables):', ...lines, '', files].join('\n');
}
