import { splitSentences } from './split-sentences.ts'

export type WrittenSentence = {
  /** Without its marks. */
  text: string
  /** The numbers of the passages it cites. */
  numbers: number[]
}

const marks = /\s*\[\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*\]/g

/** Gives each sentence as soon as it is finished, with the citations that were written for it. */
export function sentenceStream(onSentence: (sentence: WrittenSentence) => void): {
  add(piece: string): void
  /** Gives what is left, unless it was cut off; then answers with it. */
  end(options: { isCut: boolean }): string | null
} {
  let open = ''
  const give = (raw: string) => {
    const sentence = readSentence(raw)
    if (/[\p{L}\p{N}]/u.test(sentence.text)) onSentence(sentence)
  }
  return {
    add(piece) {
      open = marksBeforeStops(open + piece)
      const sentences = splitSentences(open)
      // The last is not finished until another begins: its citation may still come.
      const last = sentences.at(-1)
      if (last === undefined || sentences.length < 2 || last.text.startsWith('[')) return
      for (const { text } of sentences.slice(0, -1)) give(text)
      open = open.slice(last.start)
    },
    end({ isCut }) {
      const sentences = splitSentences(open)
      open = ''
      const last = sentences.at(-1)
      const isUnfinished = isCut && last !== undefined && !/[.!?…。]\s*$/.test(last.text)
      for (const { text } of isUnfinished ? sentences.slice(0, -1) : sentences) give(text)
      return isUnfinished ? last.text : null
    },
  }
}

/** "So it is. [1]" cites the sentence before it. */
function marksBeforeStops(text: string): string {
  return text.replace(/([.!?…])((?:\s*\[\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*\])+)/g, '$2$1')
}

function readSentence(raw: string): WrittenSentence {
  const found = [...raw.matchAll(marks)].flatMap(([mark]) => (mark.match(/\d+/g) ?? []).map(Number))
  return { text: raw.replace(marks, '').replace(/\s+/g, ' ').trim(), numbers: [...new Set(found)] }
}
