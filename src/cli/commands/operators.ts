import { Command, Option } from 'commander';
import { OPERATOR_ROLES, type OperatorRole } from '../../contract/records.ts';
import { alignedLines } from '../../printable.ts';
import { JSON_FLAG, print, required, withExamples } from '../command-line.ts';
import { COMMAND_ACTOR as actor, withAccess } from './with-access.ts';

const STORE_IT = 'Store it now: only a hash of it is kept, so it cannot be shown again.';
const FIRST_ONE = 'If the service runs without ADMIN_TOKEN, restart it: it accepts the first operator only after that.';

export function operatorsCommand(): Command {
  const operators = new Command('operators').description(
    'Creates, lists and revokes operators: people with their own tokens for /admin/v1 and the dashboard.',
  );
  for (const add of [addCreate, addList, addRevoke]) add(operators);
  return withExamples(operators, 'operators create --name eva --role read', 'operators list', 'operators revoke ID');
}

function addCreate(operators: Command): void {
  const role = new Option('--role <role>', 'read: sees everything, changes nothing; operate: may do everything');
  const command = operators
    .command('create')
    .description('Creates an operator and prints the token. The token cannot be shown again.')
    .addOption(
      required('--name <name>', 'name in the audit log: lowercase letters, digits, dots, hyphens, underscores'),
    )
    .addOption(role.choices(OPERATOR_ROLES).default('read'))
    .option(...JSON_FLAG)
    .action((options: { name: string; role: OperatorRole; json?: boolean }) =>
      withAccess(async ({ operators: store }) => {
        const { name, role } = options;
        const { id, token } = await store.create({ name, role }, actor);
        print(options, { id, token }, [`Operator ${id}, "${name}" (${role}):`, `  ${token}`, STORE_IT, FIRST_ONE]);
      }),
    );
  withExamples(command, 'operators create --name eva --role operate');
}

function addList(operators: Command): void {
  const command = operators
    .command('list')
    .description('Lists all operators, oldest first.')
    .option(...JSON_FLAG)
    .action((options: { json?: boolean }) =>
      withAccess(async ({ operators: store }) => {
        const views = await store.list();
        const rows = views.map(({ id, role, revoked_at, name }) => [id, role, revoked_at ?? 'never', name]);
        const lines = alignedLines([['ID', 'ROLE', 'REVOKED', 'NAME'], ...rows]);
        print(options, views, views.length === 0 ? ['There are no operators.'] : lines);
      }),
    );
  withExamples(command, 'operators list --json');
}

function addRevoke(operators: Command): void {
  const command = operators
    .command('revoke')
    .description('Revokes the token of an operator at once. This cannot be undone.')
    .argument('<id>', 'id of the operator')
    .option(...JSON_FLAG)
    .action((id: string, options: { json?: boolean }) =>
      withAccess(async ({ operators: store }) => {
        const view = await store.revoke(id, actor);
        print(options, view, [`The token of ${view.name} stopped working at ${view.revoked_at}.`]);
      }),
    );
  withExamples(command, 'operators revoke ID');
}
