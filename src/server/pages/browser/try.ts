import { startAnswerMode } from './answer-mode.ts';
import { startClaimMode } from './claim-mode.ts';
import { offerDemoKey } from './demo-key.ts';
import { byId } from './dom.ts';
import { modeTabs } from './mode-tabs.ts';

/** The form of the mode that is shown. */
let form: HTMLFormElement | null = null;

startClaimMode();
startAnswerMode();
void offerDemoKey();
modeTabs(byId('modes', HTMLElement), (panel) => {
  form = panel.querySelector('form');
  // Enter in the field of the key, which both modes share, sends the form that is shown.
  byId('key', HTMLInputElement).setAttribute('form', form?.id ?? '');
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form?.requestSubmit();
});
