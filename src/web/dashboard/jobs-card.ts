import { el, labelled, show } from '../shared/dom.ts';
import { confirmed } from './dialogs.ts';
import type { PageContext } from './page-context.ts';
import { card, momentText, row, scrollTable, select } from './presentation.ts';
import { hasEnded, type JobList, type JobRecord, jobName, RESULT_FORMATS, type ResultFormat } from './records.ts';
import { ApiError } from './session.ts';

/** Each look counts as one request of the key. */
const REFRESH_MS = 5_000;
const MAX_JOBS = 50;
const HINT =
  'JSONL, CSV or TSV, gzip or not, with the columns claim and grounding_source. The rows are verified in the background: this page may be closed.';

/** A customer's files that are verified in the background. Hidden where the service has no jobs for the key. */
export function jobsCard(context: PageContext): HTMLElement {
  const { session, attempt, announce } = context;
  const place = el('div', {});
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = async () => {
    clearTimeout(timer);
    const list = await session.get<JobList>(`v1/jobs?count=${MAX_JOBS}`);
    keepingFocus(place, () => place.replaceChildren(...listed(list, actions)));
    show(section, true);
    if (list.jobs.some((job) => !hasEnded(job))) lookLater();
  };
  const lookLater = () => {
    timer = setTimeout(look, REFRESH_MS);
  };
  // After a failure the card says what was last known.
  const look = () => {
    if (!section.isConnected) return;
    if (document.hidden) lookLater();
    else refresh().catch((error) => mayPass(error) && lookLater());
  };
  const change = async (work: () => Promise<void>, said: string) => {
    let isDone = false;
    await attempt(async () => {
      await work();
      isDone = true;
      await refresh();
      announce(said);
    });
    return isDone;
  };
  const actions: JobActions = {
    cancel: (job) => void change(() => session.send('POST', `v1/jobs/${job.id}/cancel`), 'The job is canceled.'),
    remove: (job) =>
      void attempt(async () => {
        if (!(await mayDelete(job))) return;
        await change(() => session.send('DELETE', `v1/jobs/${job.id}`), 'The job is deleted.');
      }),
    download: (job, format) => void attempt(() => save(context, job, format)),
  };
  const form = uploadForm(({ path, file, type }) =>
    change(() => session.upload(path, file, type), `${file.name} is uploaded.`),
  );
  const section = card('Files in the background', el('p', { class: 'hint' }, HINT), form, place);
  show(section, false);
  refresh().catch((error) => mayPass(error) && lookLater());
  return section;
}

/** Whether the list may be there later: not without jobs, and not for a key that may not ask. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

function listed({ jobs, total }: JobList, actions: JobActions): HTMLElement[] {
  if (jobs.length === 0) return [];
  const table = scrollTable(
    'Files in the background',
    JOB_COLUMNS,
    jobs.map((job) => jobRow(job, actions)),
  );
  const others = total - jobs.length;
  return others > 0 ? [table, el('p', { class: 'hint' }, `And ${others} older ones.`)] : [table];
}

function mayDelete(job: JobRecord): Promise<boolean> {
  const canceled = hasEnded(job) ? '' : ' It is not finished: the rest of its rows is not verified.';
  const warning = el(
    'p',
    {},
    `${jobName(job)} is deleted with its rows and results.${canceled} This cannot be undone.`,
  );
  return confirmed('Delete this file?', 'Delete', warning);
}

async function save({ session, announce }: PageContext, { id }: JobRecord, format: ResultFormat): Promise<void> {
  announce('The results are being fetched.');
  // Who downloads CSV from a page opens it in a spreadsheet.
  const query = format === 'csv' ? 'format=csv&escape_formulas=true' : `format=${format}`;
  const url = URL.createObjectURL(await session.download(`v1/jobs/${id}/results?${query}`));
  el('a', { href: url, download: `${id}.${format}` }).click();
  URL.revokeObjectURL(url);
}

/** Whoever is on a button stays on it when the table is drawn anew. */
function keepingFocus(place: HTMLElement, draw: () => void): void {
  const focused = place.contains(document.activeElement)
    ? document.activeElement?.getAttribute('aria-label')
    : undefined;
  draw();
  for (const button of place.querySelectorAll('button')) {
    if (button.getAttribute('aria-label') === focused) button.focus();
  }
}

