import { test as property } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSurelyNotIn } from '../../src/text/index.ts';
import { FOREIGN_PAIRS } from '../end-to-end/foreign-pairs.ts';
import { anyText } from './arbitrary-text.ts';

/** One everyday sentence a language. */
const SENTENCES: Readonly<Record<string, string>> = {
  cs: 'Smlouvu lze prodloužit o další dva roky.',
  da: 'Bestyrelsen besluttede at hæve afgiften fra januar.',
  de: 'Der Vertrag kann um weitere zwei Jahre verlängert werden.',
  es: 'El contrato puede renovarse por dos años más si ambas partes quieren.',
  fi: 'Vuokralaisen on palautettava avaimet viimeisenä päivänä.',
  fr: 'Le contrat peut être renouvelé pour deux années supplémentaires.',
  hu: 'A bérlőnek az utolsó napon vissza kell adnia a kulcsokat.',
  it: 'Il contratto può essere rinnovato per altri due anni.',
  nl: 'De huurder moet de sleutels op de laatste dag inleveren.',
  pl: 'Umowa może zostać przedłużona o kolejne dwa lata.',
  pt: 'O contrato pode ser renovado por mais dois anos.',
  ro: 'Contractul poate fi prelungit cu încă doi ani.',
  tr: 'Sözleşme iki yıl daha uzatılabilir ve taraflar bunu kabul eder.',
  vi: 'Hợp đồng có thể được gia hạn thêm hai năm nữa.',
  ar: 'يمكن تجديد العقد لمدة عامين آخرين بموافقة الطرفين.',
  el: 'Η σύμβαση μπορεί να ανανεωθεί για δύο χρόνια.',
  fa: 'این قرارداد می‌تواند برای دو سال دیگر تمدید شود.',
  he: 'ניתן לחדש את החוזה לשנתיים נוספות בהסכמת הצדדים.',
  hi: 'अनुबंध को दो और वर्षों के लिए बढ़ाया जा सकता है।',
  hy: 'Պայմանագիրը կարող է երկարաձգվել ևս երկու տարով։',
  ja: '契約は双方の合意によりさらに二年間延長することができます。',
  ka: 'ხელშეკრულება შეიძლება გაგრძელდეს კიდევ ორი წლით.',
  ko: '계약은 양측의 합의에 따라 이 년 더 연장될 수 있습니다.',
  ru: 'Договор может быть продлён ещё на два года.',
  th: 'สัญญานี้สามารถต่ออายุได้อีกสองปีโดยความยินยอม',
  zh: '合同期满后双方可以协商再续签两年并书面通知对方负责人',
};

