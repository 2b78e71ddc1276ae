import { createRequire } from 'node:module'
import { Failure } from '../../core/model/failure.ts'
import { type LocalReranker, type PinnedFile, readVerifiedFile } from './local-model.ts'

export type TextTokenizer = {
  /** Token ids with special tokens, cut to the limit of the model. */
  encode(text: string): number[]
  /**
   * Both texts as one sequence, with the number of the text that each token belongs to. The end of the passage is cut so
   * that it fits; a question takes at most half of the sequence.
   */
  encodePair(question: string, passage: string): { ids: number[]; types: number[] }
  /** How many tokens the text has, without special tokens and without a limit. */
  count(text: string): number
  /** Whether the count of a text is the sum of the counts of its words, with every ASCII sign as one token. */
  readonly addsUpByWord: boolean
  /** Tokens that are recognised anywhere in a text, like [MASK]. */
  readonly specialTokens: readonly string[]
  /** Whether a token says something of its own: not special tokens, punctuation and the commonest words. */
  isTelling(id: number): boolean
  /** Whether a token is a later piece of the word that the token before it belongs to. */
  continuesWord(id: number): boolean
}

type TokenizerFile = {
  model?: { type?: string; vocab?: Record<string, number> | [string, number][] }
  pre_tokenizer?: { type?: string } | null
  added_tokens?: { id?: number; content: string }[]
}

/**
 * Synchronous, because counting is synchronous. The library (5 ms) and the vocabulary (40 ms) are loaded for the first
 * text.
 */
export function loadTokenizer(model: LocalReranker): TextTokenizer {
  // SAFETY: the types of the package describe both of its module formats.
  const { Tokenizer } = createRequire(import.meta.url)(
    '@huggingface/tokenizers',
  ) as typeof import('@huggingface/tokenizers')
  const file = readJson(model.tokenizer) as TokenizerFile
  const specialTokens = (file.added_tokens ?? []).map(token => token.content)
  const config = model.tokenizerConfig === null ? {} : readJson(model.tokenizerConfig)
  let tokenizer: InstanceType<typeof Tokenizer>
  let closing: number
  try {
    tokenizer = new Tokenizer(file, config)
    closing = countClosingTokens(tokenizer)
  } catch (cause) {
    throw unusable('tokenizer.json', cause)
  }
  return {
    encode(text) {
      const ids = tokenizer.encode(text).ids
      if (ids.length <= model.maxTokens) return ids
      return [...ids.slice(0, model.maxTokens - closing), ...ids.slice(ids.length - closing)]
    },
    encodePair(question, passage) {
      const shortened = shortenTo(question, Math.floor(model.maxTokens / 2), tokenizer)
      const { ids, token_type_ids: types } = tokenizer.encode(shortened, {
        text_pair: passage,
        return_token_type_ids: true,
      })
      const cut = (row: number[]) =>
        row.length <= model.maxTokens
          ? row
          : [...row.slice(0, model.maxTokens - closing), ...row.slice(row.length - closing)]
      return { ids: cut(ids), types: cut(types) }
    },
    count: text => tokenizer.tokenize(text).length,
    specialTokens,
    ...tokenProperties(file, id => tokenizer.id_to_token(id)),
    addsUpByWord:
      file.model?.type === 'WordPiece' &&
      file.pre_tokenizer?.type === 'BertPreTokenizer' &&
      specialTokens.every(token => !/\s/.test(token)),
  }
}

/** English words that are in nearly every passage: a third of all tokens. "no" and "not" say something. */
const commonest = new Set(
  'a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its me my of on or our she should so such than that the their them then there these they this those to too was we were what when where which who why will with would you your'.split(
    ' ',
  ),
)

const marksStart = /^[▁Ġ]/
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Two properties of a token that show in its spelling. Special tokens have neither. A vocabulary has tens of thousands of
 * tokens and a text a few, so each is examined when it is asked for. Byte-level vocabularies write other bytes as letters,
 * which then count as letters.
 */
function tokenProperties(
  { model, added_tokens: added = [] }: TokenizerFile,
  spellingOf: (id: number) => string | undefined,
): Pick<TextTokenizer, 'isTelling' | 'continuesWord'> {
  const special = new Set(added.map(({ id }) => id))
  const spelled = (has: (token: string) => boolean) => {
    const known = new Map<number, boolean>()
    return (id: number) => {
      const found = known.get(id)
      if (found !== undefined) return found
      const token = special.has(id) ? undefined : spellingOf(id)
      const isSo = token !== undefined && has(token)
      known.set(id, isSo)
      return isSo
    }
  }
  let continues: ((token: string) => boolean) | null = null
  return {
    isTelling: spelled(isTelling),
    continuesWord: spelled(token => {
      continues ??= continuation(model)
      return continues(token)
    }),
  }
}

