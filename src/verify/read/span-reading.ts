import { stepsOncePer } from '../rules/once-per.ts';
import { surfaceSteps } from '../rules/reading.ts';
import type { ClaimSpan } from './read-claim.ts';

/** A claim span as the rules read it: read once, however many texts it is compared with. */
export const spanReading = stepsOncePer(({ text }: ClaimSpan) => surfaceSteps(text));
