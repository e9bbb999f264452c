/** The script inside the page of `claim-verifier verify --report`: filters, searches and sorts the rows that are shown, and opens one to decide on. */
const list = document.getElementById('rows')!;
const tools = document.getElementById('row-tools')!;
const search = document.getElementById('row-search') as HTMLInputElement;
const verdict = document.getElementById('row-verdict') as HTMLSelectElement;
const order = document.getElementById('row-order') as HTMLSelectElement;
const shown = document.getElementById('rows-shown')!;
const rows = [...list.children] as HTMLElement[];
const controls = document.getElementById('decide')!;

tools.hidden = false;
for (const control of [search, verdict, order]) control.addEventListener('input', update);
update();
list.addEventListener('click', open);
list.addEventListener('focusin', open);
document.addEventListener('keydown', (event) => {
  const target = event.target as Element;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, select, textarea')) {
    if (event.key === 'Escape') controls.closest<HTMLElement>('#rows > *')?.focus();
    return;
  }
  if (event.key === 'n') go(1);
  else if (event.key === 'p') go(-1);
});

/** The row that an event is in gets the buttons and the note. */
function open({ target }: Event): void {
  const row = rows.find((one) => one.contains(target as Node));
  if (row === undefined || document.body.dataset.opened === row.dataset.number) return;
  for (const one of rows) one.classList.toggle('opened', one === row);
  document.body.dataset.opened = row.dataset.number;
  row.append(controls);
  document.dispatchEvent(new Event('opened'));
}

function go(by: number): void {
  const shownRows = [...list.children].filter((row) => !(row as HTMLElement).hidden) as HTMLElement[];
  const at = shownRows.findIndex((row) => row.classList.contains('opened'));
  const next = shownRows[at < 0 ? (by > 0 ? 0 : shownRows.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function update(): void {
  const words = search.value.trim().toLowerCase();
  let count = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !isOfKind(row, verdict.value) || !text.includes(words);
    if (!row.hidden) count += 1;
  }
  shown.textContent = `${count} of ${rows.length} rows`;
  const sorted = order.value === 'worst' ? rows : rows.toSorted((one, other) => keyOf(one) - keyOf(other));
  list.append(...sorted);
}

function isOfKind(row: HTMLElement, kind: string): boolean {
  if (kind === 'undecided') return row.querySelector('.decision')!.textContent === '';
  return kind === '' || row.dataset.verdict === kind || row.dataset.outcome === kind;
}

/** Sort key of a row, ascending: its place in the file or its confidence. */
function keyOf({ dataset }: HTMLElement): number {
  if (order.value === 'row') return Number(dataset.row);
  return order.value === 'least' ? Number(dataset.confidence) : -Number(dataset.confidence);
}
