import { showAccount } from './account-view.ts';
import { byId, show } from './dom.ts';
import { Notice } from './notice.ts';
import { showOperator } from './operator-view.ts';
import type { PageContext } from './page-context.ts';
import { isPlace } from './places.ts';
import { ApiError, Session } from './session.ts';
import { UNREACHABLE } from './ui-error.ts';

/** API keys start with this; any other text is taken for the admin token. */
const KEY_PREFIX = 'cvs_';

const field = byId('token', HTMLInputElement);
const signIn = byId('sign-in', HTMLFormElement);
const signOutButton = byId('sign-out', HTMLButtonElement);
const view = byId('view', HTMLElement);
const notice = new Notice(byId('notice', HTMLElement));

/** Shows what the address names, to whoever is signed in. */
let showPlace: (() => Promise<void>) | undefined;

async function submitSignIn(): Promise<void> {
  const token = field.value.trim();
  notice.clear();
  if (token === '') {
    notice.showError({ title: 'API key missing', advice: 'Paste your API key here. It stays in this page only.' });
    return field.focus();
  }
  const context = contextFor(new Session(token));
  const showHere = () => (token.startsWith(KEY_PREFIX) ? showAccount(context) : showOperator(context));
  try {
    await showHere();
  } catch (error) {
    return showSignInError(error);
  }
  showPlace = () => context.attempt(showHere);
  field.value = '';
  show(signIn, false);
  show(signOutButton, true);
  context.announce('Signed in.');
}

function showSignInError(error: unknown): void {
  // Without an admin API any text that is not an API key is probably a mistyped key.
  const isAdminOff = error instanceof ApiError && error.status === 404;
  const advice = `API keys start with ${KEY_PREFIX}. If this is the admin token: the admin API is not available at this address.`;
  notice.showError(isAdminOff ? { title: 'Key not recognised', advice } : uiErrorOf(error));
  field.focus();
}

function uiErrorOf(error: unknown) {
  if (error instanceof ApiError) return error.uiError;
  return { ...UNREACHABLE, title: 'An error occurred in this page', advice: 'Reload the page and try again.' };
}

function contextFor(session: Session): PageContext {
  return {
    session,
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
        notice.showError(uiErrorOf(error));
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
  view.replaceChildren();
  notice.clear();
  show(signIn, true);
  show(signOutButton, false);
  field.focus();
}

signIn.addEventListener('submit', (event) => {
  event.preventDefault();
  void submitSignIn();
});
signOutButton.addEventListener('click', signOut);
window.addEventListener('hashchange', () => {
  if (isPlace(location.hash)) void showPlace?.();
});
