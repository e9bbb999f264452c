/** Whether it was copied: browsers deny the clipboard to pages that are served neither over TLS nor from localhost. */
export async function toClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
