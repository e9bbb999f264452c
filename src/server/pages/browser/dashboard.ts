import { showAccount } from './account-view.ts';
import { byId, show } from './dom.ts';
import { Notice } from './notice.ts';
import { showOperator } from './operator-view.ts';
import type { Stage } from './page-context.ts';
import { Session, TroubleMet } from './session.ts';
import { UNREACHABLE } from './trouble.ts';

/** API keys name themselves; anything else can only be the operator's token. */
const KEY_PREFIX = 'cvs_';

const field = byId('token', HTMLInputElement);
const signIn = byId('sign-in', HTMLFormElement);
const leave = byId('leave', HTMLButtonElement);
const view = byId('view', HTMLElement);
const notice = new Notice(byId('notice', HTMLElement));

async function enter(): Promise<void> {
  const token = field.value.trim();
  notice.clear();
  if (token === '') {
    notice.tell({ title: 'A key is needed', advice: 'Paste your API key here. It stays in this page only.' });
    return field.focus();
  }
  const stage = stageFor(new Session(token));
  try {
    await (token.startsWith(KEY_PREFIX) ? showAccount(stage) : showOperator(stage));
  } catch (error) {
    return refuse(error);
  }
  field.value = '';
  show(signIn, false);
  show(leave, true);
  stage.say('Signed in.');
}

function refuse(error: unknown): void {
  // Where the operator's part is off, whatever is no API key can only be a mistyped one.
  const off = error instanceof TroubleMet && error.status === 404;
  const advice = `API keys start with ${KEY_PREFIX}. The operator's part of this address may be off.`;
  notice.tell(off ? { title: 'This does not open anything here', advice } : troubleOf(error));
  field.focus();
}

function troubleOf(error: unknown) {
  if (error instanceof TroubleMet) return error.trouble;
  return { ...UNREACHABLE, title: 'This page failed', advice: 'Reload it and try again.' };
}

function stageFor(session: Session): Stage {
  return {
    session,
    show: (...children) => {
      view.replaceChildren(...children);
      // What had the focus may be gone; whoever reads with the keyboard goes on at the start of what is new.
      view.focus();
    },
    attempt: async (work) => {
      notice.clear();
      try {
        await work();
      } catch (error) {
        notice.tell(troubleOf(error));
        byId('notice', HTMLElement).scrollIntoView({ block: 'nearest' });
      }
    },
    say: (text) => {
      byId('said', HTMLElement).textContent = text;
    },
  };
}

function signOut(): void {
  view.replaceChildren();
  notice.clear();
  show(signIn, true);
  show(leave, false);
  field.focus();
}

signIn.addEventListener('submit', (event) => {
  event.preventDefault();
  void enter();
});
leave.addEventListener('click', signOut);
