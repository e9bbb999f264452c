import { XlsxWriter } from '../files/xlsx-writer.ts';

/** The script inside the pages that `check --report` and `verify --report` write: a reviewer's decision on each finding. */
interface Finding {
  readonly key: string;
  readonly claim: string;
  readonly verdict: string;
  readonly confidence: number;
}

interface Decision {
  readonly key: string;
  readonly decision: 'accept' | 'reject' | null;
  readonly note: string;
  readonly decided_at: string;
}

interface Findings {
  /** Key of this report among all that the browser keeps. */
  readonly key: string;
  readonly file: string;
  /** Findings by their number in the report, from 1. */
  readonly findings: readonly Finding[];
  /** Each finding's place, outcome, reasons and evidence. */
  readonly shown: readonly (readonly [place: string, outcome: string, reasons: string, evidence: string])[];
  /** Decisions loaded from earlier files, which are saved again. */
  readonly earlier: readonly Decision[];
}

const data = JSON.parse(element('findings').textContent ?? '') as Findings;
const KEPT_AS = `claim-verifier:decisions:${data.key}`;
const controls = element('decide');
const note = element('decision-note') as HTMLTextAreaElement;
const buttons = [...controls.querySelectorAll<HTMLButtonElement>('button[data-do]')];
const save = element('save-decisions') as HTMLButtonElement;

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const SHEET_COLUMNS = [
  ...['number', 'place', 'claim', 'verdict', 'outcome', 'confidence', 'reasons', 'evidence'],
  ...['decision', 'note', 'decided_at', 'earlier_decisions'],
];

/** Those of this session, by the key of the finding. */
const made = new Map<string, Decision>(kept().map((one) => [one.key, one]));
let notice = '';

element('decisions').hidden = false;
for (const button of buttons) button.addEventListener('click', () => decide(button.dataset.do as 'accept' | 'reject'));
note.addEventListener('input', () => change({ note: note.value }));
save.addEventListener('click', saveFile);
element('export-decisions').addEventListener('click', exportSheet);
document.addEventListener('opened', show);
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event)) return;
  if (opened() === undefined) return;
  if (event.key === 'a') decide('accept');
  else if (event.key === 'r') decide('reject');
  else if (event.key === 't') {
    event.preventDefault();
    note.focus();
  }
});
show();

function element(id: string): HTMLElement {
  return document.getElementById(id)!;
}

function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.matches('input, select, textarea');
}

function opened(): Finding | undefined {
  return data.findings[Number(document.body.dataset.opened) - 1];
}

function decisionsOf({ key }: Finding): Decision[] {
  const own = made.get(key);
  const all = [...(own === undefined ? [] : [own]), ...data.earlier.filter((one) => one.key === key)];
  return all.sort((one, other) => (one.decided_at < other.decided_at ? 1 : -1));
}

/** The same decision again takes it back. */
function decide(decision: 'accept' | 'reject'): void {
  const finding = opened();
  const before = finding && decisionsOf(finding)[0]?.decision;
  change({ decision: before === decision ? null : decision });
}

function change(changed: Partial<Pick<Decision, 'decision' | 'note'>>): void {
  const finding = opened();
  if (finding === undefined) return;
  const { decision = null, note: words = '' } = decisionsOf(finding)[0] ?? {};
  made.set(finding.key, { key: finding.key, decision, note: words, ...changed, decided_at: new Date().toISOString() });
  notice = '';
  keep();
  show();
}

function show(): void {
  for (const [at, finding] of data.findings.entries()) {
    const words = wordsOf(decisionsOf(finding));
    for (const place of document.querySelectorAll(`[data-finding="${at + 1}"]`)) place.textContent = words;
  }
  const finding = opened();
  const newest = finding && decisionsOf(finding)[0];
  for (const button of buttons) button.ariaPressed = String(newest?.decision === button.dataset.do);
  if (note.value !== (newest?.note ?? '')) note.value = newest?.note ?? '';
  const decided = data.findings.flatMap((one) => decisionsOf(one)[0]?.decision ?? []);
  const accepted = decided.filter((one) => one === 'accept').length;
  const agreement = decided.length === 0 ? '' : ` Agreement: ${accepted} of ${decided.length} accepted.`;
  element('decided').textContent = `${decided.length} of ${data.findings.length} decided.${agreement}${notice}`;
  save.disabled = made.size === 0;
}

/** Such as "Rejected on 2026-03-02: the report is from 2024"; the newest decision counts. */
function wordsOf([newest, ...others]: readonly Decision[]): string {
  if (newest === undefined || (newest.decision === null && newest.note === '')) return '';
  const word = { accept: 'Accepted', reject: 'Rejected', none: 'Noted' }[newest.decision ?? 'none'];
  const differs = others.some(({ decision }) => decision !== null && decision !== newest.decision);
  const words = newest.note === '' ? '' : `: ${newest.note}`;
  return `${word} on ${newest.decided_at.slice(0, 10)}${differs ? ', decided differently before' : ''}${words}`;
}

/** Every decision, of earlier files too: rows of a labeled set where a decision gives a label. */
function saveFile(): void {
  const rows = [...made.values()].map((one) => {
    const finding = data.findings.find(({ key }) => key === one.key)!;
    const label = labelOf(one, finding);
    return { ...finding, ...one, ...(label === undefined ? {} : { label }) };
  });
  const text = `${JSON.stringify([...data.earlier, ...rows], null, 1)}\n`;
  download(new Blob([text], { type: 'application/json' }), `${data.file}.decisions.json`);
}

/** Every finding of the page with its newest decision; earlier ones that differ are in the last column. */
function exportSheet(): void {
  const pieces: BlobPart[] = [];
  const writer = new XlsxWriter(SHEET_COLUMNS, (bytes) => pieces.push(new Uint8Array(bytes)));
  for (const [at, finding] of data.findings.entries()) {
    const [place, outcome, reasons, evidence] = data.shown[at]!;
    const [newest, ...others] = decisionsOf(finding);
    const { decision, note: words, decided_at: time } = newest ?? {};
    const before = others
      .filter((one) => one.decision !== null && one.decision !== decision)
      .map(({ decision, note: words, decided_at }) =>
        [decided_at.slice(0, 10), decision, words].filter((part) => part !== '').join(' '),
      )
      .join('\n');
    const { claim, verdict, confidence } = finding;
    const judged = [at + 1, place, claim, verdict, outcome, confidence, reasons, evidence];
    writer.add([...judged, decision, words, time === undefined ? undefined : new Date(time), before]);
  }
  writer.end();
  download(new Blob(pieces, { type: SHEET_TYPE }), `${data.file}.decisions.xlsx`);
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  notice = ` Saved as ${name}.`;
  show();
}

/** A rejected SUPPORTED is not supported; what else a rejected verdict should have been, the decision does not say. */
function labelOf({ decision }: Decision, { verdict }: Finding): string | undefined {
  if (decision === 'accept') return verdict;
  return decision === 'reject' && verdict === 'SUPPORTED' ? 'NOT_SUPPORTED' : undefined;
}

function kept(): Decision[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? '[]') as Decision[];
  } catch {
    return [];
  }
}

function keep(): void {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify([...made.values()]));
  } catch {
    notice = ' This browser keeps no data for pages opened from a file: save the decisions before you close it.';
  }
}
