import type { SourceFormat } from '../../contract/answer-request.ts';
import { byId } from '../shared/dom.ts';

/** Text files by the ending of their names. A browser reads no other formats by itself. */
const FORMATS: Readonly<Record<string, SourceFormat>> = {
  txt: 'text',
  text: 'text',
  md: 'text',
  markdown: 'text',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  csv: 'csv',
};
/** More than any source may have, in bytes. */
const MAX_BYTES = 4_000_000;

export interface SourceFile {
  readonly title: string;
  readonly text: string;
  readonly format: SourceFormat;
}

/** The text of a file. Rejects with a sentence for a file that is no text, or too large. */
export async function readSourceFile(file: File): Promise<SourceFile> {
  const { name, size } = file;
  const format = FORMATS[/\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ''];
  if (format === undefined) {
    throw new Error(
      `This page cannot read ${name}. Choose .txt, .md, .csv, .json or .jsonl, or paste the text. The command claim-verifier check reads PDF, Word and HTML files.`,
    );
  }
  if (size > MAX_BYTES) throw new Error(`${name} is too large. Choose a file of at most 4 MB, or paste a part of it.`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return { title: name.slice(0, 200), text: text.replaceAll('\r\n', '\n'), format };
  } catch {
    throw new Error(`${name} is not UTF-8 text. Save it as UTF-8, or paste its text.`);
  }
}

/** Lets a button and a drop on a place choose files. `prefix`: of the ids of the button and of the hidden field. */
export function offerFiles(prefix: string, place: HTMLElement, take: (files: readonly File[]) => void): void {
  const field = byId(`${prefix}-file`, HTMLInputElement);
  byId(`${prefix}-file-open`, HTMLButtonElement).addEventListener('click', () => field.click());
  field.addEventListener('change', () => {
    const files = [...(field.files ?? [])];
    // The same file can be chosen again.
    field.value = '';
    if (files.length > 0) take(files);
  });
  const mark = (on: boolean) => place.toggleAttribute('data-dropping', on);
  place.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    mark(true);
  });
  place.addEventListener('dragleave', () => mark(false));
  place.addEventListener('drop', (event) => {
    mark(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
}