describe('isSurelyNotIn', () => {
  it.each(Object.entries(SENTENCES))(
    'distinguishes a sentence in %s from English, unless the list names it',
    (language, text) => {
      expect(isSurelyNotIn(text, ['en'])).toBe(true);
      expect(isSurelyNotIn(text, [language])).toBe(false);
      expect(isSurelyNotIn(text, ['en', language])).toBe(false);
    },
  );

  it('distinguishes English from other languages', () => {
    const english = 'The contract can be renewed for two more years if both parties agree.';
    expect(isSurelyNotIn(english, ['de', 'fr', 'es'])).toBe(true);
    expect(isSurelyNotIn(english, ['ru'])).toBe(true);
    expect(isSurelyNotIn(english, ['de', 'en'])).toBe(false);
  });

  it('does not distinguish closely related languages', () => {
    expect(isSurelyNotIn(SENTENCES.da as string, ['no'])).toBe(false);
    expect(isSurelyNotIn('Договір може бути продовжений ще на два роки.', ['ru'])).toBe(false);
  });

  it.each([
    ['no languages', []],
    ['a language that the detector does not know', ['en', 'sw']],
    ['a language that it knows in one of its two scripts only', ['sr']],
    ['no code of a language', ['']],
  ])('is never sure of %s', (_, languages) => {
    expect(isSurelyNotIn(SENTENCES.de as string, languages)).toBe(false);
    expect(isSurelyNotIn(SENTENCES.ru as string, languages)).toBe(false);
  });

  it('detects nothing under 20 letters', () => {
    expect(isSurelyNotIn('wir haben das nicht ge', ['en'])).toBe(false); // 18 letters
    expect(isSurelyNotIn('wir haben das nicht 123 4567 !!!!', ['en'])).toBe(false); // 16
    expect(isSurelyNotIn('wir haben das nicht gern', ['en'])).toBe(true); // 20
    expect(isSurelyNotIn('договор на два года', ['en'])).toBe(false); // 16
    expect(isSurelyNotIn('договор может на два года', ['en'])).toBe(true); // 21
  });

  it('reads composed and decomposed letters alike', () => {
    const text = 'Le chef d’œuvre a été vendu aux enchères hier soir.';
    expect(isSurelyNotIn(text.normalize('NFD'), ['en'])).toBe(true);
    expect(isSurelyNotIn(text.normalize('NFC'), ['en'])).toBe(true);
  });

  it('reads the first 1,000 characters only', () => {
    const english = 'The contract can be renewed. '.repeat(40);
    const german = `${SENTENCES.de} `.repeat(40);
    expect(isSurelyNotIn(english + german.repeat(20), ['en'])).toBe(false);
    expect(isSurelyNotIn(german + english.repeat(20), ['en'])).toBe(true);
  });
});

