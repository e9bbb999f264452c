import { expect, it } from 'vitest';
import { Normaliser } from '../../../scripts/record-bodies/normalise.ts';
import { canonicalSha256 } from '../../../src/answer/receipt.ts';

const KEY = 'cvs_0123456789abcdefghijABCDEFGHIJ0123456789';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

it('numbers what is made anew, in the order of its first appearance and in all texts alike', () => {
  const normaliser = new Normaliser('3.0.0');
  expect(normaliser.text(`{"id":"Pxyv9R6byf","key":"${KEY}"}`)).toBe('{"id":"<key 1>","key":"<token 1>"}');
  expect(normaliser.text('{"id":"aaaaaaaaaa","next":"MTc5NSBhYg"}')).toBe('{"id":"<key 2>","next":"<cursor 1>"}');
  expect(normaliser.text('customer:Pxyv9R6byf of sub_7EGsrta4DUvmzt')).toBe('customer:<key 1> of <subscription 1>');
});

it('replaces times near now by the hours from now, durations, ports and the version of the product', () => {
  const normalised = (text: string) => new Normaliser('3.0.0').text(text);
  expect(normalised(`${inHours(0)} ${inHours(168)} 2035-01-31T00:00:00Z`)).toBe(
    '<now> <now+168h> 2035-01-31T00:00:00Z',
  );
  expect(normalised('text;dur=8.2, "rows_per_second":null')).toBe('text;dur=<ms>, "rows_per_second":<rate>');
  expect(normalised('127.0.0.1:8080 "version":"3.0.0" "version":"0.2.0"')).toBe(
    '127.0.0.1:<port> "version":"<version>" "version":"0.2.0"',
  );
});

it('says of an answer whether the hash in its receipt is right', () => {
  const receipt = { request_sha256: 'a', version: '3.0.0' };
  const report_sha256 = canonicalSha256({ outcome: 'pass', receipt });
  const answer = (outcome: string) => JSON.stringify({ outcome, receipt: { report_sha256, ...receipt } });
  const normaliser = new Normaliser('3.0.0');
  expect(normaliser.text(answer('pass'))).toContain('"report_sha256":"<right>"');
  expect(normaliser.text(answer('fail'))).toContain('"report_sha256":"<wrong>"');
});
