import type { TextTokenizer } from './tokenizer.ts'

/** The tokens of words that are read together; `firsts` has the first token of each word. */
export type EncodedWindow = { ids: number[]; types: number[]; firsts: number[] }

/** Words of titles have types of their own. */
const headerType = 3

/** Encodes word by word. The model knows small letters only, so the type of a token says how its word is capitalised. */
export function encodeWindow(
  { header, words }: { header: readonly string[]; words: readonly string[] },
  tokenizer: Pick<TextTokenizer, 'encode'>,
): EncodedWindow {
  const ids: number[] = []
  const types: number[] = []
  const firsts: number[] = []
  const [begin = 0, ...rest] = tokenizer.encode('')
  const end = rest.at(-1) ?? begin
  const add = (id: number, type: number) => {
    ids.push(id)
    types.push(type)
  }
  add(begin, 0)
  for (const [part, texts] of [header, words].entries()) {
    for (const text of texts) {
      firsts.push(ids.length)
      const own = tokenizer.encode(text).slice(1, -1)
      for (const id of own.length === 0 ? [unknown] : own)
        add(id, caseOf(text) + (part === 0 ? headerType : 0))
    }
    add(end, 0)
  }
  return { ids, types, firsts }
}

/** [UNK] of the vocabulary of BERT. */
const unknown = 100

/** 0: small letters, digits and marks; 1: a capital in front; 2: more capitals. */
function caseOf(word: string): number {
  if (/.\p{Lu}/u.test(word)) return 2
  return /^\p{Lu}/u.test(word) ? 1 : 0
}
