import type { PDFPageProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { followMarks } from './follow-marks.ts'
import { loadPdfJs } from './open-pdf.ts'
import { isRecord, type Matrix, multiply, toMatrix } from './page-layout.ts'
import { type Drawing, readDrawings } from './read-drawings.ts'
import { type PageFont, readFonts } from './read-fonts.ts'
import type { Span, SpanReader } from './span-reader.ts'

/** A glyph as drawn on the page. Positions are points from the top left corner, y increasing downwards. */
export type Glyph = {
  /** Its characters; empty when the file does not map it. */
  text: string
  /** Position of the pen before it. */
  x: number
  y: number
  /** How far it moves the pen, without spacing. */
  dx: number
  dy: number
  /** Effective size of its font in points. */
  size: number
  /** Clockwise reading direction: 0, 90, 180 or 270; 45 for slanted text that was straightened. */
  rotation: number
  font: PageFont
  /** Number of its marked content, which the structure tree of a tagged file refers to. */
  mark: number | null
  /** Whether it is part of a field of a form or another annotation: these are drawn after the page. */
  isField?: true
}

/** The graphics state: what operators set, and what `save` and `restore` keep. */
type State = {
  matrix: Matrix
  font: PageFont | null
  size: number
  charSpacing: number
  wordSpacing: number
  stretch: number
  leading: number
  rise: number
}

type Drawn = {
  code: number
  width: number
  unicode: string
  isSpace: boolean
  vmetric: readonly number[] | null
}

/**
 * Interprets the drawing operators of a page and returns its glyphs in drawing order with exact positions. Invisible
 * text, as under a scan, is included. Where the file declares the text of glyphs (`/ActualText`), that text is used.
 */
export async function readGlyphs(
  page: PDFPageProxy,
  readSpans: SpanReader = () => [],
): Promise<{ glyphs: Glyph[]; drawings: Drawing[] }> {
  const { OPS } = await loadPdfJs()
  const operators = await page.getOperatorList()
  const names = namesOf(OPS)
  const fonts = await readFonts(page, operators, OPS)
  const spans = hasSpans(operators, OPS.beginMarkedContentProps) ? spansOf(page, readSpans) : []
  const view = toMatrix(page.getViewport({ scale: 1 }).transform)
  const pen = createPen(view, fonts, spans)
  for (const [index, code] of operators.fnArray.entries()) {
    const args: unknown = operators.argsArray[index]
    const name = names.get(code)
    if (name) pen[name](Array.isArray(args) ? args : [])
  }
  return { glyphs: pen.glyphs, drawings: readDrawings(operators, OPS, view) }
}

function hasSpans(
  { fnArray, argsArray }: Awaited<ReturnType<PDFPageProxy['getOperatorList']>>,
  begin: number,
): boolean {
  return fnArray.some((code, index) => code === begin && tagOf(argsArray[index]) === 'Span')
}

function tagOf(args: unknown): unknown {
  return Array.isArray(args) ? args[0] : null
}

function spansOf(page: PDFPageProxy, readSpans: SpanReader): readonly Span[] {
  try {
    return page.ref === null ? [] : readSpans({ object: page.ref.num })
  } catch {
    // A file that cannot be parsed a second time is read as drawn.
    return []
  }
}

type Act = (args: readonly unknown[]) => void
type Pen = Record<(typeof followed)[number], Act> & { glyphs: Glyph[] }

const followed = [
  'save',
  'restore',
  'transform',
  'beginGroup',
  'endGroup',
  'paintFormXObjectBegin',
  'paintFormXObjectEnd',
  'beginAnnotation',
  'endAnnotation',
  'setGState',
  'beginMarkedContent',
  'beginMarkedContentProps',
  'endMarkedContent',
  'beginText',
  'setFont',
  'setCharSpacing',
  'setWordSpacing',
  'setHScale',
  'setLeading',
  'setTextRise',
  'setTextMatrix',
  'moveText',
  'setLeadingMoveText',
  'nextLine',
  'showText',
] as const

function namesOf(codes: Readonly<Record<string, number>>): Map<number, (typeof followed)[number]> {
  return new Map(followed.flatMap(name => (codes[name] === undefined ? [] : [[codes[name], name]])))
}

function createPen(view: Matrix, fonts: ReadonlyMap<string, PageFont>, spans: readonly Span[]): Pen {
  const glyphs: Glyph[] = []
  const marks = followMarks(glyphs, spans)
  const initial: State = {
    matrix: view,
    font: null,
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    stretch: 1,
    leading: 0,
    rise: 0,
  }
  const saved: State[] = []
  let state = { ...initial }
  let text: Matrix = [1, 0, 0, 1, 0, 0]
  let line = { x: 0, y: 0 }
  let at = { x: 0, y: 0 }
  const numbers: (number | null)[] = []
  let isField = false
  const save = () => void saved.push({ ...state })
  const restore = () => {
    state = saved.pop() ?? state
  }
  const transform = (values: unknown) => {
    state.matrix = multiply(state.matrix, toMatrix(values))
  }
  const moveLine = (x: number, y: number) => {
    line = { x: line.x + x, y: line.y + y }
    at = { ...line }
  }
  const setTextMatrix = (values: unknown) => {
    text = toMatrix(values)
    line = { x: 0, y: 0 }
    at = { x: 0, y: 0 }
  }
  const setFont = (name: unknown, size: unknown) => {
    state.font = fonts.get(String(name)) ?? null
    state.size = numberOf(size)
  }
  return {
    glyphs,
    save,
    restore,
    beginGroup: save,
    endGroup: restore,
    transform,
    paintFormXObjectBegin([matrix]) {
      save()
      if (matrix) transform(matrix)
    },
    paintFormXObjectEnd: restore,
    beginAnnotation([, , placement, matrix]) {
      marks.close()
      saved.length = 0
      isField = true
      state = { ...initial }
      save()
      if (placement) transform(placement)
      if (matrix) transform(matrix)
    },
    endAnnotation() {
      restore()
      isField = false
    },
    setGState([entries]) {
      for (const entry of Array.isArray(entries) ? entries : [])
        if (Array.isArray(entry) && entry[0] === 'Font') setFont(entry[1], entry[2])
    },
    beginMarkedContent() {
      numbers.push(numbers.at(-1) ?? null)
      marks.begin()
    },
    beginMarkedContentProps([tag, number]) {
      numbers.push(typeof number === 'number' ? number : (numbers.at(-1) ?? null))
      marks.beginSpan(tag)
    },
    endMarkedContent() {
      numbers.pop()
      marks.end()
    },
    beginText: () => setTextMatrix(null),
    setFont: ([name, size]) => setFont(name, size),
    setCharSpacing([spacing]) {
      state.charSpacing = numberOf(spacing)
    },
    setWordSpacing([spacing]) {
      state.wordSpacing = numberOf(spacing)
    },
    setHScale([percent]) {
      state.stretch = numberOf(percent) / 100
    },
    setLeading([leading]) {
      state.leading = numberOf(leading)
    },
    setTextRise([rise]) {
      state.rise = numberOf(rise)
    },
    setTextMatrix: ([first, ...others]) =>
      setTextMatrix(typeof first === 'number' ? [first, ...others] : first),
    moveText: ([x, y]) => moveLine(numberOf(x), numberOf(y)),
    setLeadingMoveText([x, y]) {
      state.leading = -numberOf(y)
      moveLine(numberOf(x), numberOf(y))
    },
    nextLine: () => moveLine(0, -state.leading),
    showText([shown]) {
      if (state.font === null || !Array.isArray(shown)) return
      at = drawText({
        glyphs,
        shown,
        font: state.font,
        state,
        matrix: multiply(state.matrix, text),
        at,
        mark: numbers.at(-1) ?? null,
        isField,
      })
    },
  }
}

/** Draws one string from `at` and returns the position of the pen after it. */
function drawText(job: {
  glyphs: Glyph[]
  shown: readonly unknown[]
  font: PageFont
  state: State
  matrix: Matrix
  at: { x: number; y: number }
  mark: number | null
  isField: boolean
}): { x: number; y: number } {
  const { font, state, matrix } = job
  const { size, stretch, rise } = state
  const [a, b, c, d, e, f] = matrix
  const height = Math.hypot(c * size, d * size)
  const rotation = directionOf(
    multiply(matrix, [Math.sign(size) || 1, 0, 0, Math.sign(size) || 1, 0, 0]),
    font,
  )
  let { x, y } = job.at
  for (const item of job.shown) {
    if (typeof item === 'number') {
      const shift = (-item / 1000) * size
      if (font.vertical) y += shift
      else x += shift * stretch
      continue
    }
    const drawn = toDrawn(item)
    if (!drawn) continue
    const spacing = state.charSpacing + (drawn.isSpace ? state.wordSpacing : 0)
    const advance = (font.vertical ? (drawn.vmetric?.[0] ?? -1000) : drawn.width) * font.scale * size
    const [along, down] = font.vertical ? [0, advance] : [advance * stretch, 0]
    job.glyphs.push({
      text: font.texts.get(drawn.code) ?? drawn.unicode,
      x: a * x + c * (y + rise) + e,
      y: b * x + d * (y + rise) + f,
      dx: a * along + c * down,
      dy: b * along + d * down,
      size: height * font.sizing,
      rotation,
      font,
      mark: job.mark,
      ...(job.isField ? { isField: true } : {}),
    })
    if (font.vertical) y += down + spacing
    else x += along + spacing * stretch
  }
  return { x, y }
}

/** The direction of the text; lines of a vertical script run down the page when its letters are upright. */
function directionOf([a, b, c, d]: Matrix, font: PageFont): number {
  const isUpright = Math.abs(a * d) > Math.abs(b * c)
  const quarter = isUpright ? (a > 0 || d < 0 ? 0 : 2) : c > 0 ? 1 : 3
  return ((quarter + (font.vertical ? 1 : 0)) % 4) * 90
}

function toDrawn(item: unknown): Drawn | null {
  if (!isRecord(item) || typeof item.unicode !== 'string') return null
  const width = numberOf(item.width)
  const vmetric = Array.isArray(item.vmetric) ? item.vmetric.map(numberOf) : null
  return {
    code: numberOf(item.originalCharCode),
    width,
    unicode: item.unicode,
    isSpace: item.isSpace === true,
    vmetric,
  }
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
