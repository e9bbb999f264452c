import type { VerifyRequest } from './contract.ts';
import { curlCommand } from './curl.ts';
import { byId } from './dom.ts';

/** Makes the button show the request as a command and copy it. */
export function offerCurl(request: () => VerifyRequest): void {
  const place = byId('curl', HTMLTextAreaElement);
  byId('copy-curl', HTMLButtonElement).addEventListener('click', async () => {
    place.value = curlCommand(new URL('v1/verify', document.baseURI).href, request());
    byId('curl-part', HTMLElement).hidden = false;
    const copied = await toClipboard(place.value);
    if (!copied) place.select();
    byId('copied', HTMLElement).textContent = copied
      ? 'Copied. The command reads your key from the environment variable API_KEY.'
      : 'Copy the selected text. The command reads your key from the environment variable API_KEY.';
  });
}

/** Browsers deny the clipboard to pages that are served neither over TLS nor from localhost. */
async function toClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
