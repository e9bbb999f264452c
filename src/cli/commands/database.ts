import { Command } from 'commander';
import { backUp, openAccess, restore } from '../../access/index.ts';
import { accessSettings, commandAccessSettings, loadConfig } from '../../config.ts';
import { printable } from '../../printable.ts';
import { counted, printLines, withExamples } from '../command-line.ts';

export function backupCommand(): Command {
  const command = new Command('backup')
    .description(
      'Writes a consistent copy of the key database, SQLite or PostgreSQL, to a new file. The service may keep running. The file has hashes of keys, names and e-mail addresses, and only its owner may read it. Requests of the last five seconds may be missing from the usage.',
    )
    .argument('<file>', 'file to write; it must not exist')
    .action(backup);
  return withExamples(command, 'backup /var/backups/claims-2030-01-31.sqlite');
}

async function backup(file: string): Promise<void> {
  const rows = await backUp(commandAccessSettings(loadConfig()), file);
  const counts = Object.entries(rows).map(([table, count]) => `  ${table.padEnd(16)} ${count}`);
  printLines(process.stdout, [printable(`Wrote ${file}. Rows:`), ...counts]);
}

export function restoreCommand(): Command {
  const command = new Command('restore')
    .description(
      'Restores a backup to DATA_DIR or DATABASE_URL, and upgrades it to the schema of this release. Stop the service first. A PostgreSQL database must be empty.',
    )
    .argument('<file>', 'file that claim-verifier backup wrote')
    .option('--replace', 'replace the existing SQLite database, which is kept under another name')
    .action(restoreFrom);
  return withExamples(command, 'restore /var/backups/claims-2030-01-31.sqlite --replace');
}

async function restoreFrom(file: string, options: { replace?: boolean }): Promise<void> {
  const { rows, kept } = await restore(accessSettings(loadConfig()), file, options.replace);
  const before = kept === undefined ? '' : ` The previous database is now ${kept}.`;
  const restored = [counted(rows.api_keys, 'key'), counted(rows.customers, 'customer')].join(', ');
  printLines(process.stdout, [`Restored ${restored} and ${counted(rows.audit, 'audit line')}.${before}`]);
}

export function initCommand(): Command {
  const command = new Command('init')
    .description(
      'Creates the key database in DATA_DIR or DATABASE_URL, or upgrades it to the schema of this release. It creates no key. The first start of the service prints one, unless the command keys create has made one.',
    )
    .action(init);
  return withExamples(command, 'init');
}

async function init(): Promise<void> {
  const config = loadConfig();
  const access = await openAccess({ ...commandAccessSettings(config), existing: undefined });
  try {
    const place = config.DATABASE_URL === undefined ? `in ${config.DATA_DIR}` : 'on PostgreSQL';
    printLines(process.stdout, [`The key database ${place} is ready, in the schema of this release.`]);
  } finally {
    await access.close();
  }
}
