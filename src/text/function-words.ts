/**
 * Words that carry grammar and not subject matter: any English sentence may hold them. They weigh little where words
 * in common are counted, say nothing of what a number stands for, and begin no name. Whole words, compared as they are
 * written: "own" is one and "owns" is none. Words that turn a statement round ("not", "without") are among them; the
 * rules that look for those have lists of their own.
 */
const WORDS = `
a an the this that these those some any each every all both such own same other another one ones several few fewer
fewest many much more most less least
he she it they we you i him them us me his her its their our your my hers theirs ours yours
himself herself itself themselves ourselves yourself myself who whom whose which what where when why how there here
am is are was were be been being do does did done doing has have had having will would shall should can could may might
must cannot get gets got
and or but nor so yet if then than as while because although though however therefore thus whether either neither since
until till unless
of in on at by for from with to into onto upon about over under above below between among through during before after
against within without across along around behind beyond near off out up down per via toward towards according
also too very just rather quite only even still already again ever never not no none now once often further like unlike
s t d ll re ve nt 's`;

const FUNCTION_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Whether a word, in lower case, carries grammar only. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}
