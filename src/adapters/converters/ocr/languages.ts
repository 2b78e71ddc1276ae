/** Tesseract's codes by ISO 639-1; codes of three letters pass as they are. */
const codes: Readonly<Record<string, string>> = {
  af: 'afr',
  ar: 'ara',
  bg: 'bul',
  ca: 'cat',
  cs: 'ces',
  cy: 'cym',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  ga: 'gle',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  id: 'ind',
  is: 'isl',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  la: 'lat',
  lt: 'lit',
  lv: 'lav',
  nl: 'nld',
  no: 'nor',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sq: 'sqi',
  sr: 'srp',
  sv: 'swe',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
  zh: 'chi_sim',
}

export type ChosenLanguages = { codes: string[]; warnings: string[] }

/** Which of the wanted languages the engine has; English or whatever there is when it has none of them. */
export function chooseLanguages(wanted: readonly string[], installed: readonly string[]): ChosenLanguages {
  const known = wanted.map(language => ({ language, code: codes[language.toLowerCase()] ?? language }))
  const missing = known.filter(({ code }) => !installed.includes(code)).map(({ language }) => language)
  const found = [...new Set(known.map(({ code }) => code).filter(code => installed.includes(code)))]
  const fallback = installed.includes('eng') ? 'eng' : installed.find(code => code !== 'osd')
  const chosen = found.length > 0 ? found : fallback === undefined ? [] : [fallback]
  if (missing.length === 0) return { codes: chosen, warnings: [] }
  const instead = chosen.length === 0 ? 'nothing' : chosen.join(', ')
  return {
    codes: chosen,
    warnings: [
      `No OCR data for ${missing.join(', ')}: text was recognised with ${instead}. Install the language data (Debian: tesseract-ocr-<language>).`,
    ],
  }
}
