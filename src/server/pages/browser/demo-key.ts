import { byId, show } from './dom.ts';

/** Offers a key where the service gives one to pages on its own machine. */
export async function offerDemoKey(): Promise<void> {
  if (!(await isOffered())) return;
  const result = byId('demo-result', HTMLElement);
  byId('demo-key', HTMLButtonElement).addEventListener('click', async () => {
    const key = await demoKey();
    if (key === undefined) {
      result.textContent = 'The service gave none. Is this page opened on the machine of the service?';
      return;
    }
    byId('key', HTMLInputElement).value = key;
    result.textContent = 'The demo key is in the field above. It works for a day.';
  });
  show(byId('demo', HTMLElement), true);
}

async function isOffered(): Promise<boolean> {
  try {
    const response = await fetch(new URL('info', document.baseURI), { credentials: 'omit', redirect: 'error' });
    return ((await response.json()) as { demo_key?: boolean }).demo_key === true;
  } catch {
    return false;
  }
}

async function demoKey(): Promise<string | undefined> {
  try {
    const address = new URL('demo-key', document.baseURI);
    const response = await fetch(address, { method: 'POST', credentials: 'omit', redirect: 'error' });
    return response.ok ? ((await response.json()) as { key: string }).key : undefined;
  } catch {
    return undefined;
  }
}