/** A file as the service takes it. */
interface JobUpload {
  readonly path: string;
  readonly file: File;
  readonly type: string;
}

/** Asks for a file; `upload` gets it and resolves with whether it was taken. The form is busy until then. */
function uploadForm(upload: (upload: JobUpload) => Promise<boolean>): HTMLFormElement {
  const file = el('input', { id: 'job-file', type: 'file', required: true, accept: '.jsonl,.ndjson,.csv,.tsv,.gz' });
  const rows = select('job-rows', [
    ['claims', 'claims, each with its source'],
    ['answers', 'whole answers (JSONL)'],
  ]);
  const submit = el('button', { type: 'submit', class: 'primary' }, 'Upload');
  const form = el('form', { class: 'columns' }, labelled('File', file), labelled('Rows', rows), submit);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    busy(true);
    if (await upload(uploadOf(chosen, rows.value))) form.reset();
    busy(false);
  });
  const busy = (on: boolean) => {
    submit.disabled = on;
    submit.textContent = on ? 'Uploading…' : 'Upload';
    form.setAttribute('aria-busy', String(on));
  };
  return form;
}

function uploadOf(file: File, rows: string): JobUpload {
  const [, ending = ''] = /\.(\w+)(?:\.gz)?$/i.exec(file.name.toLowerCase()) ?? [];
  const isTable = ending === 'csv' || ending === 'tsv';
  const query = new URLSearchParams({ rows, name: file.name.slice(0, 200) });
  if (ending === 'tsv') query.set('delimiter', 'tab');
  return { path: `v1/jobs?${query}`, file, type: isTable ? 'text/csv' : 'application/x-ndjson' };
}

/** What can be done with a job. */
interface JobActions {
  readonly cancel: (job: JobRecord) => void;
  readonly remove: (job: JobRecord) => void;
  readonly download: (job: JobRecord, format: ResultFormat) => void;
}

const JOB_COLUMNS = ['File', 'Status', 'Rows', 'Pace', 'Errors', 'Sent', 'Deleted after', 'Actions'];

function jobRow(job: JobRecord, actions: JobActions): HTMLTableRowElement {
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

function statusOf({ status }: JobRecord): HTMLElement {
  const tone = status === 'completed' ? ' good' : status === 'canceled' ? ' bad' : '';
  const sign = { completed: '✓', canceled: '✗', running: '…', queued: '…', receiving: '↑' }[status];
  return el('span', { class: `badge${tone}` }, `${sign} ${status}`);
}

function progressOf(job: JobRecord): HTMLElement {
  const { rows, rows_done: done } = job;
  const percent = rows === 0 ? 0 : Math.floor((100 * done) / rows);
  const text = `${done.toLocaleString('en')} of ${rows.toLocaleString('en')}, ${percent} %`;
  const bar = el('progress', { max: String(rows), value: String(done), 'aria-label': `Progress of ${jobName(job)}` });
  return el('div', { class: 'job-progress' }, bar, el('span', {}, text));
}

function paceOf({ rows_per_second: rate, estimated_end: end }: JobRecord): string {
  const pace = rate === null ? '' : `${rate.toLocaleString('en')} rows/s`;
  return end === null ? pace : `${pace}, until about ${momentText(end, '')}`;
}

function errorsOf({ errors }: JobRecord): string {
  const codes = Object.entries(errors).map(
    ([code, rows]) => `${rows.toLocaleString('en')} ${code.replaceAll('_', ' ')}`,
  );
  return codes.length === 0 ? 'none' : codes.join(', ');
}

function actionsOf(job: JobRecord, { cancel, remove, download }: JobActions): HTMLElement {
  const action = (text: string, what: string, work: () => void) => {
    const button = el('button', { type: 'button', 'aria-label': `${what} ${jobName(job)} (${job.id})` }, text);
    button.addEventListener('click', work);
    return button;
  };
  const downloads = RESULT_FORMATS.map((format) =>
    action(format === 'parquet' ? 'Parquet' : format.toUpperCase(), `Download as ${format}:`, () =>
      download(job, format),
    ),
  );
  return el(
    'div',
    { class: 'actions' },
    ...(hasEnded(job) ? downloads : [action('Cancel', 'Cancel', () => cancel(job))]),
    action('Delete', 'Delete', () => remove(job)),
  );
}
