import type {
  AnswerBody,
  CitationBody,
  EvidenceBody,
  QuotationBody,
  ReasonBody,
  SentenceBody,
} from '../../contract/answer.ts';
import type { AnswerRequestBody } from '../../contract/answer-request.ts';
import type { Outcome } from '../../contract/verify.ts';
import { calculationText, QUOTATIONS } from '../../contract/words.ts';
import { byId, type Child, el, show } from '../shared/dom.ts';
import { AnswerText, placeId, SourceTexts, sentenceId } from './answer-text.ts';
import { kindWords, type SentencePlace, sentencePlaces } from './sentence-places.ts';
import { answerHeadline, CITATIONS, OUTCOMES, reasonText, sentenceWords } from './words.ts';

const texts = byId('answer-text', HTMLElement);
const details = byId('sentence-details', HTMLElement);
const progress = byId('answer-progress', HTMLProgressElement);
const banner = byId('outcome', HTMLElement);
const summary = byId('outcome-summary', HTMLElement);
const announcement = byId('announcement', HTMLElement);

/** The result of one request: it grows sentence by sentence, and shows the evidence of the sentence that is selected. */
export class AnswerResult {
  /** Those that assert something; their numbers count from 1. */
  readonly #checked: SentenceBody[] = [];
  readonly #text: AnswerText;
  readonly #sources: SourceTexts;
  #read = 0;
  #selected: number | undefined;

  constructor({ answer, sources }: AnswerRequestBody) {
    this.#text = new AnswerText(texts, answer);
    this.#sources = new SourceTexts(byId('source-texts', HTMLElement), sources);
    details.replaceChildren(el('p', { class: 'hint' }, 'Select a sentence to see its evidence.'));
    progress.max = answer.length;
    progress.value = 0;
    banner.className = 'verdict open';
    banner.textContent = 'Checking…';
    summary.replaceChildren();
    texts.onclick = ({ target }) => this.#onClick(target);
    show(progress, true);
  }

  add(sentence: SentenceBody): void {
    if (sentence.check_required) this.#checked.push(sentence);
    this.#text.add(sentence, this.#checked.length);
    this.#read += 1;
    progress.value = sentence.end;
    summary.replaceChildren(el('p', {}, `${this.#checked.length} sentences checked so far.`));
  }

