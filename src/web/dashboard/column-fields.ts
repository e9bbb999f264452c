import type { SubmitJobOptions } from '../../client/job-bodies.ts';
import { el, labelled, show } from '../shared/dom.ts';
import { select } from './presentation.ts';

type Columns = Pick<SubmitJobOptions, 'claim_column' | 'source_column'>;

/** Column names of other tools, after the service's own. */
const CLAIMS = ['claim', 'statement', 'sentence', 'hypothesis', 'answer'];
const SOURCES = ['grounding_source', 'source', 'context', 'excerpt', 'evidence', 'passage', 'premise', 'document'];

/** Asks which columns have the claim and the source: lists of the file's columns, or names where these are not known. */
export class ColumnFields {
  readonly element = el('div', { class: 'columns top', hidden: true });
  #read: () => Columns = () => ({});

  /** Offers the columns of a file; `undefined`: they are not known. */
  offer(names: readonly string[] | undefined): void {
    const [claim, source, read] = names === undefined ? namedColumns() : listedColumns(names);
    this.element.replaceChildren(claim, source);
    this.#read = read;
    show(this.element, true);
  }

  hide(): void {
    this.element.replaceChildren();
    this.#read = () => ({});
    show(this.element, false);
  }

  get columns(): Columns {
    return this.#read();
  }
}

type Fields = readonly [claim: HTMLElement, source: HTMLElement, read: () => Columns];

function listedColumns(names: readonly string[]): Fields {
  const none = ['', 'choose a column'] as const;
  const claim = select('job-claim', [none, ...names.map((name) => [name, name] as const)], likely(names, CLAIMS));
  claim.required = true;
  const chosen = likely(names, SOURCES);
  const boxes = names.map((name, at) => {
    const checked = name === chosen ? true : undefined;
    return el('input', { id: `job-source-${at}`, type: 'checkbox', value: name, checked });
  });
  const choices = boxes.map((box) => el('p', { class: 'check' }, box, el('label', { for: box.id }, box.value)));
  const source = el(
    'fieldset',
    { class: 'choices' },
    el('legend', {}, 'Source (several are joined)'),
    el('div', { class: 'choice-list' }, ...choices),
  );
  const first = boxes[0];
  const check = () =>
    first?.setCustomValidity(boxes.some((box) => box.checked) ? '' : 'Choose the column of the source.');
  source.addEventListener('change', check);
  check();
  const read = () => ({
    claim_column: claim.value,
    source_column: boxes.filter((box) => box.checked).map((box) => box.value),
  });
  return [labelled('Claim', claim), source, read];
}

/** The first of the usual names that a column has, whatever its case; an empty text for none. */
function likely(names: readonly string[], usual: readonly string[]): string {
  const found = usual.map((one) => names.find((name) => name.toLowerCase() === one));
  return found.find((name) => name !== undefined) ?? '';
}

function namedColumns(): Fields {
  const claim = el('input', { id: 'job-claim', placeholder: 'claim' });
  const source = el('input', { id: 'job-source', placeholder: 'grounding_source' });
  const read = () => {
    const sources = source.value.split(',').map((name) => name.trim());
    return {
      claim_column: claim.value.trim() || undefined,
      source_column: source.value.trim() === '' ? undefined : sources.filter((name) => name !== ''),
    };
  };
  return [labelled('Column of the claim', claim), labelled('Columns of the source, with commas between', source), read];
}
