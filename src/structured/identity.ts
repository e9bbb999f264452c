import { type Collection, isCollection, isEmpty, type Member, type Scalar } from './value.ts';
import { dateInWords, wordsOfName } from './words.ts';

/** Names that say which one an object is, the first that it has. */
const IDENTIFYING = [
  ...['name', 'full name', 'display name', 'title', 'username', 'user name', 'login', 'label'],
  ...['id', 'key', 'code', 'number', 'sku', 'symbol', 'slug', 'email', 'city', 'country', 'date', 'day'],
];
/** Names of what an object is like: they do not say which one it is, even where they differ. */
const OF_STATE = /(?:status|state|phase|result|outcome|response|type|kind|level|role|severity|priority|mode|message)$/i;
/** A longer one is a text. */
const MAX_IDENTITY = 60;

export function identityOf({ members }: Collection): Member<Scalar> | undefined {
  const byName = new Map<string, Member<Scalar>>();
  for (const member of members) if (mayIdentify(member)) byName.set(wordsOfName(member.name).toLowerCase(), member);
  const first = IDENTIFYING.find((name) => byName.has(name));
  return byName.get(first ?? [...byName.keys()].find((name) => / (?:id|name|number|code)$/.test(name)) ?? '');
}

function mayIdentify(member: Member): member is Member<Scalar> {
  const { value } = member;
  if (isCollection(value) || isEmpty(value) || value.written.length > MAX_IDENTITY) return false;
  return value.kind === 'string' || value.kind === 'number';
}

/** The name of the member by which the items of an array differ; undefined where no short string or number distinguishes them. */
export function identifyingName(items: readonly Collection[]): string | undefined {
  const [first] = items;
  if (first === undefined) return undefined;
  const isDistinct = (name: string) => {
    const values = items.map(({ members }) => members.find((member) => member.name === name));
    if (values.some((member) => member === undefined || !mayIdentify(member))) return false;
    return new Set(values.map((member) => (member!.value as Scalar).written)).size === items.length;
  };
  const known = identityOf(first)?.name;
  if (known !== undefined && isDistinct(known)) return known;
  const text = first.members.find(
    ({ name, value }) =>
      value.kind === 'string' && !OF_STATE.test(name) && dateInWords(value.written) === undefined && isDistinct(name),
  );
  const [leading] = first.members;
  const isCode = leading?.value.kind === 'number' && /^\d+$/.test(leading.value.written) && isDistinct(leading.name);
  return isCode ? leading.name : text?.name;
}
