import { stem } from './rules/stem.ts';

const WORDS = `a about above after again against all also am an and any are as at be because been before being below
between both but by can could did do does doing down during each either few for from further get gets got had has have
having he her here hers him his how however i if in into is it its itself just like many may me might more most much
must my neither no nor not now of off often on once one only onto or other our ours out over own per rather s same
shall she should since so some such t than that the their theirs them then there these they this those though through
thus to too toward towards under until up upon us very was we were what when where whether which while who whom whose
why will with within without would yet you your yours`;

/** Stems of words that carry grammar rather than content. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).map(stem));
