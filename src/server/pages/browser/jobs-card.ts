import { confirmed } from './dialogs.ts';
import { el, show } from './dom.ts';
import { hasEnded, type JobList, type JobRecord, jobName, type ResultFormat } from './job-record.ts';
import { JOB_COLUMNS, type JobActions, jobRow } from './job-row.ts';
import { uploadForm } from './job-upload.ts';
import type { PageContext } from './page-context.ts';
import { card } from './presentation.ts';
import { ApiError } from './session.ts';
import { scrollTable } from './tables.ts';

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
