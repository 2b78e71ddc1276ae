import { scanBlocks } from '../../core/text/markdown-blocks.ts'

/** A sentence as it stands in a text: characters [start, end), and those characters. */
export type Sentence = { start: number; end: number; text: string }

/** Full stops that end no sentence: titles, initials, and what is said in short. */
const shortened =
  /(?:^|[\s(["'“—–-])(?:Mr|Mrs|Ms|Dr|Prof|Rev|Hon|Rt|St|Sen|Capt|Col|Gen|Lt|Sgt|Jr|Sr|No|Nos|Vol|vs|viz|etc|e\.g|i\.e|cf|al|Inc|Ltd|Co|Pty|Corp|U\.S|U\.K|a\.m|p\.m|approx|para|p|pp|\p{Lu})\.$/u
const enders = /[.!?]+["'”’)\]]*(?=\s)/g

/** Sentences of paragraphs and lists, verbatim and in order. Headings, code and tables say nothing in sentences. */
export function readSentences(markdown: string): Sentence[] {
  return scanBlocks(markdown).flatMap(block => {
    if (block.kind !== 'paragraph' && block.kind !== 'list') return []
    return split(markdown, block.start, block.end)
  })
}

function split(markdown: string, start: number, end: number): Sentence[] {
  const text = markdown.slice(start, end)
  const sentences: Sentence[] = []
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
    const goesOn = /^\s+\p{Ll}/u.test(text.slice(stop, stop + 20))
    if (!goesOn && !shortened.test(text.slice(Math.max(0, stop - 8), stop))) take(stop)
  }
  take(text.length)
  return sentences
}
