import type { CitationBody, SentenceBody } from '../../contract/answer.ts';
import type { AnswerSource } from '../../contract/answer-request.ts';
import { type Child, el, isNarrow, scrollWithin } from '../shared/dom.ts';
import { framedWords, markedSpans } from './marked-spans.ts';
import { differingWords, expectedPlaces, kindWords, type SentencePlace, sentencePlaces } from './sentence-places.ts';
import type { NumberedRange } from './spans.ts';
import { CITATIONS, matchClass, sentenceWords } from './words.ts';

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
  return el(
    'mark',
    attributes,
    button,
    ...framedWords(sentence.text, sentence.start, differingWords(sentence)),
    ...citationTag(sentence.citation),
  );
}

function citationTag(citation: CitationBody | null): Child[] {
  if (citation === null) return [];
  const { sign, label } = CITATIONS[citation.status];
  const stance = sign === '✓' ? 'for' : sign === '?' ? 'open' : 'against';
  return [el('span', { class: `citation ${stance}` }, `${sign} ${label}`)];
}

/** The id of the button at the beginning of a place of the selected sentence; numbers count from 1. */
export function placeId(number: number): string {
  return `place-${number}`;
}

/** The texts of the sources, folded on a narrow window, with the places of the selected sentence marked. */
export class SourceTexts {
  readonly #texts = new Map<
    string,
    { readonly text: string; readonly element: HTMLElement; readonly fold: HTMLDetailsElement }
  >();
  readonly #box: HTMLElement;
  #marked = new Set<string>();

  constructor(place: HTMLElement, sources: readonly AnswerSource[]) {
    const articles = sources.map(({ id, title, text }) => {
      const element = el('p', { class: 'source-text' }, text);
      const name = el('h4', {}, el('code', {}, id), ...(title === undefined ? [] : [` ${title}`]));
      // On a narrow window only the sources of the selected sentence are unfolded.
      const fold = el('details', { class: 'source' }, el('summary', {}, name), element);
      fold.open = !isNarrow();
      this.#texts.set(id, { text, element, fold });
      return fold;
    });
    this.#box = place;
    place.replaceChildren(...articles);
  }

  /** Marks the places of a sentence, which flash, instead of those of the one before. */
  mark(sentence: SentenceBody, number: number): void {
    const places = sentencePlaces(sentence);
    const expected = expectedPlaces(sentence);
    const concerned = new Set([...places, ...expected].map(({ source_id }) => source_id));
    for (const id of new Set([...this.#marked, ...concerned])) {
      const source = this.#texts.get(id);
      if (source === undefined) continue;
      const own = places.flatMap((place, i) => (place.source_id === id ? [{ ...place, number: i + 1 }] : []));
      const differing = expected.filter(({ source_id }) => source_id === id);
      if (isNarrow()) source.fold.open = concerned.has(id);
      source.element.replaceChildren(...markedSpans(source.text, own, differing, (place) => tag(place, number)));
    }
    this.#marked = concerned;
    scrollWithin(this.#box, this.#box.querySelector('mark'));
  }
}

function tag(place: SentencePlace & NumberedRange, sentence: number): HTMLElement {
  const { kind, number } = place;
  const button = el(
    'button',
    { type: 'button', class: `tag ${matchClass(kind)}`, id: placeId(number) },
    kindWords(place),
    el('span', { class: 'visually-hidden' }, `, back to sentence ${sentence}`),
  );
  button.addEventListener('click', () => document.getElementById(sentenceId(sentence))?.focus());
  return button;
}
