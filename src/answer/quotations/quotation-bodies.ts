import { type Rest, withRests } from '../../yield-regularly.ts';
import type { AnswerInput, QuotationBody } from '../answer-body.ts';
import type { PreparedAnswer, PreparedSentence } from '../prepare-answer.ts';
import type { ReadSources } from '../read-sources.ts';
import { type QuotationIndex, quotationIndexSteps } from './quotation-index.ts';
import { lookUpQuotation } from './quotations.ts';

/** The quotations of each sentence, looked up in the sources; sentences without one are left out. */
export async function quotationBodies(
  { sources }: AnswerInput,
  prepared: PreparedAnswer,
  { read, rest }: { readonly read: ReadSources; readonly rest: Rest },
): Promise<ReadonlyMap<PreparedSentence, readonly QuotationBody[]>> {
  const quoting = prepared.sentences.filter(({ quotations }) => quotations.length > 0);
  const bodies = new Map<PreparedSentence, readonly QuotationBody[]>();
  if (quoting.length === 0) return bodies;
  const texts = sources.map(({ text }) => text);
  const index = await withRests(quotationIndexSteps(texts), rest);
  const numbers = new Map(sources.map(({ id }, number) => [id, number]));
  for (const sentence of quoting)
    bodies.set(sentence, await bodiesOf(sentence, { index, numbers, prepared, read, rest }));
  return bodies;
}

interface LookUp {
  readonly index: QuotationIndex;
  /** The number of each source by its id. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly prepared: PreparedAnswer;
  readonly read: ReadSources;
  readonly rest: Rest;
}

async function bodiesOf({ quotations }: PreparedSentence, given: LookUp): Promise<QuotationBody[]> {
  const { index, numbers, prepared, read, rest } = given;
  const bodies: QuotationBody[] = [];
  for (const { span, text, cited } of quotations) {
    const known = new Set(cited.flatMap((id) => numbers.get(id) ?? []));
    const asked = { text, cited: known.size > 0 ? known : undefined };
    const { status, places, differences } = await withRests(lookUpQuotation(index, asked), rest);
    const found = places.map((place) => read.sourcePlaceBody(place.source, place.span));
    bodies.push({ ...prepared.placeBody(span), status, places: found, differences });
  }
  return bodies;
}
