import { oncePer } from '../rules/keyed.ts';

const NAME = "(?<name>(?:(?:Mr|Mrs|Ms|Dr)\\.? )?\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?)";
const GREETING = new RegExp(
  `^(?:Hi|Hello|Hey|Dear|Good (?:morning|afternoon|evening)),? ${NAME} ?(?:[,!:–—]|$)`,
  'gmu',
);
const FROM = new RegExp(`^From: ?${NAME}`, 'gmu');
const TO = new RegExp(`^To: ?${NAME}`, 'gmu');
const CLOSING = new RegExp(
  `^(?:Best|Best wishes|Best regards|Kind regards|Warm regards|Regards|Cheers|Thanks|Thanks again|Many thanks|Love|Yours|Yours sincerely|Sincerely|See you soon|All the best|Take care),?\\s${NAME}`,
  'gmu',
);
/** No names of somebody. */
const GENERAL =
  /^(?:All|Everyone|Everybody|Team|Folks|Both|Sirs?|Madam|Customers?|Guests?|Members?|Colleagues|Neighbou?rs|Parents|Residents|Tenants|Friends|Students|Subscribers?|Users?|Readers?|There)\b/;
/** A letter is no longer; the bound keeps the work small on any text. */
const LONGEST = 20_000;
/** Words of another speaker are left as they are. */
const QUOTED = /["“”«»]/;

/** Who wrote a letter, and who gets it. */
interface Parties {
  readonly writer: string | undefined;
  readonly reader: string | undefined;
}

/** The parties of a text that is one letter, as its head, greeting and closing name them. */
function partiesOf(text: string): Parties | undefined {
  if (text.length > LONGEST) return undefined;
  const [from, to, greeted, signed] = [FROM, TO, GREETING, CLOSING].map((pattern) =>
    [...text.matchAll(pattern)].map(({ groups }) => groups!.name!),
  ) as [string[], string[], string[], string[]];
  if ([from, to, greeted, signed].some(({ length }) => length > 1) || greeted.length === 0) return undefined;
  if (GENERAL.test(greeted[0]!)) return undefined;
  const longer = (one: string | undefined, other: string | undefined) =>
    (one?.length ?? 0) >= (other?.length ?? 0) ? one : other;
  return { writer: longer(from[0], signed[0]), reader: longer(to[0], greeted[0]) };
}

type Form = readonly [RegExp, string];

const forms = (name: string, list: readonly (readonly [string, string])[]): readonly Form[] =>
  list.map(([pattern, written]) => [
    new RegExp(`(?<![\\p{L}\\d'’])(?:${pattern})(?![\\p{L}\\d'’])`, 'gu'),
    `${name}${written}`,
  ]);

/** "I'm" and "my", as of someone who is named. */
const ofWriter = (name: string) =>
  forms(name, [
    ["I['’]m|I am", ' is'],
    ["I['’]ve|I have", ' has'],
    ["I['’]ll", ' will'],
    ["I['’]d", ' would'],
    ['[Mm]y|mine', "'s"],
    ['I|me|myself', ''],
  ]);
const ofReader = (name: string) =>
  forms(name, [
    ["[Yy]ou['’]re|[Yy]ou are", ' is'],
    ["[Yy]ou['’]ve|[Yy]ou have", ' has'],
    ["[Yy]ou['’]ll", ' will'],
    ["[Yy]ou['’]d", ' would'],
    ['[Yy]ou were', ' was'],
    ['[Yy]ours?', "'s"],
    ['[Yy]ou|yourself', ''],
  ]);

/**
 * The words of a letter with the names of its parties for "I" and "you", because the models take one for the other: "Tomas booked
 * four rooms" of "Hi Tomas, I booked four rooms. Best, Anna". Undefined for other texts.
 */
export const personsOf = oncePer(({ text }: { readonly text: string }): ((sentence: string) => string) | undefined => {
  const parties = partiesOf(text);
  if (parties === undefined) return undefined;
  const { writer, reader } = parties;
  const all = [...(writer === undefined ? [] : ofWriter(writer)), ...(reader === undefined ? [] : ofReader(reader))];
  return (sentence) =>
    QUOTED.test(sentence)
      ? sentence
      : all.reduce((read, [form, written]) => read.replace(form, () => written), sentence);
});
