import type { AuditTrailEntry, VerifyRequestBody, VerifyResponse } from '../../contract/verify.ts';
import { matchOf } from '../../contract/words.ts';
import { byId, el, show } from '../shared/dom.ts';
import { Notice } from '../shared/notice.ts';
import { Session } from '../shared/session.ts';
import { explain, KEY_MISSING, type UiError } from '../shared/ui-error.ts';
import { EXAMPLES, showExamples } from './examples.ts';
import { type Checked, offerCurl, offerExport } from './export.ts';
import { FormRequest, StaleResult } from './form-request.ts';
import { LimitedField } from './limited-field.ts';
import { claimMarkdown } from './markdown.ts';
import { highlightPairs, markedText, revealPair } from './marks.ts';
import { locate, type Pair } from './spans.ts';
import { claimHeadline, VERDICTS } from './words.ts';

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
const notice = new Notice(byId('notice', HTMLElement));

const result = byId('result', HTMLElement);
const stale = new StaleResult({ warning: byId('stale', HTMLElement), request });

/** The request whose result is shown, and the result. */
let shown: Checked<VerifyRequestBody, VerifyResponse> | undefined;

function request(): VerifyRequestBody {
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
  const session = new Session(key.value.trim());
  const response = await sending.run(
    (signal) => session.verify(sent, { signal, detail: 'full' }),
    (error) => showError(explain(error)),
  );
  if (response === undefined) return;
  shown = { request: sent, response };
  showResult(sent, response);
  stale.showsResultOf(sent);
  showTimings(session);
  revealPair(result, decidingPair(response));
  result.scrollIntoView({ block: 'start' });
}

function showTimings({ timings }: Session): void {
  byId('timings', HTMLElement).textContent = timings;
}

function offerExamples(): void {
  showExamples('examples', EXAMPLES, (example) => {
    claim.value = example.claim;
    source.value = example.grounding_source;
  });
}

/** Makes the part of the page work that checks one claim against one source. */
export function startClaimMode(): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void verify();
  });
  offerCurl({ prefix: '', path: 'v1/verify?detail=full', request });
  offerExport({ prefix: '', name: 'claim-check', shown: () => shown, markdown: claimMarkdown });
  offerExamples();
  form.addEventListener('input', () => stale.check());
  highlightPairs(result);
}

function showResult({ claim, grounding_source: source }: VerifyRequestBody, answer: VerifyResponse): void {
  const pairs = locate(answer.audit_trail, { claim, source });
  showVerdict(answer);
  byId('claim-text', HTMLElement).replaceChildren(...markedText(claim, pairs, 'claim'));
  byId('source-text', HTMLElement).replaceChildren(...markedText(source, pairs, 'source'));
  byId('evidence', HTMLElement).replaceChildren(...pairs.map((pair, i) => evidenceRow(pair, answer.audit_trail[i]!)));
  byId('reasoning', HTMLElement).replaceChildren(
    ...answer.reasoning.split('\n').map((line) => el('li', {}, line.replace(/^\d+\.\s+/, ''))),
  );
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
  const { verdict, confidence } = response;
  const { sign, tone } = VERDICTS[verdict];
  const meaning = claimHeadline(response);
  const percent = Math.round(confidence * 100);
  const badge = byId('verdict', HTMLElement);
  badge.className = `verdict ${tone}`;
  badge.replaceChildren(el('span', { 'aria-hidden': 'true', class: 'sign' }, sign), ` ${verdict}`);
  byId('meaning', HTMLElement).textContent = meaning;
  byId('confidence', HTMLElement).textContent = confidence.toFixed(2);
  byId('confidence-bar', HTMLElement).style.setProperty('--share', `${percent}%`);
  byId('announcement', HTMLElement).textContent =
    `Verdict: ${verdict}, confidence ${confidence.toFixed(2)}. ${meaning}`;
}

function evidenceRow({ number, kind }: Pair, entry: AuditTrailEntry): HTMLElement {
  const { sign, label, stance } = matchOf(kind);
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
