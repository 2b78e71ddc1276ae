import { type MarkdownBlock, scanBlocks } from '../../core/text/markdown-blocks.ts'

/** A sentence: characters [start, end) of a text, those characters, the number of its paragraph, and the last heading. */
export type Sentence = {
  start: number
  end: number
  text: string
  paragraph: number
  heading: string | null
  /** The heads of the columns of a table, whose row the text is; null outside tables. */
  columns: readonly string[] | null
}

/** Full stops that do not end a sentence: titles, initials and abbreviations. */
const shortened =
  /(?:^|[\s(["'“—–_*-])(?:Gov|Mr|Mrs|Ms|Dr|Prof|Rev|Hon|Rt|St|Sen|Capt|Col|Gen|Lt|Sgt|Jr|Sr|No|Nos|Vol|vs|viz|etc|e\.g|i\.e|cf|al|Inc|Ltd|Co|Pty|Corp|U\.S|U\.K|a\.m|p\.m|approx|para|p|pp|(?:\p{Lu}\.)*\p{Lu}|b|d|ca?|Mt|Ft|Bros|Messrs|Ph\.D)\.$/u
const shortMonth = /\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$/
const nextSentence =
  /^\s+(?:When|In|The|He|She|It|After|During|By|His|Her|This|A|An|At|On|As|Following|With|They)\s/
/** A line of a table of facts begins a sentence: "Born: 1879". */
const field =
  '(?:Born|Died|Date of [Bb]irth|Place of [Bb]irth|Birth [Pp]lace|Full [Nn]ame|Surname|Position|Clubs|Birth|Death|Founded|Established|Headquarters|Headquartered|Spouse|Education|Alma mater|Awards|Books|Works|Structures|Children|Parents|Occupation|Nationality)\\*{0,2}:'
const enders = new RegExp(
  `[.!?]+["'”’)\\]]*(?:\\[[^\\]\\s]{1,5}\\])*(?=\\s)|(?=\\n\\*{0,2}${field})|(?= (?:Born|Died): ?[A-Z0-9])|(?=\\n\\s*(?:[-*+•]|\\d{1,3}[.)])\\s)|(?<=(?:^|\\n)\\*\\*[^*\\n]{2,80}\\*\\*)(?=\\n)|(?<=(?:^|\\n)[^\\n.!?:;,*]{2,40})(?=\\n(?:Born|Died|Founded) )`,
  'g',
)

/** The sentences of paragraphs and lists and the rows of tables, verbatim and in order. Headings and code are skipped. */
export function readSentences(markdown: string): Sentence[] {
  let heading: string | null = null
  const blocks = scanBlocks(markdown)
  return blocks.flatMap((block, paragraph) => {
    if (block.kind === 'heading') heading = block.title
    if (block.kind === 'table')
      return rowsOf(markdown.slice(block.start, block.end), block.start).map(row => ({
        ...row,
        paragraph,
        heading,
      }))
    if (block.kind !== 'paragraph' && block.kind !== 'list') return []
    const pieces = split(markdown, block.start, block.end)
    return pieces.flatMap((piece, index) => {
      const next = pieces[index + 1] ?? firstItem(markdown, blocks[paragraph + 1])
      // "2. Jane Doe" with items of another list below.
      if (next !== undefined && markOf(markdown, piece) === '1.' && markOf(markdown, next) === '-') {
        heading = piece.text
        return []
      }
      return [{ ...piece, paragraph, heading, columns: null }]
    })
  })
}

function firstItem(markdown: string, block: MarkdownBlock | undefined): Piece | undefined {
  return block?.kind === 'list' ? split(markdown, block.start, block.end)[0] : undefined
}

/** The mark before an item: `1.` for a number with nothing but a short name behind it, `-` for a bullet. */
function markOf(markdown: string, { start, text }: Piece): '1.' | '-' | null {
  const before = markdown.slice(Math.max(0, start - 6), start)
  if (/(?:^|\n)\s*[-*+•]\s+$/.test(before)) return '-'
  return /(?:^|\n)\s*\d{1,3}[.)]\s+$/.test(before) && /^\p{Lu}[^.:!?\n]{2,50}$/u.test(text) ? '1.' : null
}

function rowsOf(table: string, start: number): Omit<Sentence, 'paragraph' | 'heading'>[] {
  const lines = [...table.matchAll(/[^\n]+/g)]
  const columns = (lines[0]?.[0] ?? '')
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim())
  return lines.flatMap(({ 0: text, index }) =>
    /^[\s|:-]*$/.test(text)
      ? []
      : [{ start: start + index, end: start + index + text.length, text, columns }],
  )
}

type Piece = Pick<Sentence, 'start' | 'end' | 'text'>

function split(markdown: string, start: number, end: number): Piece[] {
  const text = markdown.slice(start, end)
  const sentences: Piece[] = []
  let from = 0
  const take = (to: number) => {
    const lead = /^\s*(?:(?:[-*+>]|\d{1,9}[.)])\s+)*/.exec(text.slice(from, to))?.[0].length ?? 0
    const begin = from + lead
    const stop = from + text.slice(from, to).trimEnd().length
    if (stop > begin)
      sentences.push({ start: start + begin, end: start + stop, text: text.slice(begin, stop) })
    from = to
  }
  for (const found of text.matchAll(enders)) {
    const stop = found.index + found[0].length
    const goesOn = /^\s+\p{Ll}/u.test(text.slice(stop, stop + 20)) || isInBrackets(text.slice(from, stop))
    const last = text.slice(Math.max(0, stop - 8), stop)
    const isDate = shortMonth.test(last) && /^\s+\d/.test(text.slice(stop, stop + 3))
    const isNext =
      /(?:Ltd|Inc|Corp|Co|\p{Lu}\.\p{Lu})\.$/u.test(last) && nextSentence.test(text.slice(stop, stop + 14))
    // The number of an item.
    if (/^\s*\d{1,3}\.$/.test(text.slice(from, stop))) continue
    if (isNext) take(stop)
    else if (found[0] === '' || (!goesOn && !isDate && !shortened.test(last))) take(stop)
  }
  take(text.length)
  return sentences
}

/** Whether an abbreviation before the dash or the end of brackets ended: "(b. 1837, Nashville, Tenn. - d. 1904)". */
function isInBrackets(said: string): boolean {
  const open = said.lastIndexOf('(')
  return (
    open > said.lastIndexOf(')') &&
    said.length - open < 120 &&
    /\d/.test(said.slice(open)) &&
    /\p{Lu}\p{Ll}{1,4}\.$/u.test(said)
  )
}

/** Words before a statement that make it an opinion, a wish or a condition. */
const unsure =
  /\b(?:if|whether|unless|suppose[ds]?|supposing|imagine|think|thinks|thought|believ\w+|claim\w*|alleg\w+|pretend\w*|suggest\w*|assert\w*|argu\w+|assum\w+|wonder\w*|rumou?r\w*|myth|lest|hop(?:e|es|ed|ing)|wish\w*|want\w*|would|could|should|might|may|shall|will|ought|as though|were to|no one|nobody|denie[sd]|deny|propos\w+|perhaps|maybe|possibly|say(?:s|ing)?|said|told|ask\w*|so-called|accus\w+|quot\w+)\b[^.;:]*$/i

const negated = /\b(?:not|never|no longer|neither|nor|without|hardly|cannot|n[’']t)\b/i

/** Whether a statement ("X was the Y") at [start, end) is uncertain, negated, quoted or a question. Precision comes first. */
export function isUncertain(sentence: string, start: number, end: number): boolean {
  if (/\?["'”’)\]]*$/.test(sentence)) return true
  const before = sentence.slice(0, start)
  const clause = sentence.slice(start, end)
  return unsure.test(before) || negated.test(clause) || /[“"][^”"]*$/.test(before) || /["“”]/.test(clause)
}

/** Whether the words before an office with a name ("the Treasurer, Mr Swan,") show that they are different persons. */
export function isOtherPerson(before: string): boolean {
  return /\b(?:secretary|adviser|advisor|assistant|deputy|wife|husband|widow|son|daughter|brother|father|mother|representative|predecessor|successor|friend|colleague|opponent|behalf|letter|representing|succeeding|replacing|between|like|unlike|than|not|both|either|neither|nor|also|including|namely|joins|joined|versus)(?: (?:to|of|for|from|with|by|as))?(?: the)?\s*$/i.test(
    before,
  )
}
