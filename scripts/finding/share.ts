/** How many of each set, and of all. */
export class Share {
  readonly #counts = new Map<string, { of: number; all: number }>();

  add(set: string, isOne: boolean): void {
    for (const name of [set, 'all']) {
      const count = this.#counts.get(name) ?? { of: 0, all: 0 };
      this.#counts.set(name, { of: count.of + Number(isOne), all: count.all + 1 });
    }
  }

  print(what: string): void {
    const shown = [...this.#counts].map(
      ([name, { of, all }]) => `${name} ${of}/${all} ${((100 * of) / all).toFixed(1)} %`,
    );
    console.log(`${what}: ${shown.join(', ')}`);
  }
}
