/** Script inside the page that `claim-verifier verify --report` writes: labels for the rows of its sample. */
const LABELS = ['SUPPORTED', 'UNSUPPORTED', 'UNCERTAIN'] as const;
type Label = (typeof LABELS)[number];

interface Sample {
  /** Key of this sample among all that the browser keeps. */
  readonly key: string;
  /** The name of the saved file. */
  readonly file: string;
  /** How many rows of the run each tenth has. */
  readonly counts: readonly number[];
  readonly rows: readonly { readonly tenth: number }[];
}

/** A label that was given, by the place of its row; they are kept in the order in which they were given. */
type Given = readonly [place: number, label: Label];

const sample = JSON.parse(element('sample').textContent ?? '') as Sample;
const section = element('labelling');
const details = section.querySelector('details')!;
const progress = element('progress');
const save = element('save') as HTMLButtonElement;
const cards = [...section.querySelectorAll<HTMLElement>('article')];
const buttons = [...section.querySelectorAll<HTMLButtonElement>('button[data-do]')];
const KEPT_AS = `claim-verifier:labels:${sample.key}`;
const ACTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  buttons.map((button) => [button.querySelector('kbd')!.textContent!.toLowerCase(), button.dataset.do!]),
);

let given: Given[] = kept();
let skipped: number[] = [];
let note = '';

section.hidden = false;
if (given.length > 0) details.open = true;
for (const button of buttons) button.addEventListener('click', () => act(button.dataset.do!));
details.addEventListener('toggle', show);
save.addEventListener('click', saveFile);
document.addEventListener('keydown', (event) => {
  const action = ACTIONS[event.key.toLowerCase()];
  if ((event.target as Element).closest('#rows, input, select, textarea') !== null) return;
  if (!details.open || action === undefined || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  event.preventDefault();
  act(action);
});
show();

function element(id: string): HTMLElement {
  return document.getElementById(id)!;
}

function act(action: string): void {
  note = '';
  const place = current();
  const label = LABELS.find((one) => one === action);
  if (action === 'undo') {
    skipped = [];
    given = given.slice(0, -1);
  } else if (place === undefined) return;
  else if (label === undefined) skipped.push(place);
  else given.push([place, label]);
  keep();
  show();
}

/** The place of the row that is to be labeled; undefined when none is left. */
function current(): number | undefined {
  const labelled = new Set(given.map(([place]) => place));
  const open = sample.rows.map((_, place) => place).filter((place) => !labelled.has(place));
  return open.find((place) => !skipped.includes(place));
}

function show(): void {
  const place = current();
  for (const [at, card] of cards.entries()) card.hidden = at !== place;
  for (const button of buttons) {
    button.disabled = button.dataset.do === 'undo' ? given.length === 0 : place === undefined;
  }
  save.disabled = given.length === 0;
  const rest = place === undefined ? ' No rows are left.' : '';
  const last = given.length === 0 ? '' : ` The last: ${given.at(-1)![1]}.`;
  progress.textContent = `${given.length} of ${sample.rows.length} rows labeled.${last}${rest}${note}`;
  const card = place === undefined ? undefined : cards[place];
  const source = card?.querySelector<HTMLElement>('.source');
  const evidence = source?.querySelector<HTMLElement>('mark');
  if (source && evidence) source.scrollTop = Math.max(0, evidence.offsetTop - source.clientHeight / 3);
}

/** One line of JSON for each labeled row. Its weight: the rows of its tenth, shared among those that were labeled there. */
function saveFile(): void {
  const labelled = sample.counts.map((_, tenth) => given.filter(([at]) => sample.rows[at]!.tenth === tenth).length);
  const lines = given.map(([place, label]) => {
    const { tenth, ...row } = sample.rows[place]!;
    const weight = Number((sample.counts[tenth]! / labelled[tenth]!).toFixed(4));
    return `${JSON.stringify({ ...row, label, weight })}\n`;
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }));
  link.download = sample.file;
  link.click();
  URL.revokeObjectURL(link.href);
  const standFor = sample.counts.filter((_, tenth) => labelled[tenth]! > 0).reduce((sum, count) => sum + count, 0);
  const rows = sample.counts.reduce((sum, count) => sum + count, 0);
  note = ` Saved as ${sample.file}; they represent ${standFor} of ${rows} rows.`;
  show();
}

function kept(): Given[] {
  try {
    const labels = JSON.parse(localStorage.getItem(KEPT_AS) ?? '[]') as Given[];
    return labels.filter(([place, label]) => sample.rows[place] !== undefined && LABELS.includes(label));
  } catch {
    return [];
  }
}

function keep(): void {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(given));
  } catch {
    note = ' This browser keeps no data for pages opened from a file: save the labels before you close it.';
  }
}

export {};
