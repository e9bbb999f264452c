import { Command } from 'commander';
import { backUp } from '../../access/index.ts';
import { commandAccessSettings, loadConfig } from '../../config.ts';
import { withExamples } from '../command-line.ts';

/** `claim-verifier backup FILE`: the whole key database in one file, while the service runs. */
export function backupCommand(): Command {
  const command = new Command('backup')
    .description(
      'Writes the key database, SQLite or PostgreSQL, into one new file, as of one moment; the service may go on. The file has hashes of keys, names and e-mail addresses, and only its owner may read it. Requests of the last five seconds may not be counted in it.',
    )
    .argument('<file>', 'file to write; it must not exist')
    .action(backup);
  return withExamples(command, 'backup /var/backups/claims-2030-01-31.sqlite');
}

async function backup(file: string): Promise<void> {
  const rows = await backUp(commandAccessSettings(loadConfig()), file);
  const counts = Object.entries(rows).map(([table, count]) => `  ${table.padEnd(16)} ${count}`);
  process.stdout.write(`Wrote ${file}. Rows:\n${counts.join('\n')}\n`);
}
