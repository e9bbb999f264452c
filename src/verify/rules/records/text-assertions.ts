import { range } from '../../../text/index.ts';
import { LIGHT } from '../lexicon/record-words.ts';
import type { Asserting, Assertion } from './assertion.ts';
import type { NamedField } from './named-fields.ts';
import type { IndexedField } from './record-index.ts';
import { denierNextTo, distance, isContent, type Mention, type Statement, spanOf } from './statement.ts';

/** Words between the name of a value and what a statement says that it is. */
const NEAR = 4;

/**
 * The texts of the record that a statement has: of these values, or of others in their place: "assigned to Luis Ortega" where
 * he is the reporter, "web-02 is running" where web-01 is.
 */
export function textAssertions({ statement, fields, named, taken }: Asserting): Assertion[] {
  const mentions = statement.mentions.filter(({ from }) => !taken.has(from));
  const own = mentions.map((mention) => {
    const mentioned = new Set(mention.fields);
    return fields.filter((field) => mentioned.has(field));
  });
  const said = new Set(statement.mentions.flatMap((mention) => mention.fields));
  return mentions.flatMap((mention, i): Assertion[] => {
    const { from, to } = mention;
    const covers = range(from, to);
    const best = own[i]!.find((field) => named.some((one) => one.field === field)) ?? own[i]![0];
    const ofName = named.find(({ field }) => field === best);
    const next = denierNextTo(statement, from, { leftOut: taken, ofName: ofName?.at ?? [] });
    // "Nobody has the Code of Conduct checked out", "has not paid invoice 4471" deny something else.
    const isNot = next !== undefined && DIRECT.test(statement.words[next]!.text) && !(best && isRecord(best));
    const denier = isNot ? next : undefined;
    if (best === undefined) {
      const siblings = new Set(mention.fields.flatMap(placeOf));
      const same = fields.find((field) => placeOf(field).some((place) => siblings.has(place)));
      return same === undefined ? [] : [{ field: same, stance: isNot ? 'for' : 'against', covers, denier }];
    }
    const other = ofName === undefined ? inPlaceOf({ mention, said, named, statement }) : undefined;
    if (other !== undefined)
      return [{ field: other.field, stance: isNot ? 'open' : 'against', covers: [...covers, ...other.at] }];
    const isUnnamed = ofName === undefined;
    const all = [...covers, ...(ofName?.at ?? [])];
    const stance = isNot ? 'against' : 'for';
    return [{ field: best, stance, covers: all, denier, isUnnamed }];
  });
}

/** These may deny what something is: "no" and "nobody" count. */
const DIRECT = /^(?:not|never|neither|nor|non|.*n't)$/;

/** The text that names the whole record: no statement about it denies that. */
function isRecord({ field, object }: IndexedField): boolean {
  return field.isIdentity && object.parent === undefined;
}

/** The place of a text in any object of the same name: of several with one place, only one is that of this object. */
function placeOf({ field, object }: IndexedField): readonly string[] {
  return field.kind !== 'text' || field.isIdentity ? [] : [`${object.name}\n${field.name}`];
}

const PROPER_NAME = /^\p{Lu}[\p{L}'.-]*(?: \p{Lu}[\p{L}'.-]*)*$/u;
const CODE = /^(?=.*\d)[\p{L}\d._/-]+$/u;

/** The named value that a statement gives the text of another one: both are names, or codes. */
function inPlaceOf(given: {
  readonly mention: Mention;
  readonly said: ReadonlySet<IndexedField>;
  readonly named: readonly NamedField[];
  readonly statement: Statement;
}): NamedField | undefined {
  const { mention, said, named, statement } = given;
  const { start, end } = spanOf(statement, mention.from, mention.to);
  const written = statement.reading.text.slice(start, end);
  return named.find(({ field, at }) => {
    const isAlike = [PROPER_NAME, CODE].some((shape) => shape.test(written) && shape.test(field.field.value));
    const isNear = at.some(
      (place) => distance(statement, place, mention.from) <= NEAR && isNextTo(statement, mention, place),
    );
    return field.field.kind === 'text' && isAlike && isNear && !said.has(field);
  });
}

/** "Rui leads the project" gives the project no other name: a verb is between them. */
function isNextTo({ keys }: Statement, { from, to }: Mention, place: number): boolean {
  const between = place < from ? range(place + 1, from) : range(to, place);
  return between.every((at) => !isContent(keys[at]!) || LIGHT.has(keys[at]!));
}
