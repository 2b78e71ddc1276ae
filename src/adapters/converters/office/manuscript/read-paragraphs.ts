import { noteMark } from '../../../../core/model/manuscript.ts'
import { attributeOf, decodeWithMap, decodeXml, scanXml, type XmlToken } from './scan-xml.ts'

/** A text of a run, with its position in the paragraph and in the XML. */
export type TextPiece = {
  at: number
  length: number
  /** The element that contains it: from its tag up to and including its closing tag. */
  start: number
  end: number
  /** Where its characters start in the XML; null for a piece that cannot be divided (a tab, the mark of a note). */
  characters: { start: number; starts: number[] | null } | null
  /** The properties of its run, to be repeated when the run is divided. */
  properties: string
}

/** A field or content control: what it says about itself, and the text that it shows. */
export type WordField = { instruction: string; start: number; end: number }

export type WordParagraph = {
  text: string
  style: string | null
  /** Indents in twentieths of a point; null when the paragraph declares none. */
  indent: { left: number; right: number; hanging: number } | null
  isListItem: boolean
  outlineLevel: number | null
  pieces: TextPiece[]
  fields: WordField[]
  notes: { at: number; id: string; kind: 'footnote' | 'endnote' }[]
  /** The note that it belongs to. */
  noteId: string | null
  /** Whether it is part of a generated list: of references, of contents. */
  isGenerated: boolean
}

type OpenField = { instruction: string; isResult: boolean; paragraph: WordParagraph | null; start: number }
type OpenControl = { tag: string; paragraph: WordParagraph | null; start: number }

const generatedLists = /\b(?:ZOTERO_BIBL|CSL_BIBLIOGRAPHY|EN\.REFLIST|BIBLIOGRAPHY|TOC|INDEX)\b/
/** What tracked changes removed, and what programs without a newer feature would show instead. */
const leftOut: ReadonlySet<string> = new Set([
  'w:del',
  'w:moveFrom',
  'mc:Fallback',
  'w:rPrChange',
  'w:pPrChange',
])
const mendeley = /^MENDELEY_CITATION_v\d_(.+)$/

/** Reads the paragraphs of one part of a Word file (the body, the footnotes), in the order in which they end. */
export function readParagraphs(xml: string, name: string): WordParagraph[] {
  const reader = createReader(xml)
  for (const token of scanXml(xml, name)) reader.take(token)
  return reader.paragraphs
}

