/** Files that are named in a list; those beyond it are counted. */
export const MAX_NAMED = 1_000;

/** The first files of a kind and the number of all: a folder may have any number of files that are not read. */
export class FirstFiles<One> {
  readonly named: One[] = [];
  count = 0;

  add(one: One): void {
    this.count += 1;
    if (this.named.length < MAX_NAMED) this.named.push(one);
  }
}
