import { Command } from 'commander';
import { jobSettings, loadConfig } from '../../config.ts';
import { type JobClients, type JobClientView, openJobs } from '../../jobs/index.ts';
import { alignedLines, counted, JSON_FLAG, print, withExamples } from '../command-line.ts';
import { COMMAND_ACTOR as actor, toJson, withAccess } from './with-access.ts';

const PER_PAGE = 200;

/** `claim-verifier stored-jobs COMMAND`: the jobs of all customers, on the machine with their database. */
export function storedJobsCommand(): Command {
  const jobs = new Command('stored-jobs').description(
    'Lists the customers whose jobs are stored, with their bytes, and deletes the jobs of one.',
  );
  for (const add of [addList, addDelete]) add(jobs);
  return withExamples(jobs, 'stored-jobs list', 'stored-jobs delete CUSTOMER');
}

function addList(jobs: Command): void {
  const command = jobs
    .command('list')
    .description('Lists the customers that have jobs, the one with the most stored bytes first.')
    .option(...JSON_FLAG)
    .action((options: { json?: boolean }) =>
      withClients(async (clients) => {
        const all = await listAll(clients);
        print(options, all.map(toJson), all.length === 0 ? ['There are no jobs.'] : table(all));
      }),
    );
  withExamples(command, 'stored-jobs list --json');
}

function addDelete(jobs: Command): void {
  const command = jobs
    .command('delete')
    .description(
      'Deletes all jobs of a customer. They are gone at once; the command then removes their rows and results, and what ' +
        'it leaves when it is stopped, the service removes within the hour.',
    )
    .argument('<customer>', 'id of the customer, as the list has it')
    .option(...JSON_FLAG)
    .action((id: string, options: { json?: boolean }) =>
      withClients(async (clients) => {
        const deleted = await clients.deleteJobs(id, actor);
        print(options, { id, jobs: deleted }, [`Deleted ${counted(deleted, 'job')} of ${id}.`]);
        await clients.removed();
      }),
    );
  withExamples(command, 'stored-jobs delete CUSTOMER');
}

function withClients(work: (clients: JobClients) => Promise<void>): Promise<void> {
  return withAccess(({ database }) => work(openJobs({ database, ...jobSettings(loadConfig()) }).clients));
}

async function listAll(clients: JobClients): Promise<JobClientView[]> {
  const all: JobClientView[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = last && { time: last.storedBytes, id: last.id };
    const page = await clients.list({ count: PER_PAGE, after });
    all.push(...page);
    if (page.length < PER_PAGE) return all;
  }
}

function table(clients: readonly JobClientView[]): string[] {
  const rows = clients.map(({ id, jobs, rowsWaiting, storedBytes, oldestAt, name }) => [
    id,
    storedBytes.toLocaleString('en'),
    jobs.toLocaleString('en'),
    rowsWaiting.toLocaleString('en'),
    oldestAt,
    name,
  ]);
  return alignedLines([['CUSTOMER', 'STORED BYTES', 'JOBS', 'ROWS WAITING', 'OLDEST', 'NAME'], ...rows]);
}
