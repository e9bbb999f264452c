import type { Database } from './database.ts';

type Dialect = Database['dialect'];

/** Triggers that keep `jobs.bytes` and `job_bytes_stored` correct, whichever statement changes a job. */
export function jobByteTriggers(dialect: Dialect): readonly string[] {
  return dialect === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS;
}

function bytesOfChunk(row: string): string {
  return `octet_length(${row}.input) + octet_length(${row}.partial) + coalesce(octet_length(${row}.output), 0)`;
}

const ADD_STORED_BYTES = (client: string, bytes: string) =>
  `INSERT INTO job_bytes_stored (client, bytes) VALUES (${client}, ${bytes})
    ON CONFLICT (client) DO UPDATE SET bytes = job_bytes_stored.bytes + excluded.bytes`;

const SQLITE_TRIGGERS = [
  ...[
    ['job_chunks', 'INSERT', 'NEW', bytesOfChunk('NEW')],
    ['job_chunks', 'UPDATE OF input, partial, output', 'NEW', `${bytesOfChunk('NEW')} - (${bytesOfChunk('OLD')})`],
    ['job_chunks', 'DELETE', 'OLD', `- (${bytesOfChunk('OLD')})`],
    ['job_columns', 'INSERT', 'NEW', 'octet_length(NEW.names)'],
    ['job_columns', 'DELETE', 'OLD', '- octet_length(OLD.names)'],
  ].map(
    ([
      table,
      event,
      row,
      bytes,
    ]) => `CREATE TRIGGER ${table}_bytes_${event!.slice(0, 6).toLowerCase()} AFTER ${event} ON ${table}
    BEGIN UPDATE jobs SET bytes = bytes + ${bytes} WHERE id = ${row}.job_id; END`,
  ),
  ...[
    ['INSERT', 'NEW', 'NEW.bytes'],
    ['UPDATE OF bytes', 'NEW', 'NEW.bytes - OLD.bytes'],
    ['DELETE', 'OLD', '- OLD.bytes'],
  ].map(
    ([event, row, bytes]) => `CREATE TRIGGER jobs_bytes_${event!.slice(0, 6).toLowerCase()} AFTER ${event} ON jobs
    BEGIN ${ADD_STORED_BYTES(`${row}.client`, bytes!)}; END`,
  ),
];

/** For the trigger of a table: `added` and `removed` are the bytes of the new and the old row, `count` stores the `change`. */
const countingFunction = (table: string, { added, removed, count }: Record<'added' | 'removed' | 'count', string>) =>
  `CREATE FUNCTION ${table}_count_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE change BIGINT := 0; of_row RECORD;
    BEGIN
      IF TG_OP <> 'DELETE' THEN change := change + ${added}; of_row := NEW; END IF;
      IF TG_OP <> 'INSERT' THEN change := change - (${removed}); of_row := OLD; END IF;
      ${count};
      RETURN NULL;
    END $$`;

const COUNT_FOR_JOB = 'UPDATE jobs SET bytes = bytes + change WHERE id = of_row.job_id';

const POSTGRES_TRIGGERS = [
  countingFunction('job_chunks', {
    added: bytesOfChunk('NEW'),
    removed: bytesOfChunk('OLD'),
    count: COUNT_FOR_JOB,
  }),
  countingFunction('job_columns', {
    added: 'octet_length(NEW.names)',
    removed: 'octet_length(OLD.names)',
    count: COUNT_FOR_JOB,
  }),
  countingFunction('jobs', {
    added: 'NEW.bytes',
    removed: 'OLD.bytes',
    count: ADD_STORED_BYTES('of_row.client', 'change'),
  }),
  ...[
    ['job_chunks', 'INSERT OR DELETE OR UPDATE OF input, partial, output'],
    ['job_columns', 'INSERT OR DELETE'],
    ['jobs', 'INSERT OR DELETE OR UPDATE OF bytes'],
  ].map(
    ([table, events]) => `CREATE TRIGGER ${table}_bytes AFTER ${events} ON ${table}
    FOR EACH ROW EXECUTE FUNCTION ${table}_count_bytes()`,
  ),
];
