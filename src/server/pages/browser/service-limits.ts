/** What an answer and its sources may hold. Lengths are Unicode code points. */
export interface AnswerLimits {
  readonly answer_characters: number;
  readonly sources: number;
  readonly sources_characters: number;
}

export const DEFAULT_LIMITS: AnswerLimits = { answer_characters: 10_000, sources: 200, sources_characters: 100_000 };

/** The limits of this service. Resolves with the default ones when it does not tell. */
export async function answerLimits(): Promise<AnswerLimits> {
  try {
    const response = await fetch(new URL('info', document.baseURI), { credentials: 'omit', redirect: 'error' });
    const { limits } = (await response.json()) as { limits: Partial<AnswerLimits> };
    return { ...DEFAULT_LIMITS, ...limits };
  } catch {
    return DEFAULT_LIMITS;
  }
}
