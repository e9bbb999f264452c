import { callApi, isOk } from './api.ts';
import type { ApiResponse, MatrixResponse, VerifyRequest, VerifyResponse } from './contract.ts';
import { offerCurl } from './copy-curl.ts';
import { byId, el, show } from './dom.ts';
import { EXAMPLES } from './examples.ts';
import { FormRequest } from './form-request.ts';
import { LimitedField } from './limited-field.ts';
import { matrixTable } from './matrix.ts';
import { usedCells } from './matrix-use.ts';
import { Notice } from './notice.ts';
import { highlightPairs, revealPair } from './pair-highlight.ts';
import { decidingPair, showResult } from './result.ts';
import { StaleResult } from './stale-result.ts';
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

const result = byId('result', HTMLElement);
const stale = new StaleResult({ warning: byId('stale', HTMLElement), request });

/** The request whose result is shown, and the result. */
let shown: Verified | undefined;

interface Verified {
  readonly request: VerifyRequest;
  readonly response: VerifyResponse;
}

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
  // Neither the result of an earlier request nor its remaining requests may look current.
  show(result, false);
  shown = undefined;
  const sent = request();
  const answer = await send('v1/verify', sent);
  if (answer === undefined) return;
  if (!isOk(answer)) return showError(explain(answer));
  shown = { request: sent, response: answer.body as VerifyResponse };
  showResult(sent, shown.response);
  stale.showsResultOf(sent);
  showTimings(answer);
  resetMatrix();
  revealPair(result, decidingPair(shown.response));
  result.scrollIntoView({ block: 'start' });
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
  const { request: sent, response } = shown;
  matrixNotice.clear();
  const answer = await send('v1/matrix', sent, (error) => matrixNotice.showError(error));
  if (answer === undefined) return;
  if (!isOk(answer)) return matrixNotice.showError(explain(answer), (left) => void (left === 0 && showMatrix()));
  showTimings(answer);
  const matrix = answer.body as MatrixResponse;
  const { claim, grounding_source: source } = sent;
  place.replaceChildren(matrixTable(matrix, usedCells(matrix, { claim, source, trail: response.audit_trail })));
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
  form.addEventListener('input', () => stale.check());
  highlightPairs(result);
}
