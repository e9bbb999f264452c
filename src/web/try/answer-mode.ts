import type { AnswerBody } from '../../contract/answer.ts';
import type { AnswerRequestBody } from '../../contract/answer-request.ts';
import type { Outcome } from '../../contract/verify.ts';
import { byId, isNarrow, show } from '../shared/dom.ts';
import { clearFieldErrors, showFieldError } from '../shared/field-error.ts';
import { Notice } from '../shared/notice.ts';
import { Session } from '../shared/session.ts';
import { explain, INTERRUPTED, type UiError, UNREACHABLE } from '../shared/ui-error.ts';
import { AnswerResult, hideAnswerResult } from './answer-result.ts';
import checkedExamples from './checked-examples.json' with { type: 'json' };
import { offerCurl } from './curl.ts';
import { showExamples } from './example-chips.ts';
import { ANSWER_EXAMPLES, type AnswerExample } from './examples.ts';
import { FormRequest, StaleResult } from './form-request.ts';
import { type Checked, remember, showsHistoryOf } from './history.ts';
import { keyFor, showKeyError } from './key-field.ts';
import { codePoints, LimitedField } from './limited-field.ts';
import { DEFAULT_INFO, serviceInfo } from './service-info.ts';
import { offerFiles, readSourceFile, type SourceFile } from './source-files.ts';
import { SourceList } from './source-list.ts';
import { EXAMPLE_NOTE, OUTCOMES } from './words.ts';

const form = byId('answer-form', HTMLFormElement);
const answer = new LimitedField('answer', DEFAULT_INFO.limits.answer_characters);
const citations = byId('citations', HTMLSelectElement);
const uncertain = byId('uncertain', HTMLSelectElement);
const minConfidence = byId('min-confidence', HTMLInputElement);
const notice = new Notice(byId('answer-notice', HTMLElement));
const sending = new FormRequest({
  form,
  submit: byId('answer-submit', HTMLButtonElement),
  cancel: byId('answer-cancel', HTMLButtonElement),
  busyText: 'Checking…',
});
let { limits } = DEFAULT_INFO;
/** The field of citations says whether the answer has any, until the user sets it. */
let citationsFollow = true;
const section = byId('answer-result', HTMLElement);
const options = byId('options', HTMLDetailsElement);
const sourcesFold = byId('sources-fold', HTMLDetailsElement);
const stale = new StaleResult({
  warning: byId('answer-stale', HTMLElement),
  request,
});
const sources = new SourceList(onSources);

function onSources(): void {
  countSources();
  stale.check();
}

function countSources(): void {
  const texts = byId('sources', HTMLElement).querySelectorAll('textarea');
  const length = [...texts].reduce((sum, { value }) => sum + codePoints(value), 0);
  const counted = `${texts.length} of ${limits.sources} sources, ${length.toLocaleString('en')} of ${limits.sources_characters.toLocaleString('en')} characters in all`;
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

/** The first missing field; undefined when the form is complete. */
function missing(): UiError | undefined {
  const { problem } = answer;
  if (problem !== undefined) return { title: '', advice: problem, field: 'answer' };
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

function showError(error: UiError): void {
  const { field: name = '' } = error;
  const fields: Readonly<Record<string, HTMLElement>> = {
    answer: answer.field,
    citations,
    min_confidence: minConfidence,
  };
  const field = fields[name] ?? sources.field(name);
  for (const fold of [sourcesFold, options]) if (field !== undefined && fold.contains(field)) fold.open = true;
  if (name === 'key') showKeyError(form, error);
  else if (field === undefined) notice.showError(error, (left) => sending.wait(left));
  else showFieldError(field, error.advice);
}

async function check(): Promise<void> {
  if (!sending.isReady) return;
  clearFieldErrors(form);
  notice.clear();
  const problem = missing();
  if (problem !== undefined) return showError(problem);
  const key = await keyFor(form);
  if (key === undefined || !sending.isReady) return;
  hideAnswerResult();
  const body = request();
  let result: AnswerResult | undefined;
  const begun = () => {
    if (result === undefined) {
      if (isNarrow()) sourcesFold.open = false;
      result = startResult(body);
      result.reveal();
    }
    return result;
  };
  const session = new Session(key);
  const response = await sending.run(
    (signal) => session.verifyAnswer(body, { signal, onSentence: (one) => begun().add(one) }),
    (error) => {
      const explained = explain(error);
      showError(explained === UNREACHABLE && result !== undefined ? INTERRUPTED : explained);
    },
  );
  if (response === undefined) return hideAnswerResult();
  // Once more: what appears above may have become shorter.
  if (begun().finish(response)) begun().reveal();
  byId('answer-timings', HTMLElement).textContent = session.timings;
  const { sign, label } = OUTCOMES[response.outcome];
  remember({ request: body, response, mode: 'answer', label: `${sign} ${label}: ${body.answer}` });
}

/** The part of the page that the result of this request goes to. */
function startResult(body: AnswerRequestBody): AnswerResult {
  section.toggleAttribute('data-example', false);
  byId('answer-timings', HTMLElement).textContent = '';
  const result = new AnswerResult(body);
  stale.showsResultOf(body);
  return result;
}

function showChecked(checked: Checked<AnswerRequestBody, AnswerBody>): AnswerResult {
  const result = startResult(checked.request);
  result.finish(checked.response);
  return result;
}

/** An example with the result that the bundled models gave. */
function showExample(example: AnswerExample, place: number): void {
  notice.clear();
  answer.value = example.answer;
  citations.value = example.citations;
  citationsFollow = true;
  sources.showExample(example.sources);
  showChecked({ request: request(), response: checkedExamples.answers[place] as AnswerBody });
  section.toggleAttribute('data-example', true);
  byId('answer-timings', HTMLElement).textContent = EXAMPLE_NOTE;
}

function showPast(past: Checked<AnswerRequestBody, AnswerBody>): void {
  const { request: sent } = past;
  byId('answer-tab', HTMLElement).click();
  notice.clear();
  answer.value = sent.answer;
  citations.value = sent.citations === 'brackets' ? 'brackets' : 'none';
  citationsFollow = false;
  uncertain.value = sent.uncertain ?? 'review';
  minConfidence.value = sent.min_confidence === undefined ? '' : String(sent.min_confidence);
  sources.value = sent.sources;
  showChecked(past).reveal();
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

async function useLimits(): Promise<void> {
  const info = await serviceInfo();
  ({ limits } = info);
  minConfidence.placeholder = String(info.policy?.min_confidence.answers ?? '');
  answer.limit = limits.answer_characters;
  countSources();
}

/** Makes the part of the page work that checks a whole answer against several sources. */
export function startAnswerMode(): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void check();
  });
  citations.addEventListener('change', () => {
    citationsFollow = false;
  });
  answer.field.addEventListener('input', followAnswer);
  form.addEventListener('input', () => stale.check());
  byId('source-add', HTMLButtonElement).addEventListener('click', () => sources.add({ text: '' }).focus());
  offerCurl({ prefix: 'answer-', path: 'v1/verify/answer', request });
  showExamples('answer-examples', ANSWER_EXAMPLES, showExample);
  showExample(ANSWER_EXAMPLES[0]!, 0);
  showsHistoryOf('answer', showPast);
  offerFiles('answer', byId('sources-fold', HTMLElement), (files) => void addFiles(files));
  void useLimits();
}
