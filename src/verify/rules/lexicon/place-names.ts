import { byFirstWord, words } from './phrases.ts';

/** One place a line, in lower case without accents: its names in English, in the language of the place, and before a renaming. */
const SAME = `
us usa
kyiv kiev
kharkiv kharkov
lviv lvov
odesa odessa
mumbai bombay
kolkata calcutta
chennai madras
bengaluru bangalore
pune poona
beijing peking
yangon rangoon
myanmar burma
eswatini swaziland
turkey turkiye
germany deutschland
austria osterreich
switzerland schweiz suisse
netherlands nederland
spain espana
italy italia
bavaria bayern
saxony sachsen
cologne koln koeln
munich munchen muenchen
nuremberg nurnberg nuernberg
hanover hannover
vienna wien
geneva geneve genf
basel basle
bern berne
lucerne luzern
brussels bruxelles brussel
antwerp antwerpen
ghent gent
bruges brugge
hague haag
gothenburg goteborg
copenhagen københavn kobenhavn
prague praha
warsaw warszawa
krakow cracow
bucharest bucuresti
belgrade beograd
moscow moskva
florence firenze
milan milano
turin torino
venice venezia
naples napoli
rome roma
lisbon lisboa
seville sevilla
lyon lyons
marseille marseilles`;

const CANONICAL = byFirstWord(SAME);

/** The one name by which a place of several is compared: "kyiv" for "kiev"; undefined for any other word. */
export function placeOfName(word: string): string | undefined {
  return CANONICAL.get(word);
}

const CONTINENTS = words('africa america asia europe oceania antarctica scandinavia');
const COUNTRIES = new Set([
  ...words(`afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain
    bangladesh barbados belarus belgium belize benin bhutan bolivia botswana brazil britain brunei bulgaria burundi cambodia
    cameroon canada chad chile china colombia croatia cuba cyprus czechia denmark djibouti ecuador egypt england eritrea
    estonia eswatini ethiopia fiji finland france gabon gambia germany ghana greece greenland guatemala guinea guyana haiti
    honduras hungary iceland india indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan kenya kosovo kuwait
    kyrgyzstan laos latvia lebanon lesotho liberia libya liechtenstein lithuania madagascar malawi malaysia mali malta
    mauritania mauritius mexico moldova mongolia montenegro morocco mozambique myanmar namibia nepal netherlands nicaragua
    niger nigeria norway oman pakistan panama paraguay peru philippines poland portugal qatar romania russia rwanda scotland
    senegal serbia singapore slovakia slovenia somalia spain sudan sweden switzerland syria taiwan tajikistan tanzania
    thailand togo tunisia turkey turkmenistan uganda ukraine uruguay us uzbekistan venezuela vietnam wales yemen zambia zimbabwe`),
  ...['united states', 'united kingdom', 'south africa', 'south korea', 'north korea', 'new zealand', 'saudi arabia'],
  ...['sri lanka', 'czech republic', 'costa rica', 'el salvador', 'ivory coast', 'great britain'],
]);

/** Ranks of places that hold others: a country is in a continent, and a town or a region may be in a country. */
function rankOf(parts: readonly string[]): number {
  const name = parts.join(' ');
  return CONTINENTS.has(name) ? 2 : COUNTRIES.has(name) ? 1 : 0;
}

/** True if a place, by the parts of its name, is a country or continent in which another one may be. */
export function mayHold(place: readonly string[], other: readonly string[]): boolean {
  return rankOf(place) > rankOf(other);
}
