import type { RecordBody } from '../contract/records.ts';
import { ServiceError } from '../contract/service-error.ts';
import { showAccount } from './dashboard/account-view.ts';
import { showAudit } from './dashboard/audit-view.ts';
import { showCustomer } from './dashboard/customer-view.ts';
import { showCustomers } from './dashboard/customers-view.ts';
import { forgetToken, keepToken, keptToken } from './dashboard/kept-token.ts';
import { showOverview } from './dashboard/overview-view.ts';
import type { PageContext } from './dashboard/page-context.ts';
import { fragmentOf, isPlace, type Place, placeOf } from './dashboard/places.ts';
import { showPlans } from './dashboard/plans-view.ts';
import { byId, el, show } from './shared/dom.ts';
import { Notice } from './shared/notice.ts';
import { Session } from './shared/session.ts';
import { explain } from './shared/ui-error.ts';

/** API keys start with this; any other text is taken for the token of an operator. */
const KEY_PREFIX = 'cvs_';
/** Statuses that say that a token opens nothing here, now or later. */
const REFUSED = [401, 404];

const field = byId('token', HTMLInputElement);
const signIn = byId('sign-in', HTMLFormElement);
const signOutButton = byId('sign-out', HTMLButtonElement);
const view = byId('view', HTMLElement);
const notice = new Notice(byId('notice', HTMLElement));

let showPlace: (() => Promise<void>) | undefined;

async function submitSignIn(): Promise<void> {
  const token = field.value.trim();
  notice.clear();
  if (token !== '') return enter(token);
  notice.showError({ title: 'API key missing', advice: 'Paste your API key, or the token of an operator.' });
  field.focus();
}

/** Shows what the address names to the owner of the token, or why it cannot be shown. */
async function enter(token: string): Promise<void> {
  const context = contextFor(new Session(token));
  let showHere: () => Promise<void>;
  try {
    showHere = await pagesOf(token, context);
    await showHere();
  } catch (error) {
    return showSignInError(error);
  }
  keepToken(token);
  showPlace = () => context.attempt(showHere);
  field.value = '';
  field.removeAttribute('aria-invalid');
  showSignedIn(true);
  context.announce('Signed in.');
}

/** Makes the function that shows the pages of a customer or of an operator. Rejects with ServiceError. */
async function pagesOf(token: string, context: PageContext): Promise<() => Promise<void>> {
  if (token.startsWith(KEY_PREFIX)) return () => showAccount(context);
  const operator = await context.session.get<RecordBody<'SignedInOperator'>>('/admin/v1/me');
  return () => showOperator(context, operator);
}

function showSignedIn(isSignedIn: boolean): void {
  show(signIn, !isSignedIn);
  show(signOutButton, isSignedIn);
}

function showSignInError(error: unknown): void {
  if (error instanceof ServiceError && REFUSED.includes(error.status ?? 0)) forgetToken();
  show(signIn, true);
  // Without an admin API any text that is not an API key is probably a mistyped key.
  const isAdminOff = error instanceof ServiceError && error.status === 404;
  const advice = `API keys start with ${KEY_PREFIX}. If this is the token of an operator: operators cannot sign in at this address.`;
  notice.showError(isAdminOff ? { title: 'Key not recognized', advice } : explain(error));
  field.setAttribute('aria-invalid', 'true');
  field.addEventListener('input', () => field.removeAttribute('aria-invalid'), { once: true });
  field.focus();
}

function contextFor(session: Session): PageContext {
  return {
    session,
    replaceToken: (token) => {
      session.token = token;
      keepToken(token);
    },
    mayChange: true,
    sendsMail: false,
    show: (...children) => {
      view.replaceChildren(...children);
      // The focused element may be gone: keyboard users continue at the start of the new content.
      view.focus();
    },
    attempt: async (work) => {
      notice.clear();
      try {
        await work();
      } catch (error) {
        notice.showError(explain(error));
        byId('notice', HTMLElement).scrollIntoView({ block: 'nearest' });
      }
    },
    announce: (text) => {
      byId('announcement', HTMLElement).textContent = text;
    },
  };
}

function signOut(): void {
  showPlace = undefined;
  forgetToken();
  view.replaceChildren();
  notice.clear();
  showSignedIn(false);
  field.focus();
}

signIn.addEventListener('submit', (event) => {
  event.preventDefault();
  void submitSignIn();
});
signOutButton.addEventListener('click', signOut);
window.addEventListener('hashchange', () => {
  if (!isPlace(location.hash)) return;
  // The announcement of the previous page does not apply to this one.
  byId('announcement', HTMLElement).textContent = '';
  void showPlace?.();
});

const kept = keptToken();
if (kept === undefined) forgetToken();
else {
  // No one has to sign in again after a reload.
  show(signIn, false);
  void enter(kept);
}

const SECTIONS: readonly (readonly [name: string, place: Place])[] = [
  ['Overview', { page: 'overview' }],
  ['Customers', placeOf('#/customers')],
  ['Audit', placeOf('#/audit')],
  ['Plans', { page: 'plans' }],
];

/** The operator's page that the address names. Rejects with ServiceError. */
async function showOperator(context: PageContext, operator: RecordBody<'SignedInOperator'>): Promise<void> {
  const { name, role, sends_mail: sendsMail } = operator;
  const place = placeOf(location.hash);
  const mayChange = role !== 'read';
  const above = mayChange ? [sections(place)] : [sections(place), readOnlyNote(name)];
  const within = {
    ...context,
    mayChange,
    sendsMail,
    show: (...children: HTMLElement[]) => context.show(...above, ...children),
  };
  if (place.page === 'customer') return showCustomer(within, place.id);
  if (place.page === 'audit') return showAudit(within, place);
  if (place.page === 'plans') return showPlans(within);
  if (place.page === 'customers') return showCustomers(within, place);
  return showOverview(within);
}

function readOnlyNote(name: string): HTMLElement {
  const text = `You are signed in as ${name}, who may see everything and change nothing. Changes need an operator with the role operate.`;
  return el('p', { class: 'hint', id: 'read-only' }, text);
}

function sections(place: Place): HTMLElement {
  const links = SECTIONS.map(([name, to]) => {
    // A customer is one of the customers.
    const isHere = to.page === (place.page === 'customer' ? 'customers' : place.page);
    return el('a', { href: fragmentOf(to), ...(isHere ? { 'aria-current': 'page' } : {}) }, name);
  });
  return el('nav', { class: 'sections', 'aria-label': 'Operator' }, ...links);
}
