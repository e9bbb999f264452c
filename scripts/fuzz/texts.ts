import fc from 'fast-check';
import { MAX_LENGTHS } from '../../src/index.ts';
import { area, type Target } from './area.ts';
import { assertVerdict } from './assert-answers.ts';
import { oddText } from './odd-texts.ts';
import { askVerdict } from './send-request.ts';

/** Some are over the limit by a character. */
const claim = oddText(MAX_LENGTHS.claim + 1);
const source = oddText(MAX_LENGTHS.grounding_source + 1);
const inputs = fc.record({
  claim,
  source,
  /** The claim is copied into the source, or the source is the claim. */
  copied: fc.constantFrom('no', 'no', 'before', 'after', 'alone'),
  twice: fc.boolean(),
});
const LONE_SURROGATE = /\p{Surrogate}/u;
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}]/u;

/** Claims and sources of odd and adversarial Unicode: a verdict with slices of both, the same when asked again. */
export const textsArea = area({
  name: 'texts',
  inputs,
  check: async ({ claim: one, source: other, copied, twice }, target) => {
    const joined = { no: other, before: `${one} ${other}`, after: `${other} ${one}`, alone: one }[copied];
    const first = await ask(target, one, joined);
    if (!twice || first.status !== 200) return;
    const again = await ask(target, one, joined);
    if (again.body !== first.body) throw new Error(`expected the same answer again, got ${again.body}`);
  },
});

async function ask(target: Target, one: string, other: string) {
  const answer = await askVerdict(target, one, other);
  const wanted = isText(one, MAX_LENGTHS.claim) && isText(other, MAX_LENGTHS.grounding_source) ? 200 : 400;
  // Overloaded it may always be.
  if (answer.status !== wanted && answer.status !== 503) {
    throw new Error(`expected status ${wanted}, got ${answer.status} with ${answer.body.slice(0, 300)}`);
  }
  if (answer.status === 200) assertVerdict(answer.body, one, other);
  return answer;
}

/** As the specification counts: code points, of which one can be seen. */
function isText(text: string, most: number): boolean {
  return !LONE_SURROGATE.test(text) && VISIBLE.test(text) && [...text].length <= most;
}
