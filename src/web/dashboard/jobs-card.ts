import { receive } from '../../client/read-error.ts';
import { mayPass } from '../../client/retry-policy.ts';
import type { JobBody, JobListBody, JobResultFormat } from '../../contract/job.ts';
import { buttonOf, countText, el, saveFile, show } from '../shared/dom.ts';
import { confirmedLoss } from './dialogs.ts';
import type { PageContext } from './page-context.ts';
import { card, momentText, row, scrollTable } from './presentation.ts';
import { uploadForm } from './upload-form.ts';

/** Each look counts as one request of the key. */
const REFRESH_MS = 5_000;
const MAX_JOBS = 50;
const RESULT_FORMATS: readonly JobResultFormat[] = ['jsonl', 'csv'];
const HINT =
  'JSONL, JSON, CSV or TSV, also as .gz, .xlsx or Parquet. The rows are verified in the background: this page may be closed.';

/** A customer's files that are verified in the background. Hidden where the service has no jobs for the key. */
export function jobsCard(context: PageContext): HTMLElement {
  const { session, attempt, announce } = context;
  const place = el('div', {});
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = async () => {
    clearTimeout(timer);
    let isOpen = true;
    try {
      const list = await session.jobs({ count: MAX_JOBS });
      isOpen = list.jobs.some((job) => !hasEnded(job));
      keepingFocus(place, () => place.replaceChildren(...listed(list, actions)));
      show(section, true);
    } catch (error) {
      // The list may be there later: not without jobs, and not for a key that may not ask.
      isOpen = mayPass(error);
      throw error;
    } finally {
      if (isOpen) timer = setTimeout(look, REFRESH_MS);
    }
  };
  // After a failure the card keeps the last list.
  const look = () => {
    if (document.hidden) timer = setTimeout(look, REFRESH_MS);
    else if (section.isConnected) refresh().catch(() => undefined);
  };
  const change = (work: () => Promise<unknown>, said: string) =>
    attempt(async () => {
      await work();
      await refresh();
      announce(said);
    });
  const actions: JobActions = {
    cancel: (job) => void change(() => session.cancelJob(job.id), 'Job canceled.'),
    remove: (job) =>
      void attempt(async () => {
        if (!(await mayDelete(job))) return;
        await change(() => session.deleteJob(job.id), 'Job deleted.');
      }),
    download: (job, format) => void attempt(() => save(context, job, format)),
  };
  const form = uploadForm(async ({ file, options }) => {
    await session.submitJob(file, options);
    announce('File uploaded.');
    await refresh().catch(() => undefined);
  });
  const section = card('Files in the background', el('p', { class: 'hint' }, HINT), form, place);
  show(section, false);
  refresh().catch(() => undefined);
  return section;
}

function listed({ jobs, total }: JobListBody, actions: JobActions): HTMLElement[] {
  if (jobs.length === 0) return [];
  const rows = jobs.map((job) => jobRow(job, actions));
  const table = scrollTable('Files in the background', JOB_COLUMNS, rows);
  const others = total - jobs.length;
  return others > 0 ? [table, el('p', { class: 'hint' }, `${others} older jobs are not shown.`)] : [table];
}

function mayDelete(job: JobBody): Promise<boolean> {
  const canceled = hasEnded(job) ? '' : ' It is not finished: the rest of its rows is not verified.';
  const warning = `${jobName(job)} is deleted with its rows and results.${canceled} This cannot be undone.`;
  return confirmedLoss('Delete this file?', 'Delete', el('p', {}, warning));
}

async function save({ session, announce }: PageContext, { id }: JobBody, format: JobResultFormat): Promise<void> {
  announce('The results are being fetched.');
  // Who downloads CSV from a page opens it in a spreadsheet.
  const options = format === 'csv' ? { escape_formulas: true, bom: true } : {};
  const rows = await session.jobResultFile(id, format, options);
  saveFile(`${id}.${format}`, await receive(() => new Response(rows).blob(), undefined));
}

/** Draws the table again and gives the focus back to the button that had it. */
function keepingFocus(place: HTMLElement, draw: () => void): void {
  const focused = place.contains(document.activeElement)
    ? document.activeElement?.getAttribute('aria-label')
    : undefined;
  draw();
  for (const button of place.querySelectorAll('button')) {
    if (button.getAttribute('aria-label') === focused) button.focus();
  }
}

interface JobActions {
  readonly cancel: (job: JobBody) => void;
  readonly remove: (job: JobBody) => void;
  readonly download: (job: JobBody, format: JobResultFormat) => void;
}

const JOB_COLUMNS = ['File', 'Status', 'Rows', 'Pace', 'Errors', 'Sent', 'Deleted after', 'Actions'];

function jobRow(job: JobBody, actions: JobActions): HTMLTableRowElement {
  return row(
    jobName(job),
    statusOf(job),
    progressOf(job),
    paceOf(job),
    errorsOf(job),
    momentText(job.created_at, ''),
    momentText(job.expires_at, ''),
    actionsOf(job, actions),
  );
}

function statusOf({ status }: JobBody): HTMLElement {
  const tone = status === 'completed' ? ' for' : status === 'canceled' ? ' against' : '';
  const sign = { completed: '✓', canceled: '✗', running: '…', queued: '…', receiving: '↑' }[status];
  return el('span', { class: `badge${tone}` }, `${sign} ${status}`);
}

function progressOf(job: JobBody): HTMLElement {
  const { rows, rows_done: done } = job;
  const percent = rows === 0 ? 0 : Math.floor((100 * done) / rows);
  const text = `${countText(done)} of ${countText(rows)}, ${percent} %`;
  const bar = el('progress', { max: String(rows), value: String(done), 'aria-label': `Progress of ${jobName(job)}` });
  return el('div', { class: 'job-progress' }, bar, el('span', {}, text));
}

function paceOf({ rows_per_second: rate, estimated_end: end }: JobBody): string {
  const pace = rate === null ? '' : `${rate.toLocaleString('en')} rows/s`;
  return end === null ? pace : `${pace}, until about ${momentText(end, '')}`;
}

function errorsOf({ errors }: JobBody): string {
  const codes = Object.entries(errors).map(([code, rows]) => `${countText(rows)} ${code.replaceAll('_', ' ')}`);
  return codes.length === 0 ? 'none' : codes.join(', ');
}

function actionsOf(job: JobBody, { cancel, remove, download }: JobActions): HTMLElement {
  const action = (text: string, what: string, work: () => void, style?: string) =>
    buttonOf(text, work, { 'aria-label': `${what} ${jobName(job)} (${job.id})`, class: style });
  const downloads = RESULT_FORMATS.map((format) =>
    action(format.toUpperCase(), `Download as ${format}:`, () => download(job, format)),
  );
  return el(
    'div',
    { class: 'actions' },
    ...(hasEnded(job) ? downloads : [action('Cancel', 'Cancel', () => cancel(job))]),
    action('Delete', 'Delete', () => remove(job), 'danger apart'),
  );
}

function hasEnded({ status }: JobBody): boolean {
  return status === 'completed' || status === 'canceled';
}

/** The name that came with the file, else the id. */
function jobName({ id, name }: JobBody): string {
  return name ?? id;
}
