import type { Citation, Evidence, Quotation, Reason, Sentence } from './answer-contract.ts';
import { citationWords, quotationText, reasonText, SENTENCE_VERDICTS } from './answer-words.ts';
import { type Child, el } from './dom.ts';
import { kindWords, type SentencePlace, sentencePlaces } from './sentence-evidence.ts';
import { placeId } from './source-texts.ts';

/** What is known of a checked sentence, in words. `number` is the one shown in the answer. */
export function sentenceDetails(sentence: Sentence, number: number): HTMLElement[] {
  const { verdict, confidence, reasons, citation, quotations } = sentence;
  const { sign, label, meaning } = SENTENCE_VERDICTS[verdict!];
  const places = sentencePlaces(sentence);
  return [
    el('h4', { class: label }, `Sentence ${number}: ${sign} ${label}`),
    el('p', {}, `${meaning} Confidence ${confidence!.toFixed(2)}.`),
    ...part('Why', reasons.map(reasonWords)),
    ...part('Citation', citation === null ? [] : [citationMeaning(citation)]),
    ...part('Quotations', quotations.map(quotationWords)),
    ...part(
      'Evidence',
      places.map((place, i) => evidenceLink(place, i + 1)),
    ),
  ];
}

/** The same in one sentence, to be read out. */
export function spokenDetails({ verdict, reasons, citation, evidence }: Sentence, number: number): string {
  const ids = [...new Set(evidence.map(({ source_id }) => source_id))];
  return [
    `Sentence ${number}: ${SENTENCE_VERDICTS[verdict!].label}.`,
    ...new Set(reasons.map(({ code }) => reasonText(code))),
    ...(citation === null ? [] : [citationWords(citation).meaning]),
    ids.length === 0 ? 'No evidence in the sources.' : `Evidence marked in source ${ids.join(', ')}.`,
  ].join(' ');
}

function part(title: string, items: readonly Child[][]): HTMLElement[] {
  if (items.length === 0) return [];
  return [el('h5', {}, title), el('ul', {}, ...items.map((item) => el('li', {}, ...item)))];
}

function reasonWords({ code, expected, found }: Reason): Child[] {
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

function citationMeaning(citation: Citation): Child[] {
  const { sign, meaning } = citationWords(citation);
  const { cited, source_id: elsewhere } = citation;
  return [
    `${sign} ${meaning}`,
    ...(cited.length === 0 ? [] : [' Cited: ', ...list(cited), '.']),
    ...(elsewhere === null ? [] : [' Supported by ', el('code', {}, elsewhere), '.']),
  ];
}

function list(ids: readonly string[]): Child[] {
  return ids.flatMap((id, i) => [...(i === 0 ? [] : [', ']), el('code', {}, id)]);
}

function quotationWords(quotation: Quotation): Child[] {
  const differences = quotation.differences.flatMap(({ expected, found }): Child[] => [
    ' The source has ',
    expected === '' ? 'nothing' : quoted(expected),
    ' where the answer has ',
    found === '' ? 'nothing' : quoted(found),
    '.',
  ]);
  return [quoted(quotation.text), ` ${quotationText(quotation)}`, ...differences];
}

function quoted(text: string): HTMLElement {
  return el('q', {}, text);
}

/** Leads to the place in its source. */
function evidenceLink(place: SentencePlace, number: number): Child[] {
  const link = el('a', { href: `#${placeId(number)}` }, `Source ${place.source_id}`);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById(placeId(number))?.focus();
  });
  const scores = isEvidence(place)
    ? ` (entailed ${place.entailment.toFixed(2)}, contradicted ${place.contradiction.toFixed(2)})`
    : '';
  return [link, ` ${kindWords(place.kind)}${scores}: `, quoted(place.text)];
}

function isEvidence(place: SentencePlace): place is SentencePlace & Evidence {
  return 'entailment' in place;
}
