import type { AnswerBody } from '../../contract/answer.ts';
import type { AnswerRequestBody } from '../../contract/answer-request.ts';
import type { Outcome } from '../../contract/verify.ts';
import { byId, countText, isNarrow, show } from '../shared/dom.ts';
import type { UiError } from '../shared/ui-error.ts';
import { AnswerResult, answerSummary } from './answer-result.ts';
import { startForm } from './check-form.ts';
import checkedExamples from './checked-examples.json' with { type: 'json' };
import { ANSWER_EXAMPLES } from './examples.ts';
import { codePoints, LimitedField } from './limited-field.ts';
import { DEFAULT_INFO, serviceInfo } from './service-info.ts';
import { offerFiles, readSourceFile, type SourceFile } from './source-files.ts';
import { SourceList } from './source-list.ts';
import { OUTCOMES } from './words.ts';

const answer = new LimitedField('answer', DEFAULT_INFO.limits.answer_characters);
const citations = byId('citations', HTMLSelectElement);
const uncertain = byId('uncertain', HTMLSelectElement);
const minConfidence = byId('min-confidence', HTMLInputElement);
const options = byId('options', HTMLDetailsElement);
const sourcesFold = byId('sources-fold', HTMLDetailsElement);
const sources = new SourceList();
let { limits } = DEFAULT_INFO;
/** The field of citations says whether the answer has any, until the user sets it. */
let citationsFollow = true;
/** With more sources the result would be far below the form. */
const MAX_UNFOLDED = 3;

function countSources(): void {
  const texts = sources.value.map(({ text }) => text);
  const length = texts.reduce((sum, text) => sum + codePoints(text), 0);
  const counted = `${texts.length} of ${limits.sources} sources, ${countText(length)} of ${countText(limits.sources_characters)} characters in all`;
  const place = byId('sources-count', HTMLElement);
  place.textContent = counted;
  place.classList.toggle('over', texts.length > limits.sources || length > limits.sources_characters);
}

function request(): AnswerRequestBody {
  const asked = leastConfidence();
  const least = asked === undefined ? {} : { min_confidence: asked };
  return {
    answer: answer.value,
    sources: sources.value,
    citations: citations.value === 'brackets' ? 'brackets' : 'none',
    uncertain: uncertain.value as Outcome,
    ...least,
    offsets: 'utf16',
  };
}

/** From 0 to 1; undefined where the field is empty, NaN for anything else. */
function leastConfidence(): number | undefined {
  const text = minConfidence.value.trim().replace(',', '.');
  if (text === '') return undefined;
  const value = Number(text);
  return value >= 0 && value <= 1 ? value : Number.NaN;
}

function fill(sent: AnswerRequestBody, isExample: boolean): void {
  answer.value = sent.answer;
  citations.value = sent.citations === 'brackets' ? 'brackets' : 'none';
  citationsFollow = isExample || sent.answer === '';
  uncertain.value = sent.uncertain ?? 'review';
  minConfidence.value = sent.min_confidence === undefined ? '' : String(sent.min_confidence);
  if (isExample) sources.showExample(sent.sources);
  else sources.value = sent.sources;
}

function problem(): UiError | undefined {
  if (answer.problem !== undefined) return { title: '', advice: answer.problem, field: 'answer' };
  const empty = sources.value.findIndex(({ text }) => text.trim() === '');
  if (empty >= 0) {
    return { title: '', advice: 'Enter the text, or remove this source.', field: `sources[${empty}].text` };
  }
  if (Number.isNaN(leastConfidence() ?? 0)) {
    const advice = `Expected a number from 0 to 1 such as 0.8, got "${minConfidence.value}".`;
    return { title: '', advice, field: 'min_confidence' };
  }
  return undefined;
}

/** The field that the service names, unfolded. */
function fieldOf(name: string): HTMLElement | undefined {
  const fields: Readonly<Record<string, HTMLElement>> = {
    answer: answer.field,
    citations,
    min_confidence: minConfidence,
  };
  const field = fields[name] ?? sources.field(name);
  for (const fold of [sourcesFold, options]) if (field !== undefined && fold.contains(field)) fold.open = true;
  return field;
}

function followAnswer(): void {
  if (citationsFollow) citations.value = /\[[^[\]\n]+\]/.test(answer.value) ? 'brackets' : 'none';
}

/** Adds a source for each file; a file that cannot be read is named, and the others are added. */
async function addFiles(files: readonly File[]): Promise<void> {
  const read = await Promise.allSettled(files.map(readSourceFile));
  const isRead = (one: PromiseSettledResult<SourceFile>) => one.status === 'fulfilled';
  sources.append(read.filter(isRead).map(({ value }) => value));
  const problems = read.filter((one) => one.status === 'rejected').map(({ reason }) => (reason as Error).message);
  const place = byId('files-result', HTMLElement);
  place.textContent = problems.join(' ');
  show(place, problems.length > 0);
}

export function startAnswerMode(): void {
  const form = byId('answer-form', HTMLElement);
  answer.field.addEventListener('input', followAnswer);
  citations.addEventListener('change', () => {
    citationsFollow = false;
  });
  form.addEventListener('input', countSources);
  byId('source-add', HTMLButtonElement).addEventListener('click', () => sources.add({ text: '' }).focus());
  offerFiles('answer', sourcesFold, (files) => void addFiles(files));
  startForm<AnswerRequestBody, AnswerBody>({
    name: 'answer',
    prefix: 'answer-',
    path: 'v1/verify/answer',
    busyText: 'Checking…',
    examples: ANSWER_EXAMPLES,
    checkedExamples: checkedExamples.answers as readonly AnswerBody[],
    empty: { answer: '', sources: [] },
    request,
    fill,
    problem,
    fieldOf,
    ask: async (session, sent, { signal, begin }) => {
      let result: AnswerResult | undefined;
      const begun = () => {
        if (result !== undefined) return result;
        if (isNarrow() || sent.sources.length > MAX_UNFOLDED) sourcesFold.open = false;
        begin();
        result = new AnswerResult(sent);
        return result;
      };
      const response = await session.verifyAnswer(sent, { signal, onSentence: (one) => begun().add(one) });
      begun().finish(response);
      return response;
    },
    show: (sent, response) => new AnswerResult(sent).finish(response),
    label: ({ answer: text }, { outcome }) => `${OUTCOMES[outcome].sign} ${OUTCOMES[outcome].label}: ${text}`,
    spoken: (response) => `Outcome: ${OUTCOMES[response.outcome].label}. ${answerSummary(response).join(' ')}`,
  });
  void serviceInfo().then((info) => {
    ({ limits } = info);
    minConfidence.placeholder = String(info.policy?.min_confidence.answers ?? '');
    answer.limit = limits.answer_characters;
    countSources();
  });
}
