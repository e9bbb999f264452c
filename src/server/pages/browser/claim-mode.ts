import { callApi, isOk } from './api.ts';
import type { ApiResponse, MatrixResponse, VerifyRequest, VerifyResponse } from './contract.ts';
import { offerCurl } from './copy-curl.ts';
import { byId, el } from './dom.ts';
import { EXAMPLES } from './examples.ts';
import { FormRequest } from './form-request.ts';
import { LimitedField } from './limited-field.ts';
import { matrixTable } from './matrix.ts';
import { Notice } from './notice.ts';
import { highlightPairs } from './pair-highlight.ts';
import { showResult } from './result.ts';
import { timingsText } from './timings.ts';
import { explain, KEY_MISSING, type UiError, UNREACHABLE } from './ui-error.ts';

const claim = new LimitedField('claim');
const source = new LimitedField('source');
const key = byId('key', HTMLInputElement);
const form = byId('form', HTMLFormElement);
const sending = new FormRequest({
  form,
  submit: byId('submit', HTMLButtonElement),
  cancel: byId('cancel', HTMLButtonElement),
  busyText: 'Verifying…',
});
const details = byId('matrix-details', HTMLDetailsElement);
const notice = new Notice(byId('notice', HTMLElement));
const matrixNotice = new Notice(byId('matrix-notice', HTMLElement));

/** The request whose result is shown. */
let shown: VerifyRequest | undefined;

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
  showError(KEY_MISSING);
  return false;
}

function showError(error: UiError): void {
  notice.showError(error, (left) => sending.wait(left));
  const fields: Readonly<Record<string, HTMLElement>> = { key, claim: claim.field, grounding_source: source.field };
  fields[error.field ?? '']?.focus();
}

async function verify(): Promise<void> {
  if (!sending.isReady || !isComplete()) return;
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
function send(path: string, body: VerifyRequest, place = showError): Promise<ApiResponse | undefined> {
  const token = key.value.trim();
  return sending.run(
    (signal) => callApi({ method: 'POST', path, token, body, signal }),
    () => place(UNREACHABLE),
  );
}

function showTimings({ headers }: ApiResponse): void {
  byId('timings', HTMLElement).textContent = timingsText(headers);
}

function resetMatrix(): void {
  matrixNotice.clear();
  byId('matrix', HTMLElement).replaceChildren();
  if (details.open) void showMatrix();
}

async function showMatrix(): Promise<void> {
  const place = byId('matrix', HTMLElement);
  if (shown === undefined || sending.isRunning || place.hasChildNodes()) return;
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

/** Makes the part of the page work that checks one claim against one source. */
export function startClaimMode(): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void verify();
  });
  details.addEventListener('toggle', () => void (details.open && showMatrix()));
  offerCurl({ prefix: '', path: 'v1/verify', request });
  offerExamples();
  highlightPairs(byId('result', HTMLElement));
}
