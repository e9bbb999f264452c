import { buttonOf, byId, el } from '../shared/dom.ts';

/** Makes a list of buttons, one for each example. */
export function showExamples<One extends { readonly title: string }>(
  list: string,
  examples: readonly One[],
  choose: (example: One, place: number) => void,
): void {
  const items = examples.map((one, place) =>
    el(
      'li',
      {},
      buttonOf(one.title, () => choose(one, place), { class: 'chip' }),
    ),
  );
  byId(list, HTMLElement).replaceChildren(...items);
}
