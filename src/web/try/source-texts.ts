import type { SentenceBody } from '../../contract/answer.ts';
import type { AnswerSource } from '../../contract/answer-request.ts';
import { matchOf } from '../../contract/words.ts';
import { type Child, el } from '../shared/dom.ts';
import { differs, sentenceId } from './answer-text.ts';
import { NARROW } from './narrow.ts';
import { expectedPlaces, kindWords, type SentencePlace, sentencePlaces } from './sentence-places.ts';
import { type NumberedRange, segments } from './spans.ts';
import { matchClass } from './words.ts';

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
  #marked = new Set<string>();

  constructor(place: HTMLElement, sources: readonly AnswerSource[]) {
    const articles = sources.map(({ id, title, text }) => {
      const element = el('p', { class: 'source-text' }, text);
      const name = el('h4', {}, el('code', {}, id), ...(title === undefined ? [] : [` ${title}`]));
      // On a narrow window only the sources of the selected sentence are unfolded.
      const fold = el('details', { class: 'source fold' }, el('summary', {}, name), element);
      fold.open = !NARROW.matches;
      this.#texts.set(id, { text, element, fold });
      return fold;
    });
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
      if (NARROW.matches) source.fold.open = concerned.has(id);
      source.element.replaceChildren(...markedSource(source.text, { own, differing, sentence: number }));
    }
    this.#marked = concerned;
  }
}

type NumberedPlace = SentencePlace & NumberedRange;

interface Marked {
  readonly own: readonly NumberedPlace[];
  readonly differing: readonly { readonly start: number; readonly end: number }[];
  /** The sentence's number. */
  readonly sentence: number;
}

function markedSource(text: string, { own, differing, sentence }: Marked): Child[] {
  // Numbers below zero are words that differ, the others places.
  const words = differing.map(({ start, end }, i) => ({ start, end, number: -1 - i }));
  return segments(text.length, [...own, ...words]).map(({ start, end, pairs, starts }) => {
    const slice = text.slice(start, end);
    const content = pairs.some((number) => number < 0) ? differs(slice) : slice;
    const covering = own.filter(({ number }) => pairs.includes(number));
    if (covering.length === 0) return content;
    const tags = covering.filter(({ number }) => starts.includes(number)).map((place) => tag(place, sentence));
    return el('mark', { class: `match flash ${matchClass(strongest(covering).kind)}` }, ...tags, content);
  });
}

/** Where several places overlap, a contradiction must stay visible. */
function strongest(places: readonly NumberedPlace[]): NumberedPlace {
  return places.find(({ kind }) => kind !== 'quotation' && matchOf(kind).stance === 'against') ?? places[0]!;
}

/** Names the place and leads back to the sentence. */
function tag({ kind, number }: NumberedPlace, sentence: number): HTMLElement {
  const button = el(
    'button',
    { type: 'button', class: `tag ${matchClass(kind)}`, id: placeId(number) },
    `${kindWords(kind)}`,
    el('span', { class: 'visually-hidden' }, `, back to sentence ${sentence}`),
  );
  button.addEventListener('click', () => document.getElementById(sentenceId(sentence))?.focus());
  return button;
}
