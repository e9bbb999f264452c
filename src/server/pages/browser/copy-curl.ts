import { curlCommand } from './curl.ts';
import { byId } from './dom.ts';

interface CurlPart {
  /** What the ids of the part's elements begin with. */
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
      ? 'Copied. The command reads your key from the environment variable API_KEY.'
      : 'Copy the selected text. The command reads your key from the environment variable API_KEY.';
  });
}

/** Whether it was copied: browsers deny the clipboard to pages that are served neither over TLS nor from localhost. */
export async function toClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
