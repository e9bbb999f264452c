import { Command } from 'commander';
import { openAccess } from '../../access/index.ts';
import { commandAccessSettings, loadConfig } from '../../config.ts';
import { dropOldQueue } from '../../jobs/index.ts';
import { withExamples } from '../command-line.ts';

/** `claim-verifier init`: creates or upgrades the key database, as the start of the service does. */
export function initCommand(): Command {
  const command = new Command('init')
    .description(
      'Creates the key database where DATA_DIR or DATABASE_URL says, or upgrades it to the schema of this release. It creates no key: the first start of the service prints one, unless keys create made another before.',
    )
    .option(
      '--drop-old-queue',
      'also drop the schema claim_verifier_queue, in which 2.0.0 queued jobs on PostgreSQL: once no replica of 2.0.0 runs any more',
    )
    .action(init);
  return withExamples(command, 'init', 'init --drop-old-queue');
}

async function init({ dropOldQueue: drops = false }: { readonly dropOldQueue?: boolean }): Promise<void> {
  const config = loadConfig();
  const access = await openAccess({ ...commandAccessSettings(config), existing: undefined });
  try {
    const place = config.DATABASE_URL === undefined ? `in ${config.DATA_DIR}` : 'on PostgreSQL';
    process.stdout.write(`The key database ${place} is there, in the schema of this release.\n`);
    if (!drops) return;
    const dropped = await dropOldQueue(access.database);
    process.stdout.write(
      dropped === undefined ? 'It has no queue of 2.0.0.\n' : `The queue of 2.0.0 is gone (schema ${dropped}).\n`,
    );
  } finally {
    await access.close();
  }
}
