import type { CrossEncoder } from '../../nli/types.ts';
import type { Pause } from '../../pause.ts';
import { normaliseForModel } from '../../text/index.ts';
import { replacementsFor, rewritableIn, SHORT_NUMBER } from './notations.ts';
import { type ClaimSpan, modelsOf, type ReadClaim, spanReading } from './read-claim.ts';
import { contextOf, NOTATION_TOKENS, type SourceSet } from './read-source.ts';

/**
 * The claim as the models read it against sources: an amount, a day or a share that a source writes in another notation is
 * written as there, "9 p.m." for "21:00", because the models contradict what only looks different (`notations.ts`). Its own
 * words stay for all else.
 */
export async function inNotationOf(
  claim: ReadClaim,
  sources: SourceSet,
  { encoder, pause }: { readonly encoder: CrossEncoder; readonly pause: Pause },
): Promise<ReadClaim> {
  const parts: ClaimSpan[] = [];
  for (const part of claim.parts) {
    const normalised = part.asserts ? await rewritten(part, sources, pause) : part.normalised;
    await pause();
    const isLonger = modelsOf(encoder).some((model) => {
      const tokensOf = (words: string) => model.tokenize(words).ids.length;
      return normalised !== part.normalised && tokensOf(normalised) > tokensOf(part.normalised) + NOTATION_TOKENS;
    });
    parts.push(normalised === part.normalised || isLonger ? part : { ...part, normalised });
  }
  const place = new Map(claim.parts.map((part, i) => [part, i]));
  return { ...claim, parts, spans: claim.spans.map((span) => parts[place.get(span)!]!) };
}

/** The words of a part as the models read them, in the notation of the sources. */
async function rewritten(part: ClaimSpan, { sources, readings }: SourceSet, pause: Pause): Promise<string> {
  const hasShortNumber = sources.some(({ text }) => SHORT_NUMBER.test(text));
  const rewritable = rewritableIn(spanReading(part), hasShortNumber);
  const inContext = (words: string) => (sources.length === 1 ? contextOf(sources[0]!)(words) : words);
  if (rewritable === undefined) return inContext(part.normalised);
  const isHeld = (words: string) => sources.some(({ text }) => placeOf(words, text, 0) >= 0);
  const replacements = replacementsFor(rewritable, await readings.whole(pause), isHeld);
  let words = part.normalised;
  let from = 0;
  for (const { own, written } of replacements) {
    const [before, after] = [normaliseForModel(own), normaliseForModel(written)];
    const at = placeOf(before, words, from);
    if (at < 0) continue;
    words = words.slice(0, at) + after + words.slice(at + before.length);
    from = at + after.length;
  }
  return inContext(words);
}

/** The first place of words in a text from an offset on that is no part of longer ones: "5 kg" in "15 kg"; -1 for none. */
function placeOf(words: string, text: string, from: number): number {
  const isPart = (edge: string, beside: string) => /[\p{L}\p{N}]/u.test(edge) && /[\p{L}\p{N}]/u.test(beside);
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const isInNumber = /[\d.,]/.test(text.charAt(at - 1)) && /^\d/.test(words);
    if (!isInNumber && !isPart(words.charAt(0), text.charAt(at - 1)) && !isPart(words.at(-1) ?? '', text.charAt(end)))
      return at;
  }
  return -1;
}
