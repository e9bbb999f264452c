import type { Span } from '../text/index.ts';

/** A line that opens or closes a code fence, or a tag of reasoning. */
const FENCE_OR_TAG =
  /^[ \t]{0,20}(?<fence>```|~~~)|[<◁[](?<closing>\/?)(?<name>think|thinking|reasoning|thought|reflection|scratchpad)(?:\s[^<>[\]]{0,200})?[>▷\]]/gim;
/** Marks of the messages and channels that chat templates write: "<|channel|>analysis<|message|>". */
const TEMPLATE_MARK =
  /<\|(?:start\|>(?:assistant)?|im_start\|>(?:assistant)?|channel\|>(?<channel>analysis|commentary|final)?|(?<ends>end|call|return|im_end|eot_id|endoftext)\|>|message\|>)/g;

/**
 * The stretches of an answer in which its model reasons, in order: blocks between an opening and a closing tag, and
 * everything before the first closing tag that has no opening one, as prompts may end with it. A tag without its
 * counterpart is its own stretch, so that the text after it is checked. Tags in code are text. Linear.
 */
export function reasoningBlocks(text: string): Span[] {
  const found: Span[] = [];
  const openTags = new Map<string, Span[]>();
  let opened = 0;
  let fence: string | undefined;
  let hasLoneEnd = false;
  for (const { 0: tag, index: start, groups } of text.matchAll(FENCE_OR_TAG)) {
    const end = start + tag.length;
    const { fence: marks, closing, name } = groups!;
    if (marks !== undefined) {
      // Drafted reasoning may leave a fence open.
      if (opened === 0 && (fence === undefined || fence === marks)) fence = fence === undefined ? marks : undefined;
      continue;
    }
    if (fence !== undefined || text[start - 1] === '`' || text[end] === '`') continue;
    const open = openTags.get(name!.toLowerCase()) ?? [];
    openTags.set(name!.toLowerCase(), open);
    if (closing === '') {
      open.push({ start, end });
      opened += 1;
    } else if (open.length > 0) {
      found.push({ start: open.pop()!.start, end });
      opened -= 1;
    } else {
      found.push({ start: hasLoneEnd ? start : 0, end });
      hasLoneEnd = true;
    }
  }
  return merged([...found, ...[...openTags.values()].flat(), ...channels(text)]);
}

/** The marks of chat templates, and closed channels of reasoning whole. */
function channels(text: string): Span[] {
  const found: Span[] = [];
  let open: Span | undefined;
  for (const { 0: mark, index: start, groups } of text.matchAll(TEMPLATE_MARK)) {
    const end = start + mark.length;
    if (groups!.ends !== undefined && open !== undefined) {
      found.push({ start: open.start, end });
      open = undefined;
    } else if (groups!.channel === 'analysis' || groups!.channel === 'commentary') open ??= { start, end };
    found.push({ start, end });
  }
  return found;
}

/** In order, and those that overlap as one. */
function merged(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = apart.at(-1);
    if (last === undefined || span.start >= last.end) apart.push(span);
    else apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return apart;
}
