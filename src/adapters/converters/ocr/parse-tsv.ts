import type { OcrLine } from './ocr.ts'

/** Words below this confidence (0–100) are noise: specks, rulings, pictures taken for letters. */
const leastConfidence = 20

/** Tesseract's table of words as paragraphs of lines. Columns: level page block par line word left top width height conf text. */
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
