import type { AuditTrailEntry, VerifyRequestBody, VerifyResponse } from '../../contract/verify.ts';
import { matchOf } from '../../contract/words.ts';
import { byId, el } from '../shared/dom.ts';
import { clearFieldErrors, showFieldError } from '../shared/field-error.ts';
import { startForm } from './check-form.ts';
import checkedExamples from './checked-examples.json' with { type: 'json' };
import { EXAMPLES } from './examples.ts';
import { LimitedField } from './limited-field.ts';
import { highlightPairs, markedText, type Pair, pairWords, revealPair } from './marks.ts';
import { framedReasons, framesOf } from './sentence-places.ts';
import { DEFAULT_INFO, serviceInfo } from './service-info.ts';
import { offerFiles, readSourceFile } from './source-files.ts';
import { claimHeadline, claimWords, reasoningSteps } from './words.ts';

export function startClaimMode(): void {
  const claim = new LimitedField('claim', DEFAULT_INFO.limits.claim_characters);
  const source = new LimitedField('source', DEFAULT_INFO.limits.grounding_source_characters);
  const fields: Readonly<Record<string, LimitedField>> = { claim, grounding_source: source };
  const result = byId('result', HTMLElement);
  const showIn = (sent: VerifyRequestBody, response: VerifyResponse) => {
    showResult(sent, response);
    revealPair(result, decidingPair(response));
  };
  startForm<VerifyRequestBody, VerifyResponse>({
    name: 'claim',
    prefix: '',
    path: 'v1/verify?detail=full',
    busyText: 'Verifying…',
    examples: EXAMPLES,
    checkedExamples: checkedExamples.claims as readonly VerifyResponse[],
    empty: { claim: '', grounding_source: '' },
    request: () => ({ claim: claim.value, grounding_source: source.value }),
    fill: (request) => {
      claim.value = request.claim;
      source.value = request.grounding_source;
    },
    problem: () => {
      const [name, field] = Object.entries(fields).find(([, { problem }]) => problem !== undefined) ?? [];
      return name === undefined ? undefined : { title: '', advice: field!.problem!, field: name };
    },
    fieldOf: (name) => fields[name]?.field,
    ask: async (session, sent, { signal, begin }) => {
      const response = await session.verify(sent, { signal, detail: 'full' });
      begin();
      showIn(sent, response);
      return response;
    },
    show: showIn,
    label: (sent, response) => {
      const { sign, label } = claimWords(response);
      return `${sign} ${label}: ${sent.claim}`;
    },
    spoken: (response) =>
      `Verdict: ${claimWords(response).label}, confidence ${response.confidence.toFixed(2)}. ${claimHeadline(response)}`,
  });
  highlightPairs(result);
  offerFiles('source', source.field, (files) => void openFile(files[0]!, source));
  void serviceInfo().then(({ limits }) => {
    claim.limit = limits.claim_characters;
    source.limit = limits.grounding_source_characters;
  });
}

async function openFile(file: File, source: LimitedField): Promise<void> {
  clearFieldErrors(byId('form', HTMLElement));
  try {
    source.value = (await readSourceFile(file)).text;
    source.field.focus();
  } catch (error) {
    showFieldError(source.field, (error as Error).message);
  }
}

function showResult({ claim, grounding_source: source }: VerifyRequestBody, response: VerifyResponse): void {
  const pairs = pairsOf(response);
  const { outcome, spans = [] } = response.detail ?? {};
  const reasons = framedReasons(
    spans.flatMap((span) => span.reasons),
    outcome,
  );
  showVerdict(response);
  byId('claim-text', HTMLElement).replaceChildren(...markedText(claim, pairs, 'claim', framesOf(reasons, 'found')));
  byId('source-text', HTMLElement).replaceChildren(
    ...markedText(source, pairs, 'source', framesOf(reasons, 'expected')),
  );
  const rows = pairs.map((pair, i) => evidenceRow(pair, response.audit_trail[i]!));
  byId('evidence', HTMLElement).replaceChildren(...rows);
  byId('reasoning', HTMLElement).replaceChildren(...reasoningSteps(response).map((step) => el('li', {}, step)));
}

/** The entries of the audit trail with their places in the texts. */
function pairsOf({ audit_trail: trail, detail }: VerifyResponse): Pair[] {
  return (detail?.spans ?? []).map(({ claim, source, derivation }, i) => ({
    number: i + 1,
    kind: trail[i]!.match_type,
    isCalculated: derivation !== undefined,
    claim,
    source: source ?? undefined,
  }));
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
  const badge = byId('verdict', HTMLElement);
  badge.className = `verdict ${tone}`;
  badge.replaceChildren(el('span', { 'aria-hidden': 'true' }, sign), ` ${label}`);
  byId('meaning', HTMLElement).textContent = claimHeadline(response);
  byId('confidence', HTMLElement).textContent = confidence.toFixed(2);
  byId('confidence-bar', HTMLElement).style.setProperty('--share', `${Math.round(confidence * 100)}%`);
}

function evidenceRow(pair: Pair, entry: AuditTrailEntry): HTMLElement {
  const { number } = pair;
  const { sign, label, stance } = pairWords(pair);
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