describe('isSurelyNotIn, foreign words in an English sentence or hardly a sentence', () => {
  it.each([
    ['a quoted French title', '"À la recherche du temps perdu" is a novel by Proust.'],
    ['quoted French songs', 'She sang “La vie en rose” and “Non, je ne regrette rien” at the Olympia.'],
    ['a quoted German title', 'The album "Ein bisschen Frieden und alles wird gut" sold well.'],
    ['a German title in other quotation marks', 'The album „Ein bisschen Frieden und alles wird gut“ sold well.'],
    ['a quoted German title before one word', '"Das Leben ist schön und alles wird gut" won.'],
    ['a German sentence in brackets', 'The motto (das ist alles nicht so schlimm) was dropped again.'],
    ['a quoted Spanish title', 'Gabriel García Márquez wrote "Cien años de soledad" in 1967.'],
    ['a Russian title', 'The Russian title is Преступление и наказание.'],
    ['a name in two scripts', 'Alexander II (Russian: Алекса́ндр II Никола́евич, tr.'],
    ['a name in Arabic', 'Casablanca (Arabic: الدار البيضاء) is the largest city of Morocco.'],
    ['a list of names', 'Norway: Jarstein, Hogli, Rogne, Demidov, Riise, Henriksen, Nordtveit, Abdellaoui.'],
    ['clubs', 'Real Madrid beat Borussia Mönchengladbach and Paris Saint-Germain.'],
    ['persons', 'Angela Merkel met Olaf Scholz and Annalena Baerbock.'],
    ['a long German word', 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz was a German law.'],
    ['chemical terms', 'Sodium dodecylbenzenesulfonate and polysorbate inhibit acetylcholinesterase.'],
    [
      'a list of ingredients',
      'Ingredients: aqua, sodium laureth sulfate, cocamidopropyl betaine, parfum, limonene, linalool',
    ],
    ['species', 'Escherichia coli and Staphylococcus aureus were isolated.'],
    ['legal Latin', 'Habeas corpus, mens rea, actus reus and ratio decidendi are legal terms.'],
    ['Italian food', 'spaghetti alla carbonara, risotto ai funghi, tiramisu, panna cotta'],
    ['terms of music', 'piano, forte, allegro, andante, adagio, crescendo, vivace'],
    ['a row of a table', 'Car, per kilometre | 0.35 euros | 0.35 euros'],
    ['a row of names', 'Ana Dobre | CSM Tarnova | HC Sabina | 185,000 euros'],
    ['a heading of a table', 'total | net | gross | vat | date | id | customer'],
    ['capitals throughout', 'THE BOARD APPROVED THE ANNUAL BUDGET ON TUESDAY EVENING.'],
    ['a variant of a gene', 'chr7:g.140453136A>T BRAF p.Val600Glu variant detected'],
    ['a query', 'SELECT name, sum(total) FROM orders GROUP BY name HAVING sum(total) > 100'],
    ['an address', '[2] http://keywen.com/en/GLOSSARY_OF_HEMATOLOGY'],
    ['a command', 'npm install --save-exact eld@2.1.0 --ignore-scripts'],
    ['a short sentence of common words', 'The bakery sells cookies.'],
    ['a short sentence', 'Mary was grief-stricken.'],
    ['a short sentence on a foreigner', 'Francisco Vasquez de Coronado was a 16th century conquistador.'],
    ['two words and a code', "2Pac's debut album, 2Pacalypse"],
    ['small words between names', '# Church of Santa Maria della Pietà in Prato'],
    ['no letters', '1234567890 1234567890 -- 42 %'],
    ['nothing', ''],
  ])('%s: %j', (_, text) => {
    expect(isSurelyNotIn(text, ['en'])).toBe(false);
  });

  it.each([
    'Der Film „The Lord of the Rings“ lief gestern im Kino und war schnell ausverkauft.',
    'Die Firma Northwind Trading Ltd. liefert ab sofort auch nach Österreich.',
    '„Wir haben das Angebot gestern angenommen“, sagte gestern auch Frau Meier.',
    '„Wir haben das Angebot gestern angenommen und unterschrieben.“',
    'Le groupe Acme Software a racheté son concurrent pour douze millions d’euros.',
  ])('is still sure of a foreign sentence with English names in it: %s', (text) => {
    expect(isSurelyNotIn(text, ['en'])).toBe(true);
  });
});

describe('isSurelyNotIn, the foreign pairs', () => {
  it('has twenty pairs a language, of each kind, no claim copied from its source', () => {
    const count = (language: string, kind: string) =>
      FOREIGN_PAIRS.filter((pair) => pair.language === language && pair.kind === kind).length;
    for (const language of ['de', 'fr', 'es']) {
      expect(['true', 'false', 'off_topic'].map((kind) => count(language, kind))).toEqual([7, 7, 6]);
    }
    expect(FOREIGN_PAIRS.filter(({ claim, source }) => source.includes(claim.slice(0, -1)))).toEqual([]);
    expect(new Set(FOREIGN_PAIRS.map(({ claim }) => claim)).size).toBe(60);
  });

  it('is sure that 57 of the 60 claims are not English, and never doubts that a claim is in its own language', () => {
    const missed = FOREIGN_PAIRS.filter(({ claim }) => !isSurelyNotIn(claim, ['en'])).map(({ claim }) => claim);
    expect(missed).toEqual([
      'Le château accueille une exposition de tapisseries.',
      'El inquilino paga el alquiler a principios de cada mes.',
      'Este champú contiene perfume y alcohol.',
    ]);
    expect(FOREIGN_PAIRS.filter(({ claim, language }) => isSurelyNotIn(claim, ['en', language]))).toEqual([]);
  });
});

describe('isSurelyNotIn, any text', () => {
  property.prop([fc.oneof(anyText, fc.string({ unit: 'binary', maxLength: 3_000 }))])(
    'gives the same answer twice and never throws',
    (text) => {
      expect(isSurelyNotIn(text, ['en'])).toBe(isSurelyNotIn(text, ['en']));
    },
  );

  it.each(['"', "'", '(', '[', '\u0301', '\ud800', 'ا', 'a,'])('reads 100,000 times %j', (piece) => {
    expect(isSurelyNotIn(piece.repeat(100_000), ['en'])).toBe(piece === 'ا');
  });
});
