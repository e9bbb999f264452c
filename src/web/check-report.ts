/** The script inside the page of `claim-verifier check --report`. Without it readers see the whole page, notes below the draft. */
const panel = document.getElementById('panel')!;
const shown = document.getElementById('shown')!;
const sentences = [...document.querySelectorAll<HTMLElement>('.sentence[role=button]')];
const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name=shown]')];
const noteOf = ({ dataset }: HTMLElement) => document.getElementById(`note-${dataset.note}`)!;
let open: HTMLElement | undefined;

function close(): void {
  if (open) open.setAttribute('aria-expanded', 'false');
  panel.hidden = true;
  document.body.classList.remove('with-panel');
  open = undefined;
  document.body.dataset.opened = '';
  document.dispatchEvent(new Event('opened'));
}

function show(sentence: HTMLElement): void {
  const isOpen = open === sentence;
  close();
  if (isOpen) return;
  open = sentence;
  sentence.setAttribute('aria-expanded', 'true');
  const note = noteOf(sentence);
  shown.replaceChildren(...[...note.childNodes].map((node) => node.cloneNode(true)));
  shown.className = note.className;
  panel.hidden = false;
  document.body.classList.add('with-panel');
  document.body.dataset.opened = sentence.dataset.note ?? '';
  document.dispatchEvent(new Event('opened'));
}

function go(by: number): void {
  const marked = sentences.filter((one) => !one.classList.contains('passed-over'));
  const at = marked.indexOf((open ?? document.activeElement) as HTMLElement);
  const next = marked[at < 0 ? (by > 0 ? 0 : marked.length - 1) : at + by];
  if (!next) return;
  next.focus();
  next.scrollIntoView({ block: 'center' });
  if (open !== next) show(next);
}

function filter(): void {
  const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  for (const part of document.querySelectorAll<HTMLElement>('.sentence')) {
    const outside = !wanted.has(noteOf(part).dataset.outcome!);
    part.classList.toggle('passed-over', outside);
    if (part.hasAttribute('role')) part.tabIndex = outside ? -1 : 0;
  }
  for (const note of document.querySelectorAll<HTMLElement>('.notes [data-outcome]'))
    note.hidden = !wanted.has(note.dataset.outcome!);
}
document.body.classList.add('scripted');
document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const part = target.closest<HTMLElement>('.sentence');
  if (part && !part.classList.contains('passed-over'))
    return show(sentences.find((one) => one.dataset.note === part.dataset.note)!);
  const link = target.closest<HTMLAnchorElement>('a[href^="#sentence-"]');
  if (!link) return;
  event.preventDefault();
  const sentence = document.getElementById(link.hash.slice(1))!;
  sentence.focus();
  sentence.scrollIntoView({ block: 'center' });
  if (open !== sentence) show(sentence);
});
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.matches('textarea')) {
    if (event.key === 'Escape' && open) open.focus();
    return;
  }
  if (event.key === 'Escape' && open) {
    const last = open;
    close();
    last.focus();
  } else if (event.key === 'n') go(1);
  else if (event.key === 'p') go(-1);
  else if ((event.key === 'Enter' || event.key === ' ') && target.matches('.sentence[role=button]')) {
    event.preventDefault();
    show(target);
  }
});
addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll('details')) part.open = true;
});
document.getElementById('close')!.addEventListener('click', () => {
  const last = open;
  close();
  if (last) last.focus();
});
for (const box of boxes) box.addEventListener('change', filter);
filter();

export {};
