import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { reasoningBlocks } from '../../src/answer/reasoning-blocks.ts';
import { anyText, pathological } from '../text/arbitrary-text.ts';

function blocksIn(text: string): string[] {
  return reasoningBlocks(text).map(({ start, end }) => text.slice(start, end));
}

describe('reasoning in an answer', () => {
  it.each([
    ['<think>It is 530.</think>\nIt is 350.', ['<think>It is 530.</think>']],
    ['<thinking>a</thinking> b', ['<thinking>a</thinking>']],
    ['<reasoning>a</reasoning> b', ['<reasoning>a</reasoning>']],
    ['<THINK>a</Think> b', ['<THINK>a</Think>']],
    ['<think time="3 s">a</think> b', ['<think time="3 s">a</think>']],
    ['<think>\n\n</think>\n\nb', ['<think>\n\n</think>']],
    ['<think>a</think> b <think>c</think> d', ['<think>a</think>', '<think>c</think>']],
    ['<think>a <think>b</think> c</think> d', ['<think>a <think>b</think> c</think>']],
    ['<think>a <reasoning>b</think> c</reasoning> d', ['<think>a <reasoning>b</think> c</reasoning>']],
    ['<think>```\ncode</think> b', ['<think>```\ncode</think>']],
    ['<thought>a</thought> b', ['<thought>a</thought>']],
    ['◁think▷a◁/think▷b', ['◁think▷a◁/think▷']],
    ['[THINK]a[/THINK]b', ['[THINK]a[/THINK]']],
    ['<reflection>a</reflection>b', ['<reflection>a</reflection>']],
    [
      '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b<|return|>',
      ['<|channel|>analysis<|message|>a<|end|>', '<|start|>assistant', '<|channel|>final', '<|message|>', '<|return|>'],
    ],
    ['<|channel|>analysis<|message|>a b', ['<|channel|>analysis', '<|message|>']],
    ['only <think>a</think>', ['<think>a</think>']],
  ])('of %j is what closed blocks hold: %j', (text, blocks) => {
    expect(blocksIn(text)).toEqual(blocks);
  });

  it.each([
    ['a</think>b', ['a</think>']],
    ['a\n</think>\nb</think>c', ['a\n</think>', '</think>']],
    ['<think>a</think> b</think> c', ['<think>a</think> b</think>']],
    ['<think>a</thinking>b', ['<think>a</thinking>']],
    ['</think>b', ['</think>']],
  ])('of %j is everything before the first lone closing tag: %j', (text, blocks) => {
    expect(blocksIn(text)).toEqual(blocks);
  });

  it.each([
    ['<think>a b', ['<think>']],
    ['a <think>b', ['<think>']],
    ['<think>a <think>b</think> c', ['<think>', '<think>b</think>']],
  ])('of %j that is not closed is its tag alone: %j', (text, blocks) => {
    expect(blocksIn(text)).toEqual(blocks);
  });

  it.each([
    '```xml\n<think>a</think>\n```\nb',
    '~~~\n</think>\n~~~',
    'The tag `</think>` closes it.',
    '<thinker>a</thinker>',
    'think> a < /think',
    '<think',
  ])('is no tag of code, and no other tag: %j', (text) => {
    expect(blocksIn(text)).toEqual([]);
  });

  const piece = fc.oneof(
    anyText,
    fc.constantFrom('<think>', '</think>', '</Reasoning>', '<reasoning>', '```', '\n', '`'),
  );
  property.prop([fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))])(
    'is in order, without overlaps',
    (text) => {
      let from = 0;
      for (const { start, end } of reasoningBlocks(text)) {
        expect(start).toBeGreaterThanOrEqual(from);
        expect(end).toBeGreaterThan(start);
        from = end;
      }
    },
  );

  it.each(
    [...pathological, '<think>'.repeat(2_000), '</think>'.repeat(2_000), '<think '.repeat(2_000)].map((text) => [
      text.slice(0, 8),
      text,
    ]),
  )('is looked for in 10,000 characters of %j', (_, text) => {
    expect(reasoningBlocks(text).length).toBeLessThanOrEqual(text.length);
  });
});
