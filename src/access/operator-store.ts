import { invalidField } from '../contract/errors.ts';
import type { OperatorRole, RecordBody } from '../contract/records.ts';
import { type Database, onReserve } from '../store/database.ts';
import { type Actor, recordAudit } from './audit.ts';
import { hashKey, randomText, sameHash } from './key-format.ts';
import { requireRow, withIsoTimes } from './rows.ts';

const ID_LENGTH = 10;
const SECRET_LENGTH = 30;
const TOKEN = /^cvo_([0-9A-Za-z]{10})[0-9A-Za-z]{30}$/;
const NAME = /^[a-z0-9][a-z0-9._-]{0,39}$/;

export type OperatorView = RecordBody<'Operator'>;
/** The token itself is returned only here. */
export type CreatedOperator = RecordBody<'NewOperator'>;

type OperatorRow = {
  id: string;
  name: string;
  role: OperatorRole;
  hash: string;
  created_at: number;
  revoked_at: number | null;
};

/** Operators with their own tokens. Only hashes of the tokens are kept, as of API keys. */
export class OperatorStore {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** The oldest first, revoked ones included. */
  async list(): Promise<readonly OperatorView[]> {
    const rows = await this.#database.query<OperatorRow>('SELECT * FROM operators ORDER BY created_at, id');
    return rows.map(view);
  }

  /** True if any operator has a working token. */
  async haveTokens(): Promise<boolean> {
    return (await this.list()).some(({ revoked_at }) => revoked_at === null);
  }

  /** Throws `invalid_request` for a name that is malformed or was ever used. */
  async create(input: { readonly name: string; readonly role: OperatorRole }, actor: Actor): Promise<CreatedOperator> {
    const { name, role } = input;
    if (!NAME.test(name)) {
      throw invalidField(
        'name',
        'Expected name to be 1 to 40 lowercase letters, digits, dots, hyphens or underscores.',
      );
    }
    const id = randomText(ID_LENGTH);
    const token = `cvo_${id}${randomText(SECRET_LENGTH)}`;
    const now = this.#now();
    return this.#database.transaction(async (sql) => {
      const [row] = await sql.query<OperatorRow>(
        `INSERT INTO operators (id, name, role, hash, created_at) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (name) DO NOTHING RETURNING *`,
        [id, name, role, hashKey(token), now],
      );
      if (!row) throw invalidField('name', `An operator has or had the name "${name}". Choose another.`);
      await recordAudit(sql, now, { actor, action: 'operator.create', subject: id, detail: { name, role } });
      return { ...view(row), token };
    });
  }

  /** The token stops working at once. Throws `not_found`. */
  async revoke(id: string, actor: Actor): Promise<OperatorView> {
    const now = this.#now();
    return onReserve(this.#database, async (sql) => {
      const row = await requireRow<OperatorRow>(sql, 'operators', id);
      if (row.revoked_at !== null) return view(row);
      await sql.query('UPDATE operators SET revoked_at = $2 WHERE id = $1', [id, now]);
      await recordAudit(sql, now, { actor, action: 'operator.revoke', subject: id, detail: { name: row.name } });
      return view({ ...row, revoked_at: now });
    });
  }

  async authenticate(token: string): Promise<OperatorView | undefined> {
    const id = TOKEN.exec(token)?.[1];
    if (id === undefined) return undefined;
    const [row] = await this.#database.query<OperatorRow>('SELECT * FROM operators WHERE id = $1', [id]);
    const matches = sameHash(hashKey(token), row?.hash);
    return row !== undefined && matches && row.revoked_at === null ? view(row) : undefined;
  }
}

function view({ hash: _, ...row }: OperatorRow): OperatorView {
  return withIsoTimes(row);
}