  /** Shows the whole result, and opens the most urgent sentence unless one is selected. */
  finish(response: AnswerBody): void {
    for (const sentence of response.sentences.slice(this.#read)) this.add(sentence);
    const { sign, tone, label } = OUTCOMES[response.outcome];
    banner.className = `verdict ${tone}`;
    banner.replaceChildren(el('span', { 'aria-hidden': 'true' }, sign), ` ${label}`);
    summary.replaceChildren(...answerSummary(response).map((line) => el('p', {}, line)));
    show(progress, false);
    if (this.#selected === undefined) this.#open(mostUrgent(this.#checked));
  }

  #onClick(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    const sentence = target.closest<HTMLElement>('[data-sentence]');
    // A click on words that ends a selection of text selects no sentence.
    const isSelecting = target.closest('button') === null && getSelection()?.isCollapsed === false;
    if (sentence === null || isSelecting) return;
    const number = Number(sentence.dataset.sentence);
    const isAgain = number === this.#selected;
    this.#select(number);
    const place = document.getElementById(placeId(1));
    place?.scrollIntoView({ block: 'nearest' });
    if (isAgain) place?.focus();
  }

  #select(number: number): void {
    this.#open(number);
    document.getElementById(sentenceId(number))?.focus({ preventScroll: true });
    announcement.textContent = spokenDetails(this.#checked[number - 1]!, number);
  }

  /** Shows the evidence of a sentence; zero: of no sentence. */
  #open(number: number): void {
    const sentence = this.#checked[number - 1];
    if (sentence === undefined) return;
    this.#selected = number;
    for (const mark of texts.querySelectorAll<HTMLElement>('[data-sentence]')) {
      const isSelected = mark.dataset.sentence === String(number);
      mark.classList.toggle('highlighted', isSelected);
      mark.querySelector('button')?.setAttribute('aria-pressed', String(isSelected));
    }
    this.#sources.mark(sentence, number);
    details.replaceChildren(...sentenceDetails(sentence, number));
  }
}

/** The number of the first sentence that fails, else of the first to review, else of the first; zero when there is none. */
function mostUrgent(checked: readonly SentenceBody[]): number {
  const first = (outcome: Outcome) => checked.findIndex((sentence) => sentence.outcome === outcome) + 1;
  return first('fail') || first('review') || Math.min(1, checked.length);
}

export function answerSummary(response: AnswerBody): string[] {
  return [answerHeadline(response), countsText(response), ...citationsText(response)];
}

/** In the words of the legend. */
function countsText({ counts, sentences }: AnswerBody): string {
  const { checked, supported, unsupported, uncertain } = counts;
  const toReview = sentences.filter(({ verdict, outcome }) => verdict === 'SUPPORTED' && outcome !== 'pass').length;
  const parts = [
    [supported - toReview, 'supported'],
    [toReview, 'supported, to review'],
    [unsupported, 'contradicted'],
    [uncertain, 'not settled'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  const rest = counts.sentences - checked;
  return [
    `${checked} ${checked === 1 ? 'sentence' : 'sentences'} checked${said.length === 0 ? '' : `: ${said.join('; ')}`}.`,
    ...(rest === 0
      ? []
      : [`${rest} more ${rest === 1 ? 'is not a factual statement' : 'are not factual statements'}.`]),
  ].join(' ');
}

function citationsText({ sentences }: AnswerBody): string[] {
  const cited = sentences.flatMap(({ citation }) => (citation === null ? [] : [citation.status]));
  if (cited.length === 0) return [];
  const correct = cited.filter((status) => status === 'supported_by_cited').length;
  const said = `${correct} of ${cited.length} citations ${correct === 1 ? 'is' : 'are'} correct.`;
  return [correct === cited.length ? said : `${said} A wrong citation does not change the outcome.`];
}

/** Details of a checked sentence, in words. `number` is the one shown in the answer. */
function sentenceDetails(sentence: SentenceBody, number: number): HTMLElement[] {
  const { verdict, confidence, outcome, reasons, derivation, citation, quotations } = sentence;
  const { look, sign, label, meaning } = sentenceWords(sentence)!;
  const places = sentencePlaces(sentence);
  return [
    el('h4', { class: look }, `Sentence ${number}: ${sign} ${label}`),
    el('p', {}, `${meaning} Confidence ${confidence!.toFixed(2)}.`),
    ...(verdict === 'SUPPORTED' && outcome !== 'pass' ? [el('p', {}, notPassed(sentence))] : []),
    ...part('Why', reasons.map(reasonWords)),
    ...part('Calculation', derivation === undefined ? [] : [[calculationText(derivation)]]),
    ...part('Citation', citation === null ? [] : [citationMeaning(citation)]),
    ...part('Quotations', quotations.map(quotationWords)),
    ...part(
      'Evidence',
      places.map((place, i) => evidenceLink(place, i + 1)),
    ),
  ];
}

/** Why a supported sentence does not pass, by the sentence alone, which is shown before the answer is whole. */
function notPassed({ reasons }: SentenceBody): string {
  return reasons.some(({ code }) => code === 'quotation_differs')
    ? 'It does not pass: a quotation in it differs from the sources.'
    : 'Probably supported; the confidence is too low to pass.';
}

/** The same in one sentence, to be read out. */
function spokenDetails(sentence: SentenceBody, number: number): string {
  const { reasons, citation, evidence } = sentence;
  const ids = [...new Set(evidence.map(({ source_id }) => source_id))];
  return [
    `Sentence ${number}: ${sentenceWords(sentence)!.label}.`,
    ...new Set(reasons.map(({ code }) => reasonText(code))),
    ...(citation === null ? [] : [CITATIONS[citation.status].meaning]),
    ids.length === 0 ? 'No evidence in the sources.' : `Evidence marked in source ${ids.join(', ')}.`,
  ].join(' ');
}

function part(title: string, items: readonly Child[][]): HTMLElement[] {
  if (items.length === 0) return [];
  return [el('h5', {}, title), el('ul', {}, ...items.map((item) => el('li', {}, ...item)))];
}

function reasonWords({ code, expected, found }: ReasonBody): Child[] {
  const said = [
    ...(found === null ? [] : ['The answer says ', quoted(found.text), '.']),
    ...(expected === null
      ? []
      : [
          `${found === null ? '' : ' '}Source `,
          el('code', {}, expected.source_id),
          ' says ',
          quoted(expected.text),
          '.',
        ]),
  ];
  return [reasonText(code), ...(said.length === 0 ? [] : [' ', ...said])];
}

function citationMeaning(citation: CitationBody): Child[] {
  const { status, cited, source_id: elsewhere } = citation;
  const { sign, meaning } = CITATIONS[status];
  return [
    `${sign} ${meaning}`,
    ...(cited.length === 0 ? [] : [' Cited: ', ...list(cited), '.']),
    ...(elsewhere === null ? [] : [' Supported by ', el('code', {}, elsewhere), '.']),
  ];
}

function list(ids: readonly string[]): Child[] {
  return ids.flatMap((id, i) => [...(i === 0 ? [] : [', ']), el('code', {}, id)]);
}

function quotationWords(quotation: QuotationBody): Child[] {
  const differences = quotation.differences.flatMap(({ expected, found }): Child[] => [
    ' The source has ',
    expected === '' ? 'nothing' : quoted(expected),
    ' where the answer has ',
    found === '' ? 'nothing' : quoted(found),
    '.',
  ]);
  return [quoted(quotation.text), ` ${QUOTATIONS[quotation.status]}`, ...differences];
}

function quoted(text: string): HTMLElement {
  return el('q', {}, text);
}

function evidenceLink(place: SentencePlace, number: number): Child[] {
  const link = el(
    'a',
    { href: `#${placeId(number)}` },
    `Source ${place.source_id}${place.pointer ? `, ${place.pointer}` : ''}`,
  );
  link.addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById(placeId(number))?.focus();
  });
  // The model's reading says nothing about a calculation.
  const scores =
    isEvidence(place) && !place.isCalculated
      ? ` (supports ${place.entailment.toFixed(2)}, contradicts ${place.contradiction.toFixed(2)})`
      : '';
  return [link, ` ${kindWords(place)}${scores}: `, quoted(place.text)];
}

function isEvidence(place: SentencePlace): place is SentencePlace & EvidenceBody {
  return 'entailment' in place;
}
