/** Words of the bench's own texts. Names and numbers come from elsewhere, so that hardly a sentence repeats. */
const list = (words: string): readonly string[] => words.trim().split(/\s+/);

export const ADJECTIVES = list(`
  new old large small regional national annual early late private public local foreign modern independent technical
  wooden southern northern eastern western coastal former final second third major minor rural urban historic cheap
  costly quiet steady unusual reliable digital federal joint medical military popular rapid recent royal secure`);
export const NOUNS = list(`
  company factory harbour bridge museum university hospital council committee ministry market station library school
  laboratory airline railway brewery farm shipyard mine village valley island district province orchestra theatre
  newspaper bank insurer court team club league festival reservoir canal tunnel airport power-station observatory
  contract report survey proposal programme project building engine vessel workshop service collection exhibition`);
export const PLURALS = list(`
  engineers workers students residents visitors patients farmers members voters teachers nurses drivers passengers
  investors customers suppliers musicians scientists historians soldiers sailors artists tenants volunteers refugees`);
export const VERBS = list(`
  opened closed bought sold built repaired approved rejected founded merged expanded reduced announced measured
  financed abandoned renovated replaced published inspected supported criticised delayed completed designed moved`);
export const PLACES = list(`
  Lisbon Oslo Lyon Ghent Turin Leeds Bremen Seville Gdansk Malmo Cork Basel Graz Porto Nantes Utrecht Bergen Tampere
  Dresden Bilbao Aarhus Split Krakow Verona Dundee`);
export const FIRST_NAMES = list(`
  Anna Peter Maria John Elena David Ingrid Paul Sofia Thomas Clara James Laura Martin Julia Robert Nina Henrik Alice`);
export const SYLLABLES = list('ber gan mor ten vil sta kel dor han ric lam fol ner wes tom bra hol ker lin sol');
export const MONTHS = list('January February March April May June July August September October November December');
export const UNITS = ['million euros', 'percent', 'kilometres', 'tonnes', 'megawatts', 'people', 'hectares', 'pages'];
export const CONNECTIVES = ['while', 'although', 'because', 'after', 'before', 'and'] as const;
