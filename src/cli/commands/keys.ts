import { Command } from 'commander';
import { type KeyView, parseTime } from '../../access/index.ts';
import { SUBSCRIPTION_STATUSES } from '../../contract/records.ts';
import { alignedLines } from '../../printable.ts';
import { JSON_FLAG, print, printLines, required, wholeNumber, withExamples } from '../command-line.ts';
import { COMMAND_ACTOR as actor, withAccess } from './with-access.ts';

export function keysCommand(): Command {
  const keys = new Command('keys').description(
    'Creates, lists and changes API keys. Changes take effect on a running server within seconds.',
  );
  for (const add of [addCreate, addList, addShow, addRevoke, addRotate, addSetStatus]) add(keys);
  return withExamples(
    keys,
    'keys create --name reports --limit 600 --json',
    'keys list',
    'keys rotate ID --overlap 3600',
    'keys set-status ID past_due',
    'keys revoke ID',
  );
}

function addCreate(keys: Command): void {
  const command = keys
    .command('create')
    .description('Creates a key and prints it. The key cannot be shown again.')
    .addOption(required('--name <name>', 'name of the key'))
    .option('--limit <requests>', 'requests per minute; default: RATE_LIMIT_PER_MINUTE', wholeNumber(1, 1_000_000))
    .option('--expires <time>', 'when the key stops working, ISO 8601')
    .option(...JSON_FLAG)
    .action((options: { name: string; limit?: number; expires?: string; json?: boolean }) =>
      withAccess(async ({ keys }) => {
        const expires = options.expires === undefined ? undefined : parseTime('expires', options.expires);
        const { name, limit } = options;
        const created = await keys.create({ name, limit, expires }, actor);
        // Before its limit is read, which may fail.
        print(options, { id: created.id, key: created.key }, [
          `Key ${created.id} for "${name}":`,
          `  ${created.key}`,
          'Store it now: only a hash of it is kept, so it cannot be shown again.',
        ]);
        if (options.json) return;
        const allowed = await keys.show(created.id);
        printLines(process.stdout, [
          `It is limited to ${allowed.limit} requests per ${allowed.window_seconds} seconds.`,
        ]);
      }),
    );
  withExamples(command, 'keys create --name reports --expires 2030-01-01');
}

function addList(keys: Command): void {
  const command = keys
    .command('list')
    .description('Lists all keys, oldest first.')
    .option(...JSON_FLAG)
    .action((options: { json?: boolean }) =>
      withAccess(async ({ keys }) => {
        const { rows: views } = await keys.list();
        print(options, views, views.length === 0 ? ['There are no keys.'] : table(views));
      }),
    );
  withExamples(command, 'keys list --json');
}

function addShow(keys: Command): void {
  const command = keys
    .command('show')
    .description('Shows one key.')
    .argument('<id>', 'id of the key')
    .option(...JSON_FLAG)
    .action((id: string, options: { json?: boolean }) =>
      withAccess(async ({ keys }) => printKey(options, await keys.show(id))),
    );
  withExamples(command, 'keys show ID');
}

function addRevoke(keys: Command): void {
  const command = keys
    .command('revoke')
    .description('Revokes a key and all keys that were rotated from it.')
    .argument('<id>', 'id of the key')
    .option('--only', 'revoke this key only; keys rotated from it keep working')
    .option(...JSON_FLAG)
    .action((id: string, options: { only?: boolean; json?: boolean }) =>
      withAccess(async ({ keys }) =>
        printKey(options, await keys.revoke(id, actor, options.only ? 'only' : undefined)),
      ),
    );
  withExamples(command, 'keys revoke ID');
}

function addRotate(keys: Command): void {
  const command = keys
    .command('rotate')
    .description('Replaces a key with a new one and prints it. It cannot be shown again.')
    .argument('<id>', 'id of the old key')
    .option('--overlap <seconds>', 'seconds for which the old key keeps working', wholeNumber(0, 999_999_999), 0)
    .option(...JSON_FLAG)
    .action((id: string, options: { overlap: number; json?: boolean }) =>
      withAccess(async ({ keys }) => {
        const rotated = await keys.rotate(id, options.overlap, actor);
        print(options, rotated, [
          `Key ${rotated.id} replaces ${id}, which works until ${rotated.old_key_expires_at}:`,
          `  ${rotated.key}`,
          'Store it now: only a hash of it is kept, so it cannot be shown again.',
        ]);
      }),
    );
  withExamples(command, 'keys rotate ID --overlap 3600');
}

function addSetStatus(keys: Command): void {
  const command = keys
    .command('set-status')
    .description('Sets the status of the subscription that a key belongs to.')
    .argument('<id>', 'id of the key')
    .argument('<status>', SUBSCRIPTION_STATUSES.join(', '))
    .option(...JSON_FLAG)
    .action((id: string, status: string, options: { json?: boolean }) =>
      withAccess(async ({ keys }) => printKey(options, await keys.setStatus(id, status, actor))),
    );
  withExamples(command, 'keys set-status ID past_due');
}

function printKey(options: { json?: boolean }, view: object): void {
  const lines = Object.entries(view).map(([name, value]) => `${name.padEnd(20)} ${formatValue(value)}`);
  print(options, view, lines);
}

function formatValue(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? '-' : text;
}

function table(views: readonly KeyView[]): string[] {
  const rows = views.map((view) => [
    view.id,
    view.state,
    view.subscription_status,
    `${view.limit}/${view.window_seconds}s`,
    view.expires_at ?? 'never',
    view.name,
  ]);
  return alignedLines([['ID', 'STATE', 'SUBSCRIPTION', 'LIMIT', 'EXPIRES', 'NAME'], ...rows]);
}
