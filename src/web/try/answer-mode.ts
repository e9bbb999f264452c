import type { AnswerBody } from '../../contract/answer.ts';
import type { AnswerRequestBody } from '../../contract/answer-request.ts';
import type { Outcome } from '../../contract/verify.ts';
import { byId, isNarrow } from '../shared/dom.ts';
import { Notice } from '../shared/notice.ts';
import { Session } from '../shared/session.ts';
import { explain, INTERRUPTED, KEY_MISSING, type UiError, UNREACHABLE } from '../shared/ui-error.ts';
import { AnswerResult, hideAnswerResult } from './answer-result.ts';
import { ANSWER_EXAMPLES, showExamples } from './examples.ts';
import { type Checked, offerCurl, offerExport, unfoldForPrint } from './export.ts';
import { FormRequest, StaleResult } from './form-request.ts';
import { codePoints, LimitedField } from './limited-field.ts';
import { answerMarkdown } from './markdown.ts';
import { DEFAULT_INFO, serviceInfo } from './service-info.ts';
import { parseSources, SourceList } from './source-list.ts';

const key = byId('key', HTMLInputElement);
const form = byId('answer-form', HTMLFormElement);
const answer = new LimitedField('answer');
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
/** The request whose result is shown whole, and the result. */
let shown: Checked<AnswerRequestBody, AnswerBody> | undefined;
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
  const counted = `${texts.length} of ${limits.sources} sources, ${length.toLocaleString('en')} of ${limits.sources_characters.toLocaleString('en')} characters together`;
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

/** What is missing before anything is sent; undefined when the form is complete. */
function missing(): UiError | undefined {
  const { problem } = answer;
  if (problem !== undefined) return { title: 'The answer cannot be sent', advice: problem, field: 'answer' };
  const empty = sources.value.findIndex(({ text }) => text.trim() === '');
  if (empty >= 0) {
    const advice = 'Enter its text, or remove the source.';
    return { title: `Source ${empty + 1} is empty`, advice, field: `sources[${empty}].text` };
  }
  if (Number.isNaN(leastConfidence() ?? 0)) {
    const advice = `Enter a number from 0 to 1, such as 0.8. It is "${minConfidence.value}".`;
    return { title: 'The least confidence cannot be sent', advice, field: 'min_confidence' };
  }
  return key.value.trim() === '' ? KEY_MISSING : undefined;
}

function showError(error: UiError): void {
  notice.showError(error, (left) => sending.wait(left));
  const { field = '' } = error;
  const fields: Readonly<Record<string, HTMLElement>> = {
    key,
    answer: answer.field,
    citations,
    min_confidence: minConfidence,
  };
  if (field.startsWith('sources')) sourcesFold.open = true;
  (fields[field] ?? sources.field(field))?.focus();
}

async function check(): Promise<void> {
  if (!sending.isReady) return;
  const problem = missing();
  if (problem !== undefined) return showError(problem);
  notice.clear();
  hideAnswerResult();
  shown = undefined;
  const body = request();
  let result: AnswerResult | undefined;
  const begun = () => {
    if (result === undefined) {
      if (isNarrow()) sourcesFold.open = false;
      result = new AnswerResult(body);
      stale.showsResultOf(body);
    }
    return result;
  };
  const session = new Session(key.value.trim());
  const response = await sending.run(
    (signal) => session.verifyAnswer(body, { signal, onSentence: (one) => begun().add(one) }),
    (error) => {
      const explained = explain(error);
      showError(explained === UNREACHABLE && result !== undefined ? INTERRUPTED : explained);
    },
  );
  if (response === undefined) return hideAnswerResult();
  shown = { request: body, response };
  begun().finish(response);
  byId('answer-timings', HTMLElement).textContent = session.timings;
}

function offerExamples(): void {
  showExamples('answer-examples', ANSWER_EXAMPLES, (example) => {
    answer.value = example.answer;
    citations.value = example.citations;
    sources.value = example.sources;
  });
}

function offerPaste(): void {
  const pasted = byId('pasted', HTMLTextAreaElement);
  byId('paste-add', HTMLButtonElement).addEventListener('click', () => {
    const parsed = parseSources(pasted.value);
    if (parsed.length > 0) {
      sources.append(parsed);
      pasted.value = '';
    }
    const added = parsed.length === 1 ? '1 source added.' : `${parsed.length} sources added.`;
    byId('paste-result', HTMLElement).textContent = parsed.length === 0 ? 'There is no source to add.' : added;
  });
}

async function useLimits(): Promise<void> {
  ({ limits } = await serviceInfo());
  answer.limit = limits.answer_characters;
  countSources();
}

/** Makes the part of the page work that checks a whole answer against several sources. */
export function startAnswerMode(): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void check();
  });
  form.addEventListener('input', () => stale.check());
  byId('source-add', HTMLButtonElement).addEventListener('click', () => sources.add({ text: '' }).focus());
  offerCurl({ prefix: 'answer-', path: 'v1/verify/answer', request });
  offerExport({ prefix: 'answer-', name: 'answer-check', shown: () => shown, markdown: answerMarkdown });
  unfoldForPrint();
  offerExamples();
  offerPaste();
  void useLimits();
}
