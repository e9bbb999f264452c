import { byId, toClipboard } from '../shared/dom.ts';

interface CurlPart {
  /** Prefix of the ids of the part's elements. */
  readonly prefix: string;
  /** Relative to the page. */
  readonly path: string;
  readonly request: () => object;
}

/** Makes the button show the request of a form as a command and copy it. */
export function offerCurl({ prefix, path, request }: CurlPart): void {
  const place = byId(`${prefix}curl`, HTMLTextAreaElement);
  byId(`${prefix}copy-curl`, HTMLButtonElement).addEventListener('click', async () => {
    place.value = curlCommand(new URL(path, document.baseURI).href, request());
    byId(`${prefix}curl-part`, HTMLElement).hidden = false;
    const copied = await toClipboard(place.value);
    if (!copied) place.select();
    byId(`${prefix}copied`, HTMLElement).textContent = copied
      ? 'Copied. The command reads your key from the environment variable CLAIM_VERIFIER_API_KEY.'
      : 'Copy the selected text. The command reads your key from the environment variable CLAIM_VERIFIER_API_KEY.';
  });
}

/** A command for any POSIX shell. It reads the key from the environment variable CLAIM_VERIFIER_API_KEY and does not contain it. */
export function curlCommand(address: string, request: object): string {
  return [
    `curl -sS ${quote(address)}`,
    '-H "Authorization: Bearer $CLAIM_VERIFIER_API_KEY"',
    "-H 'Content-Type: application/json'",
    `--data-raw ${quote(JSON.stringify(request))}`,
  ].join(' \\\n  ');
}

/** Single quotes keep everything as it is but themselves. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
