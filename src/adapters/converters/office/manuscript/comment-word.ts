import type { Manuscript, ManuscriptComment } from '../../../../core/model/manuscript.ts'
import { writeZip } from '../../archive/write-zip.ts'
import type { Zip } from '../../archive/zip.ts'
import type { TextPiece, WordParagraph } from './read-paragraphs.ts'
import { readPart, type WordManuscript } from './read-word-manuscript.ts'
import { encodeXml } from './scan-xml.ts'

const author = 'Quire'

/** Returns a copy of a Word file with these remarks as comments. Everything else in the file stays as it is. */
export async function commentWord(
  zip: Zip,
  { word, comments }: { word: WordManuscript; comments: readonly ManuscriptComment[] },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { parts, body } = word
  const old = parts.comments === null ? null : await readPart(zip, parts.comments, signal)
  const firstId = 1 + Math.max(-1, ...idsIn(old ?? ''), ...idsIn(body.xml))
  const placed = comments.map((comment, index) => ({ ...comment, id: firstId + index }))
  const marks = placed.flatMap(comment => marksOf(comment, word))
  const anchored = new Set(marks.map(({ id }) => id))
  const changed = new Map<string, string>([[parts.body, insertMarks(body.xml, marks)]])
  const folder = parts.body.slice(0, parts.body.lastIndexOf('/') + 1)
  const path = parts.comments ?? `${folder}comments.xml`
  const written = placed.filter(({ id }) => anchored.has(id)).map(writeComment)
  changed.set(path, addComments(old, written))
  if (parts.comments === null) {
    changed.set(parts.relations, addRelation(await readPart(zip, parts.relations, signal)))
    changed.set('[Content_Types].xml', addType(await readPart(zip, '[Content_Types].xml', signal), path))
  }
  return rewrite(zip, changed, signal)
}

function idsIn(xml: string): number[] {
  return [...xml.matchAll(/<w:comment(?:RangeStart|Reference)?\s[^>]*w:id="(\d{1,9})"/g)].map(([, id]) =>
    Number(id),
  )
}

type Mark = { id: number; at: number; isDividing: boolean; properties: string; text: string }

/** The start and the end of a comment in the XML of the body. A remark on a note is attached to the note's mark. */
function marksOf(comment: ManuscriptComment & { id: number }, { manuscript, body }: WordManuscript): Mark[] {
  const { start, end } = inBody(comment, manuscript)
  const first = findPiece(body.paragraphs, start, 'after')
  const last = findPiece(body.paragraphs, end, 'before')
  if (first === null || last === null) return []
  const { id } = comment
  const opening = `<w:commentRangeStart w:id="${id}"/>`
  const closing = `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`
  return [
    { id, text: opening, ...pointIn(first.piece, first.offset) },
    { id, text: closing, ...pointIn(last.piece, last.offset) },
  ]
}

function inBody({ start, end }: ManuscriptComment, { blocks }: Manuscript): { start: number; end: number } {
  const note = blocks.find(block => block.anchor !== null && block.start <= start && block.end >= end)
  return note?.anchor == null ? { start, end } : { start: note.anchor, end: note.anchor + 1 }
}

type Placed = { piece: TextPiece; offset: number }

/** The piece of text after (or before) a position; a position between two paragraphs belongs to the nearer piece. */
function findPiece(
  paragraphs: readonly { start: number; paragraph: WordParagraph }[],
  position: number,
  side: 'after' | 'before',
): Placed | null {
  const candidates = paragraphs.flatMap(({ start, paragraph }) =>
    start > position || start + paragraph.text.length < position
      ? []
      : paragraph.pieces.map(piece => ({ piece, offset: position - start - piece.at })),
  )
  const fits = ({ piece, offset }: Placed) =>
    side === 'after' ? offset >= 0 && offset < piece.length : offset > 0 && offset <= piece.length
  return candidates.find(fits) ?? null
}

function pointIn(piece: TextPiece, offset: number): Omit<Mark, 'id' | 'text'> {
  const { properties, characters } = piece
  if (offset <= 0 || characters === null)
    return { at: offset <= 0 ? piece.start : piece.end, isDividing: false, properties }
  if (offset >= piece.length) return { at: piece.end, isDividing: false, properties }
  const inside = characters.starts === null ? offset : (characters.starts[offset] ?? offset)
  return { at: characters.start + inside, isDividing: true, properties }
}

/** Closes the run before each mark and opens it again after it, because marks are between runs. */
function insertMarks(xml: string, marks: readonly Mark[]): string {
  const byPoint = Map.groupBy(marks, ({ at }) => at)
  let result = ''
  let from = 0
  for (const at of [...byPoint.keys()].sort((one, other) => one - other)) {
    const here = byPoint.get(at) ?? []
    const { isDividing = false, properties = '' } = here[0] ?? {}
    const text = here.map(mark => mark.text).join('')
    const before = xml.slice(from, at)
    result += isDividing
      ? `${keepSpaces(before)}</w:t></w:r>${text}<w:r>${properties}<w:t xml:space="preserve">`
      : `${before}</w:r>${text}<w:r>${properties}`
    from = at
  }
  return result + xml.slice(from)
}

/** A text that now ends inside a sentence must keep its last space. */
function keepSpaces(xml: string): string {
  const at = xml.lastIndexOf('<w:t')
  if (at === -1) return xml
  const tag = xml.slice(at)
  return /^<w:t(?:\s[^>]*)?>/.test(tag) && !/^<w:t\s[^>]*xml:space/.test(tag)
    ? `${xml.slice(0, at)}<w:t xml:space="preserve"${tag.slice(4)}`
    : xml
}

function writeComment({ id, text }: { id: number; text: string }): string {
  const paragraphs = text
    .split('\n')
    .map(line => `<w:p><w:r><w:t xml:space="preserve">${encodeXml(line)}</w:t></w:r></w:p>`)
  return `<w:comment w:id="${id}" w:author="${author}" w:initials="Q">${paragraphs.join('')}</w:comment>`
}

const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

function addComments(old: string | null, comments: readonly string[]): string {
  const ending = old?.lastIndexOf('</w:comments>') ?? -1
  if (old !== null && ending !== -1) return `${old.slice(0, ending)}${comments.join('')}${old.slice(ending)}`
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:comments xmlns:w="${wordNamespace}">${comments.join('')}</w:comments>`
}

const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'

function addRelation(old: string | null): string {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments'
  const relation = `<Relationship Id="quireComments" Type="${type}" Target="comments.xml"/>`
  const whole =
    old ??
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${packageNamespace}/relationships"></Relationships>`
  return whole
    .replace(/<Relationships([^>]*)\/>/, '<Relationships$1></Relationships>')
    .replace('</Relationships>', `${relation}</Relationships>`)
}

function addType(old: string | null, path: string): string {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml'
  return (old ?? '').replace('</Types>', `<Override PartName="/${path}" ContentType="${type}"/></Types>`)
}

async function rewrite(
  zip: Zip,
  changed: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  const files: { name: string; content: Uint8Array }[] = []
  for (const entry of zip.entries) {
    if (entry.name.endsWith('/')) continue
    const text = changed.get(entry.name)
    const content = text === undefined ? await zip.read(entry, signal) : encoder.encode(text)
    files.push({ name: entry.name, content })
  }
  for (const [name, text] of changed)
    if (zip.find(name) === null) files.push({ name, content: encoder.encode(text) })
  return writeZip(files)
}
