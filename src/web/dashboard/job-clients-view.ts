import type { RecordBody } from '../../contract/records.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { buttonOf, type Child, el } from '../shared/dom.ts';
import { confirmedByName } from './dialogs.ts';
import type { JobClient, PageContext } from './page-context.ts';
import { fragmentOf, type Place } from './places.ts';
import { card, momentText, row, scrollTable } from './presentation.ts';

const PER_PAGE = 50;
const PATH = '/admin/v1/jobs/clients';

type JobsPlace = Extract<Place, { page: 'jobs' }>;

/** The customers that have jobs, by what these store, and the end of all jobs of one. Rejects with ServiceError. */
export async function showJobClients(context: PageContext, place: JobsPlace): Promise<void> {
  const page = await clientsOf(context, place);
  const content = page === undefined ? [hint('This service has no jobs (JOBS=false).')] : list(context, place, page);
  context.show(card('Jobs', ...content));
}

function list(context: PageContext, place: JobsPlace, { clients, total, next }: RecordBody<'JobClientList'>): Child[] {
  if (total === 0) return [hint('No customer has files in the background.')];
  const customers = total === 1 ? '1 customer has' : `${total.toLocaleString('en')} customers have`;
  const others = [
    ...(place.cursor === '' ? [] : [link('Largest customers', '')]),
    ...(next === null ? [] : [link('Smaller customers', next)]),
  ];
  return [
    hint(`${customers} files in the background. The most stored bytes come first.`),
    clients.length === 0 ? '' : table(context, place, clients),
    el('p', { class: 'actions' }, ...others),
  ];
}

/** Undefined where the service has no jobs. */
async function clientsOf(
  { session }: PageContext,
  { cursor }: JobsPlace,
): Promise<RecordBody<'JobClientList'> | undefined> {
  const query = new URLSearchParams({ count: String(PER_PAGE), ...(cursor === '' ? {} : { cursor }) });
  try {
    return await session.get<RecordBody<'JobClientList'>>(`${PATH}?${query}`);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  }
}

function hint(text: string): HTMLElement {
  return el('p', { class: 'hint' }, text);
}

function link(text: string, cursor: string): HTMLElement {
  return el('a', { href: fragmentOf({ page: 'jobs', cursor }) }, text);
}

function table(context: PageContext, place: JobsPlace, clients: readonly JobClient[]): HTMLElement {
  const { mayChange } = context;
  const rows = clients.map((client) =>
    row(
      el('a', { href: fragmentOf({ page: 'customer', id: client.id }) }, client.name),
      bytesText(client.stored_bytes),
      jobsText(client),
      client.rows_waiting.toLocaleString('en'),
      momentText(client.oldest_at, ''),
      ...(mayChange ? [deletion(context, place, client)] : []),
    ),
  );
  const head = ['Customer', 'Stored', 'Jobs', 'Rows waiting', 'Oldest job', ...(mayChange ? ['Actions'] : [])];
  return scrollTable('Customers with jobs', head, rows);
}

/** Such as "1 queued, 2 completed". */
function jobsText({ statuses }: JobClient): string {
  const parts = Object.entries(statuses).filter(([, count]) => count > 0);
  return parts.map(([status, count]) => `${count.toLocaleString('en')} ${status}`).join(', ');
}

function deletion(context: PageContext, place: JobsPlace, client: JobClient): HTMLElement {
  const work = async () => {
    if (!(await isSure(client))) return;
    const { jobs } = await context.session.send<{ jobs: number }>('DELETE', `${PATH}/${encodeURIComponent(client.id)}`);
    await showJobClients(context, place);
    context.announce(jobs === 1 ? '1 job is deleted.' : `${jobs.toLocaleString('en')} jobs are deleted.`);
  };
  const label = { 'aria-label': `Delete all jobs of ${client.name}`, class: 'danger' };
  return buttonOf('Delete all jobs', () => context.attempt(work), label);
}

function isSure({ name, jobs, stored_bytes: bytes }: JobClient): Promise<boolean> {
  const what = jobs === 1 ? 'The job' : `All ${jobs.toLocaleString('en')} jobs`;
  const text = `${what} of "${name}" (${bytesText(bytes)}) will be deleted with all rows and results, unfinished ones too. This cannot be undone. The keys of the customer go on working: revoke them first if no more files are to come.`;
  return confirmedByName('Delete all jobs of this customer?', 'Delete jobs', { name, text });
}

const UNITS = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** Such as "734 MB" or "1.2 GB", on one line. */
export function bytesText(bytes: number): string {
  const [size, unit] = UNITS.find(([least]) => bytes >= least) ?? [1, 'bytes'];
  const value = bytes / size;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })}\u00a0${unit}`;
}
