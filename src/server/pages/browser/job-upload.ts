import { el, labelled } from './dom.ts';
import { select } from './fields.ts';

/** A file as the service takes it. */
export interface JobUpload {
  readonly path: string;
  readonly file: File;
  readonly type: string;
}

/** Asks for a file; `upload` gets it and resolves with whether it was taken. The form is busy until then. */
export function uploadForm(upload: (upload: JobUpload) => Promise<boolean>): HTMLFormElement {
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
