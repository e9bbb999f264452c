import type { CitationBody, SentenceBody } from '../../contract/answer.ts';
import { type Child, el } from '../shared/dom.ts';
import { differingWords } from './sentence-places.ts';
import { segments } from './spans.ts';
import { citationWords, sentenceWords } from './words.ts';

/** An answer whose sentences are marked one after the other, as they are decided. */
export class AnswerText {
  readonly #answer: string;
  readonly #undecided: HTMLElement;
  #decidedTo = 0;

  constructor(place: HTMLElement, answer: string) {
    this.#answer = answer;
    this.#undecided = el('span', { class: 'undecided' }, answer);
    place.replaceChildren(this.#undecided);
  }

  /** `number` is the sentence's place among those that are checked, from 1. */
  add(sentence: SentenceBody, number: number): void {
    this.#undecided.before(this.#answer.slice(this.#decidedTo, sentence.start), sentenceMark(sentence, number));
    this.#decidedTo = sentence.end;
    this.#undecided.textContent = this.#answer.slice(sentence.end);
  }
}

/** The id of the button that selects a sentence. */
export function sentenceId(number: number): string {
  return `sentence-${number}`;
}

function sentenceMark(sentence: SentenceBody, number: number): HTMLElement {
  const words = sentenceWords(sentence);
  if (words === undefined) return el('span', { class: 'unchecked' }, sentence.text);
  const { look, sign, label } = words;
  const button = el(
    'button',
    { type: 'button', class: `tag ${look}`, id: sentenceId(number), 'aria-pressed': 'false' },
    el('span', { class: 'visually-hidden' }, 'Sentence '),
    `${number} ${sign}`,
    el('span', { class: 'visually-hidden' }, ` ${label}`),
  );
  const attributes = { class: `sentence ${look}`, 'data-sentence': String(number) };
  return el('mark', attributes, button, ...markedWords(sentence), ...citationTag(sentence.citation));
}

/** The text with the words that differ from the sources marked. */
function markedWords(sentence: SentenceBody): Child[] {
  const { start: from, text } = sentence;
  const ranges = differingWords(sentence).map(({ start, end }, i) => ({
    start: start - from,
    end: end - from,
    number: i,
  }));
  return segments(text.length, ranges).map(({ start, end, pairs }) => {
    const words = text.slice(start, end);
    return pairs.length === 0 ? words : differs(words);
  });
}

/** Words of an answer or a source that differ from the other. */
export function differs(words: string): HTMLElement {
  return el('strong', { class: 'differs' }, el('span', { class: 'visually-hidden' }, '(differs:) '), words);
}

function citationTag(citation: CitationBody | null): Child[] {
  if (citation === null) return [];
  const { sign, label } = citationWords(citation);
  return [el('span', { class: `citation ${citation.status}` }, `${sign} ${label}`)];
}
