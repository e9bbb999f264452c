import { ask, isOk } from './api.ts';
import type { Answer, MatrixResponse, VerifyRequest, VerifyResponse } from './contract.ts';
import { offerCurl } from './copy-curl.ts';
import { LimitedField } from './counter.ts';
import { byId, el, show } from './dom.ts';
import { EXAMPLES } from './examples.ts';
import { followPairs } from './follow.ts';
import { matrixTable } from './matrix.ts';
import { Notice } from './notice.ts';
import { showResult } from './result.ts';
import { explain, type Trouble, UNREACHABLE } from './trouble.ts';

const claim = new LimitedField('claim');
const source = new LimitedField('source');
const key = byId('key', HTMLInputElement);
const submit = byId('submit', HTMLButtonElement);
const cancel = byId('cancel', HTMLButtonElement);
const details = byId('matrix-details', HTMLDetailsElement);
const notice = new Notice(byId('notice', HTMLElement));
const matrixNotice = new Notice(byId('matrix-notice', HTMLElement));

/** What the result on the page is about. */
let shown: VerifyRequest | undefined;
let running: AbortController | undefined;

function request(): VerifyRequest {
  return { claim: claim.value, grounding_source: source.value };
}

/** Tells what is missing before anything is sent; true when nothing is. */
function complete(): boolean {
  for (const part of [claim, source]) {
    const { problem } = part;
    if (problem === undefined) continue;
    const name = part === claim ? 'The claim' : 'The source';
    tell({ title: `${name} is not ready`, advice: problem, field: part === claim ? 'claim' : 'grounding_source' });
    return false;
  }
  if (key.value.trim() !== '') return true;
  tell({ title: 'A key is needed', advice: 'Paste your API key above. It stays in this page only.', field: 'key' });
  return false;
}

function tell(trouble: Trouble): void {
  notice.tell(trouble, (left) => {
    submit.disabled = left > 0;
  });
  const field = { key, claim: claim.field, grounding_source: source.field }[trouble.field ?? 'key'];
  if (trouble.field !== undefined) field.focus();
}

async function verify(): Promise<void> {
  if (running !== undefined || submit.disabled || !complete()) return;
  notice.clear();
  const asked = request();
  const answer = await send('v1/verify', asked);
  if (answer === undefined) return;
  if (!isOk(answer)) return tell(explain(answer));
  shown = asked;
  showResult(asked, answer.body as VerifyResponse);
  showMeasures(answer);
  resetMatrix();
  byId('result', HTMLElement).scrollIntoView({ block: 'start' });
}

/** The answer, or `undefined` when none came, which is told here. */
async function send(path: string, body: VerifyRequest, place = tell): Promise<Answer | undefined> {
  running = new AbortController();
  busy(true);
  try {
    return await ask({ method: 'POST', path, token: key.value.trim(), body, signal: running.signal });
  } catch {
    if (!running.signal.aborted) place(UNREACHABLE);
    return undefined;
  } finally {
    running = undefined;
    busy(false);
  }
}

function busy(on: boolean): void {
  submit.disabled = on;
  submit.textContent = on ? 'Verifying…' : 'Verify';
  show(cancel, on);
  byId('form', HTMLElement).setAttribute('aria-busy', String(on));
}

function showMeasures({ headers }: Answer): void {
  const parts = [];
  const stages = [...(headers.get('server-timing') ?? '').matchAll(/dur=([\d.]+)/g)].map(([, ms]) => Number(ms));
  if (stages.length > 0) parts.push(`${Math.round(stages.reduce((sum, ms) => sum + ms, 0))} ms on the server`);
  const [limit, remaining] = [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  if (limit !== null && remaining !== null) parts.push(`${remaining} of ${limit} requests left in this window`);
  byId('measures', HTMLElement).textContent = parts.join(' · ');
}

function resetMatrix(): void {
  matrixNotice.clear();
  byId('matrix', HTMLElement).replaceChildren();
  if (details.open) void showMatrix();
}

async function showMatrix(): Promise<void> {
  const place = byId('matrix', HTMLElement);
  if (shown === undefined || running !== undefined || place.hasChildNodes()) return;
  matrixNotice.clear();
  const answer = await send('v1/matrix', shown, (trouble) => matrixNotice.tell(trouble));
  if (answer === undefined) return;
  if (!isOk(answer)) return matrixNotice.tell(explain(answer), (left) => void (left === 0 && showMatrix()));
  showMeasures(answer);
  place.replaceChildren(matrixTable(answer.body as MatrixResponse));
}

function offerExamples(): void {
  const buttons = EXAMPLES.map((example) => {
    const button = el('button', { type: 'button', class: 'chip' }, example.title);
    button.addEventListener('click', () => {
      claim.value = example.claim;
      source.value = example.grounding_source;
    });
    return el('li', {}, button);
  });
  byId('examples', HTMLElement).replaceChildren(...buttons);
}

byId('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void verify();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void verify();
});
cancel.addEventListener('click', () => running?.abort());
details.addEventListener('toggle', () => void (details.open && showMatrix()));
offerCurl(request);
offerExamples();
followPairs(byId('result', HTMLElement));
