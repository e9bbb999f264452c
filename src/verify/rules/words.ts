/** Builds a set from one space-separated string: word lists stay readable that way. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Words that carry no subject matter of their own; the hedges and cues have rules of their own. */
export const STOP_WORDS = words(`
  a an the this that these those some any each every all both such own same other another its his her their our your my
  he she it they we you i him them us me who whom whose which what where when why how there here
  is are was were be been being am do does did done doing has have had having will would shall should can could may might must
  and or but nor so yet if then than as of in on at by for with from to into onto upon about over under above below between
  among through during before after since until till against within without across along around behind beyond near off out
  up down per via also too very just only even still already again ever never not no none nt 's s t d ll re ve
  more less most least fewer many much few several one ones while because although though however therefore
  according including include includes included whether either neither like unlike
`);

export const MONTHS = new Map(
  `january february march april may june july august september october november december`
    .split(' ')
    .flatMap((name, index) => [[name, index + 1] as const, [name.slice(0, 3), index + 1] as const])
    .concat([['sept', 9]]),
);

export const ORDINALS = new Map(
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
  sixteenth seventeenth eighteenth nineteenth twentieth`
    .split(/\s+/)
    .map((word, index) => [word, index + 1] as const),
);
