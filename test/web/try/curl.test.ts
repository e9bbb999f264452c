import { execFileSync } from 'node:child_process';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { curlCommand } from '../../../src/web/try/curl.ts';

/** The arguments that a shell hands to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for part; do printf '%s\\0' "$part"; done; }\n${command}`;
  const env = { CLAIM_VERIFIER_API_KEY: 'the key' };
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '`', '!', '\n') }),
);

test.prop([text, text], { numRuns: 40, examples: [["it's", '$(rm x) `y` \\ "z"']] })(
  'quotes any text so that a shell passes it to curl unchanged, with the key from a variable',
  (claim, grounding_source) => {
    const given = argumentsOf(curlCommand("http://h/it's/v1/verify", { claim, grounding_source }));
    expect(given.slice(0, -1)).toEqual([
      '-sS',
      "http://h/it's/v1/verify",
      '-H',
      'Authorization: Bearer the key',
      '-H',
      'Content-Type: application/json',
      '--data-raw',
    ]);
    expect(JSON.parse(given.at(-1)!)).toEqual({ claim, grounding_source });
  },
);
