/** The script inside the page of `claim-verifier verify --report`: filters, searches and sorts the rows that are shown. */
const list = document.getElementById('rows')!;
const tools = document.getElementById('row-tools')!;
const search = document.getElementById('row-search') as HTMLInputElement;
const verdict = document.getElementById('row-verdict') as HTMLSelectElement;
const order = document.getElementById('row-order') as HTMLSelectElement;
const shown = document.getElementById('rows-shown')!;
const rows = [...list.children] as HTMLElement[];

tools.hidden = false;
for (const control of [search, verdict, order]) control.addEventListener('input', update);
update();

function update(): void {
  const words = search.value.trim().toLowerCase();
  let count = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    const isKind =
      verdict.value === '' || row.dataset.verdict === verdict.value || row.dataset.outcome === verdict.value;
    row.hidden = !isKind || !text.includes(words);
    if (!row.hidden) count += 1;
  }
  shown.textContent = `${count} of ${rows.length} rows`;
  const sorted = order.value === 'worst' ? rows : rows.toSorted((one, other) => keyOf(one) - keyOf(other));
  list.append(...sorted);
}

/** Sort key of a row, ascending: its place in the file or its confidence. */
function keyOf({ dataset }: HTMLElement): number {
  if (order.value === 'row') return Number(dataset.row);
  return order.value === 'least' ? Number(dataset.confidence) : -Number(dataset.confidence);
}
