import { el } from './dom.ts';
import { hasEnded, type JobRecord, jobName, RESULT_FORMATS, type ResultFormat } from './job-record.ts';
import { momentText } from './presentation.ts';
import { row } from './tables.ts';

/** What can be done with a job. */
export interface JobActions {
  readonly cancel: (job: JobRecord) => void;
  readonly remove: (job: JobRecord) => void;
  readonly download: (job: JobRecord, format: ResultFormat) => void;
}

export const JOB_COLUMNS = ['File', 'Status', 'Rows', 'Pace', 'Errors', 'Sent', 'Deleted after', 'Actions'];

export function jobRow(job: JobRecord, actions: JobActions): HTMLTableRowElement {
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
