const NAMED =
  '(?:dokument(?:en?|s)?|quellen?|text(?:en?|s)?|unterlagen|kontext(?:es)?|auszug|auszügen?|passagen?|artikeln?|suchergebnis(?:sen?)?)';
const THE_SOURCES = `(?:(?:d(?:as|ie|er|en|em)|diese[mnrs]?|ihre[mnr]?|alle[nr]?) )?(?:(?:bereitgestellt|angegeben|vorliegend|vorhanden|genannt|verfügbar|gegeben|beigefügt|gefunden)e[mnrs]? ){0,2}${NAMED}`;
const ABOUT_IT = '(?:(?:dazu|hierzu|darüber|hierüber|diesbezüglich|leider|jedoch|allerdings|aber) ){0,3}';
const NOTHING =
  '(?:keine(?:rlei)? (?:(?:konkret|genau|näher|weiter|ausreichend|relevant|direkt|explizit)e[nr]? ){0,2}(?:angaben?|informationen?|hinweise?|daten|auskunft|aussagen?|details|einzelheiten|antwort(?:en)?)|nichts)';
const SAY =
  '(?:enthält|enthalten|liefert|liefern|gibt|geben|bietet|bieten|macht|machen|nennt|nennen|hat|haben|erwähnt|erwähnen|sagt|sagen)';
const SAID = '(?:angegeben|erwähnt|genannt|enthalten|beschrieben|aufgeführt)';

/** Phrases that say what the sources do not have, in lower case, up to the words of it. */
const OPENINGS = [
  `${THE_SOURCES} ${SAY} ${ABOUT_IT}${NOTHING}`,
  `${ABOUT_IT}${SAY} ${THE_SOURCES} ${ABOUT_IT}${NOTHING}`,
  `${ABOUT_IT}(?:in|im|aus) ${THE_SOURCES} (?:findet sich|finden sich|steht|stehen|gibt es|ist|sind|geht|wird|werden) ${ABOUT_IT}(?:${NOTHING}|nicht (?:hervor|zu entnehmen|${SAID}))`,
  `${ABOUT_IT}(?:findet sich|finden sich|steht|stehen|gibt es|geht) (?:in|im|aus) ${THE_SOURCES} ${ABOUT_IT}(?:${NOTHING}|nicht hervor)`,
  `${THE_SOURCES} (?:enthält|enthalten|nennt|nennen|erwähnt|erwähnen) ${ABOUT_IT}keine?[mnrs]?(?= )`,
];
const OPENING = new RegExp(`^(?:${OPENINGS.join('|')})(?![\\p{L}\\p{N}])`, 'u');
/** "Der Preis wird in den Quellen nicht genannt" */
const CLOSING = new RegExp(` (?:ist|sind|wird|werden) (?:in|im|aus) ${THE_SOURCES} nicht (?:${SAID}|zu entnehmen)$`);
/** "wann das Werk gebaut wurde", after a comma. */
const CLAUSE = /^(?:wann|wo|wer|was|ob|warum|weshalb|wie(?: viele?)?|welche[mnrs]?) /;
/** With these another statement may begin; German verbs are not distinguished from other words. */
const JOINED = / (?:und|oder|aber|weil|da|obwohl|sondern|denn|während|sodass|doch) /;
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  'zu zum zur über für an der die das den dem des ein eine einen einem einer eines bezüglich hinsichtlich darüber dazu davon von vom im in am auf mit wann wie viele viel wo wer was ob warum weshalb wurde wurden wird werden ist sind war hat haben welche welcher welches welchen'.split(
    ' ',
  ),
);

/** The words of what a German phrase in lower case says is missing; '' where it names nothing, undefined where it says anything else. */
export function missingInGerman(
  phrase: string,
  { isBehindOne }: { readonly isBehindOne: boolean },
): string | undefined {
  const said = phrase.replace(/^(?:(?:leider|allerdings|jedoch|aber|und) ){1,3}/, '');
  const clause = isBehindOne ? CLAUSE.exec(said)?.[0] : undefined;
  const opening = clause ?? OPENING.exec(said)?.[0];
  const closing = CLOSING.exec(said);
  if (opening === undefined && closing === null) return undefined;
  const words = opening === undefined ? said.slice(0, closing!.index) : said.slice(opening.length);
  if (JOINED.test(words)) return undefined;
  return words
    .split(' ')
    .filter((word) => !FUNCTION_WORDS.has(word))
    .join(' ');
}
