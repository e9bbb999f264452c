import { Command } from 'commander';
import { restore } from '../../access/index.ts';
import { accessSettings, loadConfig } from '../../config.ts';
import { withExamples } from '../command-line.ts';

/** `claim-verifier restore FILE`: a backup becomes the key database, of either kind. */
export function restoreCommand(): Command {
  const command = new Command('restore')
    .description(
      'Puts a backup where DATA_DIR or DATABASE_URL says, and upgrades it to the schema of this release. Stop the service first. A PostgreSQL database must be empty.',
    )
    .argument('<file>', 'file that claim-verifier backup wrote')
    .option('--replace', 'put it in the place of the SQLite database that is there, which is kept under another name')
    .option('--keep-schema', 'do not upgrade it: for an older release')
    .action(run);
  return withExamples(command, 'restore /var/backups/claims-2030-01-31.sqlite --replace');
}

async function run(file: string, options: { replace?: boolean; keepSchema?: boolean }): Promise<void> {
  const { rows, kept } = await restore(accessSettings(loadConfig()), file, { replace: false, ...options });
  const before = kept === undefined ? '' : ` The database that was there is now ${kept}.`;
  const { api_keys: keys, customers, audit } = rows;
  process.stdout.write(`Restored ${keys} keys, ${customers} customers and ${audit} audit lines.${before}\n`);
}
