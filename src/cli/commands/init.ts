import { Command } from 'commander';
import { openAccess } from '../../access/index.ts';
import { commandAccessSettings, loadConfig } from '../../config.ts';
import { withExamples } from '../command-line.ts';

/** `claim-verifier init`: creates or upgrades the key database, as the start of the service does. */
export function initCommand(): Command {
  const command = new Command('init')
    .description(
      'Creates the key database where DATA_DIR or DATABASE_URL says, or upgrades it to the schema of this release. It creates no key: the first start of the service prints one, unless keys create made another before.',
    )
    .action(init);
  return withExamples(command, 'init');
}

async function init(): Promise<void> {
  const config = loadConfig();
  const access = await openAccess({ ...commandAccessSettings(config), existing: undefined });
  await access.close();
  const place = config.DATABASE_URL === undefined ? `in ${config.DATA_DIR}` : 'on PostgreSQL';
  process.stdout.write(`The key database ${place} is there, in the schema of this release.\n`);
}
