import { describe, expect, it } from 'vitest';
import { relationAs } from '../../../src/verify/read/relations.ts';
import { surfaceReading } from '../../../src/verify/rules/index.ts';

const read = (claim: string, source: string) => relationAs(surfaceReading(claim), surfaceReading(source))?.written;

describe('a relation as the source words it', () => {
  it.each([
    ['Hull lost to Leeds.', 'Leeds beat Hull 3-1.', 'Leeds beat Hull'],
    ['Ruiz beat Novak.', 'Novak lost to Ruiz in three sets.', 'Novak lost to Ruiz'],
    ['Novak lost to Ruiz.', 'Novak was beaten in the final by Ruiz.', 'Novak was beaten by Ruiz'],
    ['Halden employs Ines.', 'Ines works for Halden as an electrician.', 'Ines works for Halden'],
    ['Ines works for Halden.', 'Ines is employed by Halden.', 'Ines is employed by Halden'],
    ['The red van belongs to Tom.', 'Tom owns the red van and a bike.', 'Tom owns the red van'],
    ["Petra is Dana's boss.", 'Dana reports to Petra Sommer.', 'Dana reports to Petra'],
    ["Karl is Ute's father.", "Ute is Karl's daughter.", 'Ute is the daughter of a man, Karl'],
    ["Otto is Ida's grandson.", 'Ida is the grandmother of Otto and Lea.', 'Ida is the grandmother of a man, Otto'],
    ["Jonas is Mia's younger brother.", "Mia is Jonas's older sister.", 'Mia is the older sister of a man, Jonas'],
    ["Tim is Ana's brother.", "Ana is Tim's sister.", 'Ana is the sister of a man, Tim'],
    ['Nora is younger than Finn.', "Finn is Nora's older brother.", 'Finn is the older brother of Nora'],
    ["Finn is Nora's older brother.", 'Nora is younger than Finn.', 'Nora is younger than Finn'],
    ["Ana's neighbor is Bea.", "Ana is Bea's neighbor.", 'Ana is the neighbor of Bea'],
  ])('%s of %s', (claim, source, written) => expect(read(claim, source)).toBe(written));

  it.each([
    ["Karl is Ute's father.", "Ute is Karl's niece."],
    ["Karl is Ute's father.", "Ute isn't Karl's daughter."],
    ["Karl is Ute's father.", "Is Ute Karl's daughter?"],
    ["Karl is Ute's father.", "Ute is Karl's daughter. Karl is Ute's son."],
    ["Karl is Ute's father and lives in Kiel.", "Ute is Karl's daughter."],
    ['Leeds beat Hull.', 'Leeds beat Hull 3-1.'],
    ['Hull lost to Leeds.', 'Hull beat Leeds in May.'],
    ['Dana reports to the police.', 'Dana reported the theft to the police.'],
    ["Mia is Jonas's older sister.", "Jonas is Mia's older brother."],
    ['The Silvas rent the shop from Ms. Okoye.', "Ms. Okoye is the Silvas' landlady."],
    ['Finn is older than ten.', "Finn is Nora's older brother."],
    ['Petra is a manager.', 'Dana reports to Petra.'],
  ])('%s is left as it is by %s', (claim, source) => expect(read(claim, source)).toBeUndefined());
});
