import type { AuditTrailEntry, VerifyRequestBody, VerifyResponse } from '../../contract/verify.ts';
import { matchOf } from '../../contract/words.ts';
import { byId, el, show } from '../shared/dom.ts';
import { clearFieldErrors, showFieldError } from '../shared/field-error.ts';
import { Notice } from '../shared/notice.ts';
import { Session } from '../shared/session.ts';
import { explain, type UiError } from '../shared/ui-error.ts';
import checkedExamples from './checked-examples.json' with { type: 'json' };
import { offerCurl } from './curl.ts';
import { showExamples } from './example-chips.ts';
import { EXAMPLES } from './examples.ts';
import { FormRequest, StaleResult } from './form-request.ts';
import { type Checked, remember, showsHistoryOf } from './history.ts';
import { keyFor, showKeyError } from './key-field.ts';
import { LimitedField } from './limited-field.ts';
import { highlightPairs, markedText, revealPair } from './marks.ts';
import { isFramed } from './sentence-places.ts';
import { DEFAULT_INFO, serviceInfo } from './service-info.ts';
import { offerFiles, readSourceFile } from './source-files.ts';
import { locate, type Pair } from './spans.ts';
import { claimHeadline, claimWords, EXAMPLE_NOTE, matchWords, reasoningSteps } from './words.ts';

const claim = new LimitedField('claim', DEFAULT_INFO.limits.claim_characters);
const source = new LimitedField('source', DEFAULT_INFO.limits.grounding_source_characters);
const form = byId('form', HTMLFormElement);
const sending = new FormRequest({
  form,
  submit: byId('submit', HTMLButtonElement),
  cancel: byId('cancel', HTMLButtonElement),
  busyText: 'Verifying…',
});
const notice = new Notice(byId('notice', HTMLElement));

const result = byId('result', HTMLElement);
const stale = new StaleResult({ warning: byId('stale', HTMLElement), request });

function request(): VerifyRequestBody {
  return { claim: claim.value, grounding_source: source.value };
}

/** The first text that cannot be sent, with the reason; undefined when there is none. */
function missing(): UiError | undefined {
  for (const text of [claim, source]) {
    const { problem } = text;
    const field = text === claim ? 'claim' : 'grounding_source';
    if (problem !== undefined) return { title: '', advice: problem, field };
  }
  return undefined;
}

function showError(error: UiError): void {
  const fields: Readonly<Record<string, HTMLElement>> = { claim: claim.field, grounding_source: source.field };
  const field = fields[error.field ?? ''];
  if (error.field === 'key') showKeyError(form, error);
  else if (field === undefined) notice.showError(error, (left) => sending.wait(left));
  else showFieldError(field, error.advice);
}

async function verify(): Promise<void> {
  if (!sending.isReady) return;
  clearFieldErrors(form);
  notice.clear();
  const problem = missing();
  if (problem !== undefined) return showError(problem);
  const key = await keyFor(form);
  if (key === undefined || !sending.isReady) return;
  // Neither the result of an earlier request nor its remaining requests may look current.
  show(result, false);
  const sent = request();
  const session = new Session(key);
  const response = await sending.run(
    (signal) => session.verify(sent, { signal, detail: 'full' }),
    (error) => showError(explain(error)),
  );
  if (response === undefined) return;
  showChecked({ request: sent, response });
  byId('timings', HTMLElement).textContent = session.timings;
  announce(response);
  remember({ request: sent, response, mode: 'claim', label: labelOf(sent, response) });
  byId('result-title', HTMLElement).focus({ preventScroll: true });
  result.scrollIntoView({ block: 'start' });
}

/** Shows a result with its request in the form. */
function showChecked({ request: sent, response }: Checked<VerifyRequestBody, VerifyResponse>): void {
  byId('timings', HTMLElement).textContent = '';
  result.toggleAttribute('data-example', false);
  showResult(sent, response);
  stale.showsResultOf(sent);
  revealPair(result, decidingPair(response));
}

function labelOf({ claim }: VerifyRequestBody, response: VerifyResponse): string {
  const { sign, label } = claimWords(response);
  return `${sign} ${label}: ${claim}`;
}

function fill({ claim: text, grounding_source }: VerifyRequestBody): void {
  claim.value = text;
  source.value = grounding_source;
}

/** An example with the result that the bundled models gave. */
function showExample(example: VerifyRequestBody, place: number): void {
  notice.clear();
  fill(example);
  showChecked({ request: request(), response: checkedExamples.claims[place] as VerifyResponse });
  result.toggleAttribute('data-example', true);
  byId('timings', HTMLElement).textContent = EXAMPLE_NOTE;
}

