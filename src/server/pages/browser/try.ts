import { callApi, isOk } from './api.ts';
import type { ApiResponse, MatrixResponse, VerifyRequest, VerifyResponse } from './contract.ts';
import { offerCurl } from './copy-curl.ts';
import { byId, el, show } from './dom.ts';
import { EXAMPLES } from './examples.ts';
import { LimitedField } from './limited-field.ts';
import { matrixTable } from './matrix.ts';
import { Notice } from './notice.ts';
import { highlightPairs } from './pair-highlight.ts';
import { showResult } from './result.ts';
import { explain, type UiError, UNREACHABLE } from './ui-error.ts';

const claim = new LimitedField('claim');
const source = new LimitedField('source');
const key = byId('key', HTMLInputElement);
const submit = byId('submit', HTMLButtonElement);
const cancel = byId('cancel', HTMLButtonElement);
const details = byId('matrix-details', HTMLDetailsElement);
const notice = new Notice(byId('notice', HTMLElement));
const matrixNotice = new Notice(byId('matrix-notice', HTMLElement));

/** The request whose result is shown. */
let shown: VerifyRequest | undefined;
let running: AbortController | undefined;

function request(): VerifyRequest {
  return { claim: claim.value, grounding_source: source.value };
}

/** Shows what is missing before anything is sent; true when the form is complete. */
function isComplete(): boolean {
  for (const text of [claim, source]) {
    const { problem } = text;
    if (problem === undefined) continue;
    const name = text === claim ? 'The claim' : 'The source';
    showError({
      title: `${name} cannot be sent`,
      advice: problem,
      field: text === claim ? 'claim' : 'grounding_source',
    });
    return false;
  }
  if (key.value.trim() !== '') return true;
  showError({
    title: 'API key missing',
    advice: 'Paste your API key above. It stays in this page only.',
    field: 'key',
  });
  return false;
}

function showError(error: UiError): void {
  notice.showError(error, (left) => {
    submit.disabled = left > 0;
  });
  const field = { key, claim: claim.field, grounding_source: source.field }[error.field ?? 'key'];
  if (error.field !== undefined) field.focus();
}

async function verify(): Promise<void> {
  if (running !== undefined || submit.disabled || !isComplete()) return;
  notice.clear();
  const sent = request();
  const answer = await send('v1/verify', sent);
  if (answer === undefined) return;
  if (!isOk(answer)) return showError(explain(answer));
  shown = sent;
  showResult(sent, answer.body as VerifyResponse);
  showTimings(answer);
  resetMatrix();
  byId('result', HTMLElement).scrollIntoView({ block: 'start' });
}

/** The response, or `undefined` when none came; that error is shown here. */
async function send(path: string, body: VerifyRequest, place = showError): Promise<ApiResponse | undefined> {
  running = new AbortController();
  busy(true);
  try {
    return await callApi({ method: 'POST', path, token: key.value.trim(), body, signal: running.signal });
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

function showTimings({ headers }: ApiResponse): void {
  const parts = [];
  const stages = [...(headers.get('server-timing') ?? '').matchAll(/dur=([\d.]+)/g)].map(([, ms]) => Number(ms));
  if (stages.length > 0) parts.push(`${Math.round(stages.reduce((sum, ms) => sum + ms, 0))} ms on the server`);
  const [limit, remaining] = [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  if (limit !== null && remaining !== null) parts.push(`${remaining} of ${limit} requests left in this window`);
  byId('timings', HTMLElement).textContent = parts.join(' · ');
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
  const answer = await send('v1/matrix', shown, (error) => matrixNotice.showError(error));
  if (answer === undefined) return;
  if (!isOk(answer)) return matrixNotice.showError(explain(answer), (left) => void (left === 0 && showMatrix()));
  showTimings(answer);
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
highlightPairs(byId('result', HTMLElement));
