import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkSignature } from '../../../src/access/billing/events.ts';
import { signBody } from '../../support/sign-body.ts';

const SECRET = 'a shared secret of the bridge';
const NOW = 1_900_000_000_000;
const BODY = Buffer.from('{"id":"evt_1"}');

function check(signature: string | undefined, body = BODY): void {
  checkSignature(SECRET, { signature, body }, NOW);
}

describe('checkSignature', () => {
  it('accepts a body signed with the secret now', () => {
    const hex = createHmac('sha256', SECRET).update('1900000000.{"id":"evt_1"}').digest('hex');
    expect(signBody(SECRET, BODY, NOW / 1000)).toBe(`t=1900000000,v1=${hex}`);
    expect(() => check(`t=1900000000,v1=${hex}`)).not.toThrow();
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['without a time', `v1=${'0'.repeat(64)}`],
    ['of another length', 't=1900000000,v1=00'],
    ['followed by another', `${signBody(SECRET, BODY, NOW / 1000)},v1=${'0'.repeat(64)}`],
    ['of another secret', signBody('another secret', BODY, NOW / 1000)],
    ['of another body', signBody(SECRET, Buffer.from('{"id":"evt_2"}'), NOW / 1000)],
    ['of another time', signBody(SECRET, BODY, NOW / 1000).replace('t=1900000000', 't=1900000001')],
    ['older than five minutes', signBody(SECRET, BODY, NOW / 1000 - 301)],
    ['newer than five minutes', signBody(SECRET, BODY, NOW / 1000 + 301)],
  ])('refuses a signature that is %s', (_, signature) => {
    expect(() => check(signature)).toThrow(
      expect.objectContaining({ code: 'unauthorized', details: { header_present: signature !== undefined } }),
    );
  });

  it('signs bytes, not text', () => {
    const body = Buffer.from([0xff, 0xfe]);
    expect(() => check(signBody(SECRET, body, NOW / 1000), body)).not.toThrow();
    expect(() => check(signBody(SECRET, body, NOW / 1000), Buffer.from([0xff, 0xfd]))).toThrow();
  });
});
