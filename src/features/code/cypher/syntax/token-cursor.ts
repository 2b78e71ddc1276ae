import { invalidQuery } from '../cypher-failure.ts'
import { type Token, tokenize } from './tokenize.ts'

/** Walks over a query's tokens. Words are compared without regard to case; quoted words are never keywords. */
export type TokenCursor = {
  peek(ahead?: number): Token
  next(): Token
  isWord(...words: string[]): boolean
  isSymbol(...symbols: string[]): boolean
  /** Takes the words when they all come next, in this order. */
  takeWords(...words: string[]): boolean
  takeSymbol(symbol: string): boolean
  expectWord(word: string): void
  expectSymbol(symbol: string): void
  /** A variable, label, type or property. */
  expectName(what: string): string
  expectCount(what: string): number
  /** The query's own text from a token on, up to where we are. */
  textSince(start: number): string
  fail(message: string): never
  /** What `parse` gives, or null and nothing taken when it fails. */
  attempt<T>(parse: () => T | null): T | null
}

export function tokenCursor(query: string): TokenCursor {
  const tokens = tokenize(query)
  let at = 0

  const peek = (ahead = 0): Token => tokens[Math.min(at + ahead, tokens.length - 1)] as Token
  const next = (): Token => {
    const token = peek()
    at++
    return token
  }
  const fail = (message: string): never => {
    throw invalidQuery(message, { text: query, at: peek().start })
  }
  const isWordAt = (word: string, ahead: number): boolean =>
    peek(ahead).kind === 'word' && peek(ahead).text.toLowerCase() === word
  const isSymbol = (...symbols: string[]): boolean =>
    peek().kind === 'symbol' && symbols.includes(peek().text)

  function takeWords(...words: string[]): boolean {
    const areNext = words.every((word, ahead) => isWordAt(word, ahead))
    if (areNext) at += words.length
    return areNext
  }

  function takeSymbol(symbol: string): boolean {
    const isNext = isSymbol(symbol)
    if (isNext) at++
    return isNext
  }

  return {
    peek,
    next,
    fail,
    isSymbol,
    takeWords,
    takeSymbol,
    isWord: (...words) => words.some(word => isWordAt(word, 0)),
    expectWord(word) {
      if (!takeWords(word)) fail(`Expected ${word.toUpperCase()}`)
    },
    expectSymbol(symbol) {
      if (!takeSymbol(symbol)) fail(`Expected "${symbol}"`)
    },
    expectName(what) {
      if (peek().kind !== 'word' && peek().kind !== 'quoted word') fail(`Expected ${what}`)
      return next().text
    },
    expectCount(what) {
      if (peek().kind !== 'number' || !/^\d+$/.test(peek().text)) fail(`Expected ${what}`)
      return Number(next().text)
    },
    textSince: start => query.slice(start, tokens[at - 1]?.end ?? start),
    attempt(parse) {
      const before = at
      try {
        const parsed = parse()
        if (parsed === null) at = before
        return parsed
      } catch {
        at = before
        return null
      }
    },
  }
}