/** Puts the text of a file in place of the source. */
async function openFile([file]: readonly File[]): Promise<void> {
  clearFieldErrors(form);
  try {
    source.value = (await readSourceFile(file!)).text;
    source.field.focus();
  } catch (error) {
    showFieldError(source.field, (error as Error).message);
  }
}

/** Makes the part of the page work that checks one claim against one source. */
export function startClaimMode(): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void verify();
  });
  offerFiles('source', source.field, (files) => void openFile(files));
  offerCurl({ prefix: '', path: 'v1/verify?detail=full', request });
  showExamples('examples', EXAMPLES, showExample);
  form.addEventListener('input', () => stale.check());
  highlightPairs(result);
  showsHistoryOf<VerifyRequestBody, VerifyResponse>('claim', (one) => {
    byId('claim-tab', HTMLElement).click();
    notice.clear();
    fill(one.request);
    showChecked(one);
    byId('result-title', HTMLElement).focus();
  });
  showExample(EXAMPLES[0]!, 0);
  void useLimits();
}

async function useLimits(): Promise<void> {
  const { limits } = await serviceInfo();
  claim.limit = limits.claim_characters;
  source.limit = limits.grounding_source_characters;
}

function showResult({ claim, grounding_source: source }: VerifyRequestBody, answer: VerifyResponse): void {
  const spans = answer.detail?.spans ?? [];
  const pairs = locate(answer.audit_trail, { claim, source }).map(
    (pair, i): Pair => ({ ...pair, isCalculated: spans[i]?.derivation !== undefined }),
  );
  showVerdict(answer);
  const reasons = spans.flatMap((span) => span.reasons);
  const framed = reasons.filter(({ code }) => isFramed(code));
  const ranges = (of: 'found' | 'expected') => framed.flatMap((reason) => reason[of] ?? []);
  byId('claim-text', HTMLElement).replaceChildren(
    ...markedText(claim, pairs, { side: 'claim', differing: ranges('found') }),
  );
  byId('source-text', HTMLElement).replaceChildren(
    ...markedText(source, pairs, { side: 'source', differing: ranges('expected') }),
  );
  byId('evidence', HTMLElement).replaceChildren(...pairs.map((pair, i) => evidenceRow(pair, answer.audit_trail[i]!)));
  byId('reasoning', HTMLElement).replaceChildren(...reasoningSteps(answer).map((step) => el('li', {}, step)));
  byId('result', HTMLElement).hidden = false;
}

/** The number of the pair to look at first: the contradiction of a claim that is contradicted, else the first evidence. */
function decidingPair({ verdict, audit_trail: trail }: VerifyResponse): number {
  const isAgainst = verdict === 'UNSUPPORTED';
  const against = trail.findIndex(({ match_type: match }) => isAgainst && matchOf(match).stance === 'against');
  const place = against < 0 ? trail.findIndex(({ source_span: words }) => words !== '') : against;
  return place + 1;
}

function showVerdict(response: VerifyResponse): void {
  const { confidence } = response;
  const { sign, tone, label } = claimWords(response);
  const meaning = claimHeadline(response);
  const percent = Math.round(confidence * 100);
  const badge = byId('verdict', HTMLElement);
  badge.className = `verdict ${tone}`;
  badge.replaceChildren(el('span', { 'aria-hidden': 'true', class: 'sign' }, sign), ` ${label}`);
  byId('meaning', HTMLElement).textContent = meaning;
  byId('confidence', HTMLElement).textContent = confidence.toFixed(2);
  byId('confidence-bar', HTMLElement).style.setProperty('--share', `${percent}%`);
}

function announce(response: VerifyResponse): void {
  const { label } = claimWords(response);
  byId('announcement', HTMLElement).textContent =
    `Verdict: ${label}, confidence ${response.confidence.toFixed(2)}. ${claimHeadline(response)}`;
}

function evidenceRow({ number, kind, isCalculated }: Pair, entry: AuditTrailEntry): HTMLElement {
  const { sign, label, stance } = matchWords(kind, isCalculated);
  const source = entry.source_span === '' ? el('em', {}, 'No matching text in the source') : entry.source_span;
  return el(
    'tr',
    { 'data-pairs': String(number), id: `evidence-${number}`, tabindex: '-1' },
    el('th', { scope: 'row' }, String(number)),
    el('td', {}, entry.claim_span),
    el('td', {}, el('span', { class: `tag ${stance}` }, `${sign} ${label}`)),
    el('td', {}, source),
  );
}
