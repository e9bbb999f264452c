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
