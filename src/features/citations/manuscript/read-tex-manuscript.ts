import { type Manuscript, type ManuscriptBlock, noteMark } from '../../../core/model/manuscript.ts'
import { ownValue } from '../../../core/text/json-values.ts'
import { accents, blanks, symbols } from '../references/bibtex/tex-symbols.ts'
import { texToText } from '../references/bibtex/tex-to-text.ts'
import { isReferencesHeading } from './references-heading.ts'
import {
  argumentAt,
  headingCommands,
  isCiteCommand,
  isNarrativeCommand,
  matchBraces,
  noteCommands,
  quoteCommands,
  quoteEnvironments,
  readCiteArguments,
  silentCommands,
  skippedEnvironments,
  worksOf,
} from './tex-commands.ts'
import { type ReadBeside, readTexSource, type TexSource } from './tex-source.ts'

/** Reads LaTeX: its text, quotations, notes and citation commands. Macros that the manuscript defines are not expanded. */
export async function readTexManuscript(main: string, readBeside: ReadBeside): Promise<Manuscript> {
  const source = await readTexSource(main, readBeside)
  const reader = createReader(source)
  reader.read(0, source.tex.length, 0)
  reader.endBlock()
  reader.readNotes()
  return { ...reader.manuscript, text: reader.text(), warnings: source.warnings }
}

const deepest = 40
type Kind = ManuscriptBlock['kind']