/** A vocabulary marks either the tokens that begin a word ("▁the", "Ġthe") or those that continue one ("##s"). */
function continuation(model: TokenizerFile['model']): (token: string) => boolean {
  const vocabulary = model?.type === 'WordPiece' ? [] : (model?.vocab ?? {})
  const tokens = Array.isArray(vocabulary) ? vocabulary.map(([token]) => token) : Object.keys(vocabulary)
  if (!tokens.some(token => marksStart.test(token))) return token => /^##./.test(token)
  return token => /^[\p{L}\p{N}]/u.test(token) && !spaceless.test(token)
}

function isTelling(token: string): boolean {
  return /[\p{L}\p{N}]/u.test(token) && !commonest.has(token.replace(marksStart, ''))
}

/** Drops words from the end until the text has at most this many tokens. */
function shortenTo(
  text: string,
  most: number,
  tokenizer: { tokenize(text: string): readonly string[] },
): string {
  let words = text.split(/\s+/)
  for (let tokens = tokenizer.tokenize(text).length; tokens > most && words.length > 1; ) {
    words = words.slice(0, Math.max(1, Math.floor((words.length * most) / tokens)))
    tokens = tokenizer.tokenize(words.join(' ')).length
  }
  return words.length === text.split(/\s+/).length ? text : words.join(' ')
}

/** How many special tokens are added after a text: they must be kept when it is cut. */
function countClosingTokens(tokenizer: {
  encode(text: string, options?: { add_special_tokens?: boolean }): { ids: number[] }
}): number {
  const bare = tokenizer.encode('a', { add_special_tokens: false }).ids
  const whole = tokenizer.encode('a').ids
  const start = whole.findIndex((_, at) => bare.every((id, offset) => whole[at + offset] === id))
  return whole.length - start - bare.length
}

function readJson(file: PinnedFile): object {
  const text = readVerifiedFile(file).toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch (cause) {
    throw unusable(file.path, cause)
  }
  throw unusable(file.path, null)
}

function unusable(path: string, cause: unknown): Failure {
  return new Failure(
    'unavailable',
    'MODEL_UNUSABLE',
    `The tokenizer cannot be loaded from ${path.split(/[\\/]/).at(-1)}.`,
    {
      hint: 'Check that the model folder contains the tokenizer.json of a Hugging Face "fast" tokenizer.',
      cause,
    },
  )
}

const maxCachedWords = 100_000
/** Longer runs without a space are mostly unique (links, hashes, scripts without spaces), so they are not cached. */
const maxCachedLength = 32

/**
 * Counts tokens with the tokenizer that `load` returns for the first text. Where counts add up over words, each word is
 * tokenized only once, which is many times faster on prose.
 */
export function tokenCounter(load: () => TextTokenizer): (text: string) => number {
  let tokenizer: TextTokenizer | null = null
  let counts = new Map<string, number>()

  function countWord(word: string, tokenizer: TextTokenizer): number {
    if (word.length > maxCachedLength) return tokenizer.count(word)
    const known = counts.get(word)
    if (known !== undefined) return known
    const count = tokenizer.count(word)
    if (counts.size >= maxCachedWords) counts = new Map()
    counts.set(word, count)
    return count
  }

  /** Counts signs separately, so that `word`, `"word"` and `word,` share one cache entry. */
  function countAsciiWord(word: string, tokenizer: TextTokenizer): number {
    let total = 0
    let start = 0
    for (let i = 0; i <= word.length; i++) {
      if (i < word.length && !isSign(word.charCodeAt(i))) continue
      if (i > start) total += countWord(word.slice(start, i), tokenizer)
      if (i < word.length) total += 1
      start = i + 1
    }
    return total
  }

  return text => {
    tokenizer ??= load()
    if (!tokenizer.addsUpByWord) return tokenizer.count(text)
    const hasSpecial = tokenizer.specialTokens.some(token => text.includes(token))
    let total = 0
    let start = -1
    let isAscii = true
    for (let i = 0; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 32
      if (!isSpace(code)) {
        if (start < 0) start = i
        if (code > 127) isAscii = false
      } else if (start >= 0) {
        const word = text.slice(start, i)
        total += isAscii && !hasSpecial ? countAsciiWord(word, tokenizer) : countWord(word, tokenizer)
        start = -1
        isAscii = true
      }
    }
    return total
  }
}

/** Only what every tokenizer treats as a space: BERT's drops some Unicode spaces instead of splitting at them. */
function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

/** ASCII characters that are not letters, digits or control characters. */
function isSign(code: number): boolean {
  return (
    (code > 32 && code < 48) ||
    (code > 57 && code < 65) ||
    (code > 90 && code < 97) ||
    (code > 122 && code < 127)
  )
}
