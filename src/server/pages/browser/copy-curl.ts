import type { VerifyRequest } from './contract.ts';
import { curlCommand } from './curl.ts';
import { byId } from './dom.ts';

/** Wires the button that shows the request as a command and copies it. */
export function offerCurl(request: () => VerifyRequest): void {
  const place = byId('curl', HTMLTextAreaElement);
  byId('copy-curl', HTMLButtonElement).addEventListener('click', async () => {
    place.value = curlCommand(new URL('v1/verify', document.baseURI).href, request());
    byId('curl-part', HTMLElement).hidden = false;
    const copied = await toClipboard(place.value);
    if (!copied) place.select();
    byId('copied', HTMLElement).textContent = copied
      ? 'Copied. It reads the key from the variable API_KEY.'
      : 'Copy the marked text. It reads the key from the variable API_KEY.';
  });
}

/** The clipboard is closed to pages that come neither over TLS nor from this very machine. */
async function toClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