function createReader({ tex, places }: TexSource) {
  const braces = matchBraces(tex)
  const readArgument = (at: number, open: '[' | '{' | '(') => argumentAt({ tex, braces }, at, open)
  const manuscript: Omit<Manuscript, 'text' | 'warnings'> = { blocks: [], citations: [], places: [] }
  /** The text of finished blocks, and of the open one. */
  const done: { pieces: string[]; length: number } = { pieces: [], length: 0 }
  let text = ''
  const notes: { start: number; end: number; anchor: number }[] = []
  let block: { kind: Kind; start: number; anchor: number | null } | null = null
  let kinds: Kind[] = ['text']
  let anchor: number | null = null
  let isSkipping = false
  let quoteDepth = 0
  let place = -1

  const position = () => done.length + text.length
  const markPlace = (at: number) => {
    let low = Math.max(0, place)
    if ((places[low]?.start ?? 0) > at) low = 0
    while ((places[low + 1]?.start ?? Number.POSITIVE_INFINITY) <= at) low += 1
    if (low === place) return
    place = low
    manuscript.places.push({ start: position(), place: places[low]?.place ?? '' })
  }
  const endBlock = () => {
    if (block === null) return
    const { kind, start } = block
    const end = done.length + text.trimEnd().length
    if (end > start && !isSkipping) manuscript.blocks.push({ kind, start, end, anchor: block.anchor })
    done.pieces.push(text, '\n\n')
    done.length += text.length + 2
    text = ''
    block = null
  }
  const emit = (shown: string, at: number) => {
    if (shown === '') return
    if (block === null) {
      if (shown.trim() === '') return
      block = { kind: kinds.at(-1) ?? 'text', start: position(), anchor }
    }
    markPlace(at)
    text += shown
  }
  const within = (kind: Kind, read: () => void) => {
    endBlock()
    kinds.push(kind)
    read()
    endBlock()
    kinds.pop()
  }

  const emitCitation = (cited: {
    name: string
    at: number
    end: number
    works: ReturnType<typeof worksOf>
  }) => {
    const { name, at, end, works } = cited
    // A footnote citation follows the sentence.
    const written = tex.slice(at, end).replace(/\s+/g, ' ')
    emit(written, at)
    const stop = position()
    manuscript.citations.push({
      start: stop - written.length,
      end: stop,
      written,
      isNarrative: isNarrativeCommand(name),
      works,
    })
  }

  const readQuote = (name: string, at: number, depth: number): number | null => {
    const shape = ownValue(quoteCommands, name.replace('*', ''))
    if (shape === undefined) return null
    let end = at
    if (shape.hasLanguage) end = readArgument(end, '{')?.end ?? end
    const options: { text: string; start: number; end: number }[] = []
    for (let next = readArgument(end, '['); next !== null; next = readArgument(end, '[')) {
      options.push(next)
      end = next.end
    }
    const key = shape.hasKey ? readArgument(end, '{') : null
    end = key?.end ?? end
    end = readArgument(end, '[')?.end ?? end
    const body = readArgument(end, '{')
    if (body === null) return null
    quoteDepth += 1
    emit(quoteDepth % 2 === 1 ? '“' : '‘', body.start)
    read(body.start, body.end - 1, depth + 1)
    emit(quoteDepth % 2 === 1 ? '”' : '’', body.end)
    quoteDepth -= 1
    if (key !== null) {
      emit(' ', key.start)
      const works = worksOf(key.text, options.at(-1)?.text ?? '')
      emitCitation({ name, at: key.start - 1, end: key.end, works })
    } else if (options[0] !== undefined) {
      emit(' ', options[0].start)
      read(options[0].start, options[0].end - 1, depth + 1)
    }
    return body.end
  }

  const readEnvironment = (at: number, limit: number, depth: number): number => {
    const name = readArgument(at, '{')
    if (name === null) return at
    const end = Math.min(limit, endOfEnvironment(tex, name.text, name.end))
    const after = Math.min(limit, end + `\\end{${name.text}}`.length)
    if (skippedEnvironments.has(name.text)) return after
    if (!quoteEnvironments.has(name.text)) {
      // Options such as [htbp] and column definitions are no text.
      const options = readArgument(name.end, '[')?.end ?? name.end
      const columns = /^(?:tabular|longtable|array|minipage)/.test(name.text)
        ? readArgument(options, '{')
        : null
      emit('\n', at)
      read(columns?.end ?? options, end, depth + 1)
      return after
    }
    within('quote', () => readDisplayed(name, end, depth))
    return after
  }
  /** `\begin{displayquote}[citation]` and `\begin{displaycquote}[63]{key}`. */
  const readDisplayed = (name: { text: string; end: number }, end: number, depth: number) => {
    let from = name.end
    if (name.text.startsWith('foreign')) from = readArgument(from, '{')?.end ?? from
    const options: { text: string; start: number; end: number }[] = []
    for (let next = readArgument(from, '['); next !== null; next = readArgument(from, '[')) {
      options.push(next)
      from = next.end
    }
    const key = name.text.endsWith('cquote') ? readArgument(from, '{') : null
    read(key?.end ?? from, end, depth + 1)
    emit(' ', end)
    if (key !== null)
      emitCitation({
        name: name.text,
        at: key.start - 1,
        end: key.end,
        works: worksOf(key.text, options.at(-1)?.text ?? ''),
      })
    else if (options[0] !== undefined) read(options[0].start, options[0].end - 1, depth + 1)
  }

  const readCommand = (at: number, limit: number, depth: number): number => {
    const name = /^[a-zA-Z@]+\*?/.exec(tex.slice(at + 1, at + 60))?.[0] ?? tex[at + 1] ?? ''
    const end = at + 1 + name.length
    if (name === 'begin') return readEnvironment(end, limit, depth)
    if (name === 'end') return readArgument(end, '{')?.end ?? end
    if (name === 'par') {
      endBlock()
      return end
    }
    const cited = isCiteCommand(name) ? readCiteArguments({ tex, braces }, name, end) : null
    if (cited !== null) {
      emitCitation({ name, at, ...cited })
      return cited.end
    }
    const quoted = readQuote(name, end, depth)
    if (quoted !== null) return quoted
    if (noteCommands.has(name)) {
      const body = readArgument(readArgument(end, '[')?.end ?? end, '{')
      if (body === null) return end
      emit(noteMark, at)
      notes.push({ start: body.start, end: body.end - 1, anchor: position() - 1 })
      return body.end
    }
    if (headingCommands.has(name.replace('*', ''))) {
      const title = readArgument(readArgument(end, '[')?.end ?? end, '{')
      if (title === null) return end
      endBlock()
      isSkipping = isReferencesHeading(title.text)
      within('heading', () => read(title.start, title.end - 1, depth + 1))
      return title.end
    }
    return readOther(name, { at, end })
  }

  const readOther = (name: string, { at, end }: { at: number; end: number }): number => {
    const bare = name.replace('*', '')
    const silent = ownValue(silentCommands, bare)
    if (silent !== undefined) {
      let after = readArgument(end, '[')?.end ?? end
      for (let count = 0; count < silent; count++) after = readArgument(after, '{')?.end ?? after
      return after
    }
    if (name === 'item') {
      emit('\n', at)
      return readArgument(end, '[')?.end ?? end
    }
    if (name === '\\' || name === 'newline') {
      emit('\n', at)
      return readArgument(end, '[')?.end ?? end
    }
    const french = { og: '« ', fg: ' »' }[bare]
    const symbol = french ?? ownValue(symbols, bare)
    if (symbol !== undefined) {
      emit(symbol, at)
      return end + (/^(?:\{\}|[ \t]+)/.exec(tex.slice(end, end + 20))?.[0].length ?? 0)
    }
    if (blanks.has(bare) || /^[ ,;:~\n]$/.test(name)) {
      emit(' ', at)
      return end
    }
    if (/^[%&#$_{}]$/.test(name)) {
      emit(name, at)
      return end
    }
    if (ownValue(accents, name) !== undefined) {
      const letter = readArgument(end, '{')
      const stop =
        letter?.end ?? end + (/^\s*(?:\\[a-zA-Z]|.)/s.exec(tex.slice(end, end + 10))?.[0].length ?? 1)
      emit(texToText(tex.slice(at, stop)), at)
      return stop
    }
    // The name of any other command is dropped, and its arguments are read as text.
    return (
      readArgument(end, '[')?.end ??
      end + (/^[ \t]+(?=[^[{])/.exec(tex.slice(end, end + 20))?.[0].length ?? 0)
    )
  }

  const read = (from: number, to: number, depth: number): void => {
    if (depth > deepest) return
    for (let at = from; at < to; ) {
      const character = tex[at] ?? ''
      if (character === '\\') at = Math.max(at + 1, readCommand(at, to, depth))
      else if (character === '$') at = readMath(at, to)
      else if (character === '\n') at = readLineEnd(at, to)
      else {
        const [sign, length] = readSign(tex, at)
        emit(sign, at)
        at += length
      }
    }
  }
  const readLineEnd = (at: number, to: number): number => {
    const blank = /^\n(?:[ \t]*\n)+/.exec(tex.slice(at, Math.min(to, at + 1_000)))
    if (blank === null) {
      emit(' ', at)
      return at + 1
    }
    endBlock()
    return at + blank[0].length
  }
  const readMath = (at: number, to: number): number => {
    const width = tex[at + 1] === '$' ? 2 : 1
    const close = tex.indexOf(width === 2 ? '$$' : '$', at + width)
    if (close === -1 || close >= to || close - at > 2_000) {
      emit('$', at)
      return at + 1
    }
    emit(texToText(tex.slice(at, close + width)), at)
    return close + width
  }

  return {
    manuscript,
    text: () => done.pieces.join(''),
    read,
    endBlock,
    /** Notes may contain notes; each is read once. */
    readNotes() {
      for (let next = notes.shift(); next !== undefined; next = notes.shift()) {
        const { start, end } = next
        anchor = next.anchor
        kinds = ['note']
        isSkipping = false
        place = -1
        read(start, end, 1)
        endBlock()
      }
    },
  }
}

const signs: readonly (readonly [string, string])[] = [
  ['---', '—'],
  ['--', '–'],
  ['``', '“'],
  ["''", '”'],
  ['"`', '„'],
  [`"'`, '“'],
  ['"<', '«'],
  ['">', '»'],
  ['"=', '-'],
  ['"~', '-'],
  [',,', '„'],
  ['<<', '«'],
  ['>>', '»'],
  ['`', '‘'],
  ["'", '’'],
]

/** The character at `at` as it is printed, and how many characters of TeX it takes. */
function readSign(tex: string, at: number): readonly [string, number] {
  const character = tex[at] ?? ''
  if (character === '{' || character === '}' || character === '%') return ['', 1]
  if (character === '~' || character === '\t') return [' ', 1]
  if (!/["`',<>-]/.test(character)) return [character, 1]
  const found = signs.find(([from]) => tex.startsWith(from, at))
  return found === undefined ? [character, 1] : [found[1], found[0].length]
}

function endOfEnvironment(tex: string, name: string, from: number): number {
  const ends = new RegExp(`\\\\(begin|end)\\{${name.replace(/[^\w]/g, '\\$&')}\\}`, 'g')
  ends.lastIndex = from
  let depth = 1
  for (let found = ends.exec(tex); found !== null; found = ends.exec(tex)) {
    depth += found[1] === 'begin' ? 1 : -1
    if (depth === 0) return found.index
  }
  return tex.length
}