function createReader(xml: string) {
  const paragraphs: WordParagraph[] = []
  const open: WordParagraph[] = []
  const fields: OpenField[] = []
  const controls: OpenControl[] = []
  let noteId: string | null = null
  let skipping: string | null = null
  let skipDepth = 0
  let properties = { start: 0, text: '' }
  let isInRun = false
  let inside: { kind: 'text' | 'instruction'; start: number } | null = null

  const current = () => open.at(-1) ?? null
  const add = (piece: Omit<TextPiece, 'at' | 'length' | 'properties'>, text: string) => {
    const paragraph = current()
    if (paragraph === null || !isInRun) return
    if (fields.some(field => !field.isResult)) return
    if (fields.some(field => generatedLists.test(field.instruction))) paragraph.isGenerated = true
    paragraph.pieces.push({
      ...piece,
      at: paragraph.text.length,
      length: text.length,
      properties: properties.text,
    })
    paragraph.text += text
  }
  const whole = ({ start, end }: { start: number; end: number }, text: string) =>
    add({ start, end, characters: null }, text)

  const turnField = (kind: string | null) => {
    const paragraph = current()
    if (kind === 'begin')
      fields.push({ instruction: '', isResult: false, paragraph, start: paragraph?.text.length ?? 0 })
    const field = fields.at(-1)
    if (kind === 'separate' && field !== undefined) {
      field.isResult = true
      field.paragraph = paragraph
      field.start = paragraph?.text.length ?? 0
    }
    if (kind === 'end' && field !== undefined) {
      fields.pop()
      if (paragraph !== null && field.paragraph === paragraph)
        paragraph.fields.push({
          instruction: field.instruction,
          start: field.start,
          end: paragraph.text.length,
        })
    }
  }
  const closeControl = () => {
    const control = controls.pop()
    const found = mendeley.exec(control?.tag ?? '')
    if (control === undefined || found === null || control.paragraph === null) return
    const { paragraph } = control
    const instruction = `CSL_CITATION ${Buffer.from(found[1] ?? '', 'base64').toString('utf8')}`
    paragraph.fields.push({ instruction, start: control.start, end: paragraph.text.length })
  }

  const openers: Readonly<Record<string, (token: Extract<XmlToken, { kind: 'open' }>) => void>> = {
    'w:p': ({ isEmpty }) => {
      if (!isEmpty) open.push(newParagraph(noteId))
    },
    'w:pStyle': ({ attributes }) => set(current(), { style: attributeOf(attributes, 'w:val') }),
    'w:ind': ({ attributes }) => set(current(), { indent: indentOf(attributes) }),
    'w:numPr': () => set(current(), { isListItem: true }),
    'w:outlineLvl': ({ attributes }) =>
      set(current(), { outlineLevel: Number(attributeOf(attributes, 'w:val') ?? 9) }),
    'w:r': ({ isEmpty }) => {
      properties = { start: 0, text: '' }
      isInRun = !isEmpty
    },
    'w:rPr': ({ start, isEmpty }) => {
      if (!isEmpty) properties = { start, text: '' }
    },
    'w:t': ({ start, isEmpty }) => {
      if (!isEmpty) inside = { kind: 'text', start }
    },
    'w:instrText': ({ start }) => {
      inside = { kind: 'instruction', start }
    },
    'w:tab': token => whole(token, '\t'),
    'w:br': token => whole(token, '\n'),
    'w:cr': token => whole(token, '\n'),
    'w:noBreakHyphen': token => whole(token, '-'),
    'w:fldChar': ({ attributes }) => turnField(attributeOf(attributes, 'w:fldCharType')),
    'w:fldSimple': ({ attributes }) => {
      turnField('begin')
      const field = fields.at(-1)
      if (field !== undefined) field.instruction = attributeOf(attributes, 'w:instr') ?? ''
      turnField('separate')
    },
    'w:sdt': () => controls.push({ tag: '', paragraph: current(), start: 0 }),
    'w:tag': ({ attributes }) => {
      const control = controls.at(-1)
      if (control !== undefined) control.tag = attributeOf(attributes, 'w:val') ?? ''
    },
    'w:sdtContent': () => {
      const control = controls.at(-1)
      if (control !== undefined) control.start = control.paragraph?.text.length ?? 0
    },
    'w:footnote': ({ attributes }) => {
      noteId = attributeOf(attributes, 'w:id')
    },
    'w:endnote': ({ attributes }) => {
      noteId = attributeOf(attributes, 'w:id')
    },
    'w:footnoteReference': token => takeNote(token, 'footnote'),
    'w:endnoteReference': token => takeNote(token, 'endnote'),
  }
  function takeNote(token: Extract<XmlToken, { kind: 'open' }>, kind: 'footnote' | 'endnote') {
    const paragraph = current()
    const id = attributeOf(token.attributes, 'w:id')
    if (paragraph === null || id === null) return
    const at = paragraph.text.length
    whole(token, noteMark)
    if (paragraph.text.length > at) paragraph.notes.push({ at, id, kind })
  }

  const closers: Readonly<Record<string, (token: Extract<XmlToken, { kind: 'close' }>) => void>> = {
    'w:p': () => {
      const done = open.pop()
      if (done !== undefined) paragraphs.push(done)
    },
    'w:r': () => {
      isInRun = false
    },
    'w:rPr': ({ end }) => {
      if (properties.text === '' && properties.start > 0)
        properties = { start: 0, text: xml.slice(properties.start, end) }
    },
    'w:t': ({ end }) => {
      const last = current()?.pieces.at(-1)
      if (inside?.kind === 'text' && last !== undefined && last.start === inside.start) last.end = end
      inside = null
    },
    'w:instrText': () => {
      inside = null
    },
    'w:fldSimple': () => turnField('end'),
    'w:sdt': closeControl,
  }
  const takeText = (start: number, end: number) => {
    if (inside === null) return
    const source = xml.slice(start, end)
    if (inside.kind === 'instruction') {
      const field = fields.findLast(one => !one.isResult)
      if (field !== undefined) field.instruction += decodeXml(source)
      return
    }
    const { text, starts } = source.includes('&') ? decodeWithMap(source) : { text: source, starts: null }
    add({ start: inside.start, end, characters: { start, starts } }, text)
  }

  return {
    paragraphs,
    take(token: XmlToken) {
      if (skipping !== null) {
        if (token.kind === 'open' && token.name === skipping && !token.isEmpty) skipDepth += 1
        if (token.kind === 'close' && token.name === skipping) skipDepth -= 1
        if (skipDepth === 0) skipping = null
      } else if (token.kind === 'text') takeText(token.start, token.end)
      else if (token.kind === 'close') own(closers, token.name)?.(token)
      else if (leftOut.has(token.name)) {
        if (token.isEmpty) return
        skipping = token.name
        skipDepth = 1
      } else own(openers, token.name)?.(token)
    },
  }
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

function newParagraph(noteId: string | null): WordParagraph {
  return {
    text: '',
    style: null,
    indent: null,
    isListItem: false,
    outlineLevel: null,
    pieces: [],
    fields: [],
    notes: [],
    noteId,
    isGenerated: false,
  }
}

function set(paragraph: WordParagraph | null, change: Partial<WordParagraph>): void {
  // Properties come before the text; later ones belong to a nested element.
  if (paragraph !== null && paragraph.text === '') Object.assign(paragraph, change)
}

export function indentOf(attributes: string): { left: number; right: number; hanging: number } {
  const twips = (...names: string[]) =>
    Number(names.map(name => attributeOf(attributes, name)).find(value => value !== null) ?? 0) || 0
  return {
    left: twips('w:left', 'w:start'),
    right: twips('w:right', 'w:end'),
    hanging: twips('w:hanging'),
  }
}
