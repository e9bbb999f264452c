import { MATCHES, VERDICTS, type VerifyRequest, type VerifyResponse } from './contract.ts';
import { byId, el } from './dom.ts';
import { markedText } from './marks.ts';
import { locate, type Pair } from './spans.ts';

/** Shows a result beside the texts it is about. */
export function showResult({ claim, grounding_source: source }: VerifyRequest, answer: VerifyResponse): void {
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
export function decidingPair({ verdict, audit_trail: trail }: VerifyResponse): number {
  const isAgainst = verdict === 'UNSUPPORTED';
  const against = trail.findIndex(({ match_type: match }) => isAgainst && match === 'contradiction');
  const place = against < 0 ? trail.findIndex(({ source_span: words }) => words !== '') : against;
  return place + 1;
}

function showVerdict({ verdict, confidence }: VerifyResponse): void {
  const { sign, meaning, tone } = VERDICTS[verdict];
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

function evidenceRow({ number, kind }: Pair, entry: VerifyResponse['audit_trail'][number]): HTMLElement {
  const { sign, label } = MATCHES[kind];
  const source = entry.source_span === '' ? el('em', {}, 'No matching text in the source') : entry.source_span;
  return el(
    'tr',
    { 'data-pairs': String(number), id: `evidence-${number}`, tabindex: '-1' },
    el('th', { scope: 'row' }, String(number)),
    el('td', {}, entry.claim_span),
    el('td', {}, el('span', { class: `tag ${kind}` }, `${sign} ${label}`)),
    el('td', {}, source),
  );
}
