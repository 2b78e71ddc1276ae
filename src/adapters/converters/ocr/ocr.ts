/** A line of recognised text and its box in the image, in pixels from the top left corner. */
type OcrLine = { text: string; x0: number; y0: number; x1: number; y1: number }

export type Recognised = {
  /** Paragraphs in reading order, each with its lines. */
  paragraphs: OcrLine[][]
  warnings: string[]
}

export type OcrRequest = {
  /** PNG, or any format the engine reads. */
  image: Uint8Array
  /** ISO 639-1 codes, most likely first. */
  languages: readonly string[]
  /** Resolution of the image when known; engines recognise better with it. */
  dpi: number | null
}

/** Recognises text in images. Downloads nothing. */
export interface Ocr {
  readonly name: string
  recognise(request: OcrRequest, signal: AbortSignal): Promise<Recognised>
  close(): Promise<void>
}

/** Tesseract's codes by ISO 639-1 code; three-letter codes are used unchanged. */
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

type ChosenLanguages = { codes: string[]; warnings: string[] }

/** Returns the requested languages that the engine has; English, or any installed one, when it has none of them. */
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

/** Words below this confidence (0–100) are noise: specks, lines, pictures. */
const leastConfidence = 20

/**
 * Parses Tesseract's TSV to paragraphs of lines. Columns: level page block par line word left top width height conf
 * text.
 */
export function parseTsv(tsv: string): OcrLine[][] {
  const paragraphs = new Map<string, Map<string, OcrLine>>()
  for (const row of tsv.split('\n')) {
    const [level, page, block, par, line, , left, top, width, height, confidence, ...rest] = row.split('\t')
    const text = rest.join('\t').trim()
    if (level !== '5' || text === '' || Number(confidence) < leastConfidence) continue
    const [x0, y0] = [Number(left), Number(top)]
    const [x1, y1] = [x0 + Number(width), y0 + Number(height)]
    const lines = getOrAdd(paragraphs, `${page}.${block}.${par}`, () => new Map<string, OcrLine>())
    const known = lines.get(`${line}`)
    if (!known) lines.set(`${line}`, { text, x0, y0, x1, y1 })
    else {
      known.text += ` ${text}`
      known.x0 = Math.min(known.x0, x0)
      known.y0 = Math.min(known.y0, y0)
      known.x1 = Math.max(known.x1, x1)
      known.y1 = Math.max(known.y1, y1)
    }
  }
  return [...paragraphs.values()]
    .map(lines => [...lines.values()])
    .filter(lines => lines.some(line => /[\p{L}\p{N}]/u.test(line.text)))
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
