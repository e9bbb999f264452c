import { buttonOf, byId, el, show, toClipboard } from '../shared/dom.ts';
import { clearFieldErrors, showFieldError } from '../shared/field-error.ts';
import { Notice } from '../shared/notice.ts';
import { Session } from '../shared/session.ts';
import { explain, INTERRUPTED, type UiError, UNREACHABLE } from '../shared/ui-error.ts';
import { curlCommand } from './curl.ts';
import { FormRequest } from './form-request.ts';
import { type Checked, remember, showsHistoryOf } from './history.ts';
import { keyFor, showKeyError } from './key-field.ts';
import { EXAMPLE_NOTE } from './words.ts';

/** One of the page's two forms, with the part of the page that shows its result. */
interface Mode<Sent extends object, Answer extends object> {
  readonly name: 'claim' | 'answer';
  readonly prefix: '' | 'answer-';
  readonly path: string;
  readonly busyText: string;
  readonly examples: readonly (Sent & { readonly title: string })[];
  /** The results of the examples, by their places. */
  readonly checkedExamples: readonly Answer[];
  readonly empty: Sent;
  request(): Sent;
  fill(request: Sent, isExample: boolean): void;
  /** The first field that cannot be sent as it is. */
  problem(): UiError | undefined;
  /** The field that the service names; undefined where it is none of the form. */
  fieldOf(name: string): HTMLElement | undefined;
  /** Sends a request and shows what comes back. Calls `begin` before anything of the result is shown. */
  ask(session: Session, sent: Sent, run: { readonly signal: AbortSignal; readonly begin: () => void }): Promise<Answer>;
  show(sent: Sent, response: Answer): void;
  label(sent: Sent, response: Answer): string;
  spoken(response: Answer): string;
}

/** Makes a form of the page work: its examples, buttons, errors, earlier checks, and whether its result is still that of its texts. */
export function startForm<Sent extends object, Answer extends object>(mode: Mode<Sent, Answer>): void {
  const place = (id: string) => byId(`${mode.prefix}${id}`, HTMLElement);
  const button = (id: string) => byId(`${mode.prefix}${id}`, HTMLButtonElement);
  const [form, result, title, timings] = [place('form'), place('result'), place('result-title'), place('timings')];
  const notice = new Notice(place('notice'));
  const sending = new FormRequest({
    form,
    submit: button('submit'),
    cancel: button('cancel'),
    busyText: mode.busyText,
  });
  let shown = '';

  const checkStale = () => show(place('stale'), JSON.stringify(mode.request()) !== shown);
  const beginResult = (sent: Sent, note = '') => {
    shown = JSON.stringify(sent);
    checkStale();
    timings.textContent = note;
    result.toggleAttribute('data-example', note !== '');
    show(result, true);
  };
  const reveal = () => {
    title.focus({ preventScroll: true });
    result.scrollIntoView({ block: 'start' });
  };
  const announce = (response: Answer) => {
    byId('announcement', HTMLElement).textContent = mode.spoken(response);
  };
  const clearErrors = () => {
    clearFieldErrors(form);
    notice.clear();
    sending.wait(0);
  };
  const showError = (error: UiError) => {
    const field = mode.fieldOf(error.field ?? '');
    if (error.field === 'key') showKeyError(form, error);
    else if (field === undefined) notice.showError(error, (left) => sending.wait(left));
    else showFieldError(field, error.advice);
  };

  const send = async () => {
    if (!sending.isReady) return;
    clearErrors();
    const problem = mode.problem();
    if (problem !== undefined) return showError(problem);
    const key = await keyFor(form);
    if (key === undefined || !sending.isReady) return;
    // Neither the result of an earlier request nor its remaining requests may look current.
    show(result, false);
    const sent = mode.request();
    const session = new Session(key);
    const begin = () => {
      beginResult(sent);
      reveal();
    };
    const response = await sending.run(
      (signal) => mode.ask(session, sent, { signal, begin }),
      (error) => {
        const explained = explain(error);
        showError(explained === UNREACHABLE && !result.hidden ? INTERRUPTED : explained);
      },
    );
    // After a request that failed no result is shown: it must not look checked.
    if (response === undefined) return show(result, false);
    timings.textContent = session.timings;
    announce(response);
    remember({ request: sent, response, mode: mode.name, label: mode.label(sent, response) });
    // Once more, as what appears above may have become shorter; not under a reader who went on meanwhile.
    if (document.activeElement === title) reveal();
  };

  const showExample = (at: number) => {
    clearErrors();
    mode.fill(mode.examples[at]!, true);
    const response = mode.checkedExamples[at]!;
    beginResult(mode.request(), EXAMPLE_NOTE);
    mode.show(mode.request(), response);
    return response;
  };
  const showPast = ({ request: sent, response }: Checked<Sent, Answer>) => {
    byId(`${mode.name}-tab`, HTMLElement).click();
    clearErrors();
    mode.fill(sent, false);
    beginResult(mode.request());
    mode.show(sent, response);
    announce(response);
    reveal();
  };
  const clear = () => {
    clearErrors();
    mode.fill(mode.empty, false);
    show(result, false);
    form.querySelector('textarea')?.focus();
  };
  const copyCurl = async () => {
    const command = byId(`${mode.prefix}curl`, HTMLTextAreaElement);
    command.value = curlCommand(new URL(mode.path, document.baseURI).href, mode.request());
    show(place('curl-part'), true);
    const copied = await toClipboard(command.value);
    if (!copied) command.select();
    place('copied').textContent =
      `${copied ? 'Copied.' : 'Copy the selected text.'} The command reads your key from the environment variable CLAIM_VERIFIER_API_KEY.`;
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  form.addEventListener('input', checkStale);
  button('clear').addEventListener('click', clear);
  button('copy-curl').addEventListener('click', () => void copyCurl());
  const chips = mode.examples.map(({ title: text }, at) =>
    el(
      'li',
      {},
      buttonOf(text, () => announce(showExample(at)), { class: 'chip' }),
    ),
  );
  place('examples').replaceChildren(...chips);
  showsHistoryOf(mode.name, showPast);
  showExample(0);
}
