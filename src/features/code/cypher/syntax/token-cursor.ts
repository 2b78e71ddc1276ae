import type { JsonObject } from '../../../../core/model/json.ts'
import { invalidQuery } from '../cypher-failure.ts'
import type { Expression, Query } from './query.ts'

/** Reads a query token by token. Words are compared case-insensitively; quoted words are never keywords. */
type TokenCursor = {
  peek(ahead?: number): Token
  next(): Token
  isWord(...words: string[]): boolean
  isSymbol(...symbols: string[]): boolean
  /** Consumes the words if all of them come next, in this order. */
  takeWords(...words: string[]): boolean
  takeSymbol(symbol: string): boolean
  expectWord(word: string): void
  expectSymbol(symbol: string): void
  /** A variable, label, type or property. */
  expectName(what: string): string
  expectCount(what: string): number
  /** The query's text from `start` up to the last consumed token. */
  textSince(start: number): string
  fail(message: string): never
  /** Returns the result of `parse`. When that is null or throws, returns null and consumes nothing. */
  attempt<T>(parse: () => T | null): T | null
}

/** A cursor with the rules that other rules contain: patterns hold expressions, and expressions hold queries. */
export type Parser = TokenCursor & {
  parseExpression(): Expression
  /** The query between the braces of EXISTS, COUNT and COLLECT. */
  parseInnerQuery(): Query
  /** The values of `$name`. */
  parameters: JsonObject
}

export function tokenCursor(query: string): TokenCursor {
  const tokens = tokenize(query)
  let at = 0

  // SAFETY: tokenize returns at least the end token.
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

type Token = {
  kind: 'word' | 'quoted word' | 'number' | 'text' | 'symbol' | 'parameter' | 'end'
  /** As written, except that quotes and escapes of strings and quoted words are resolved. */
  text: string
  start: number
  end: number
}

const pattern =
  /(?<space>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<word>[\p{L}_][\p{L}\p{N}_]*)|`(?<quoted>(?:[^`]|``)+)`|(?<number>0x[\da-f]+|(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)|(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|\$(?<parameter>\w+)|(?<symbol><=|>=|<>|=~|\+=|\.\.|[-+*/%^=<>()[\]{}.,:;|&!])/suy

const kinds = ['word', 'quoted', 'number', 'text', 'parameter', 'symbol'] as const

/** Splits a query into tokens. The last one has the kind `end`. */
function tokenize(query: string): Token[] {
  const tokens: Token[] = []
  const next = new RegExp(pattern, 'suyi')
  while (next.lastIndex < query.length) {
    const start = next.lastIndex
    const groups = next.exec(query)?.groups
    if (!groups) throw invalidQuery(describeCharacter(query[start]), { text: query, at: start })
    const kind = kinds.find(one => groups[one] !== undefined)
    if (!kind) continue
    const text = groups[kind] ?? ''
    tokens.push({ ...read(kind, text), start, end: next.lastIndex })
  }
  tokens.push({ kind: 'end', text: '', start: query.length, end: query.length })
  return tokens
}

function read(kind: (typeof kinds)[number], text: string): Pick<Token, 'kind' | 'text'> {
  if (kind === 'quoted') return { kind: 'quoted word', text: text.replaceAll('``', '`') }
  if (kind === 'text') return { kind, text: resolveEscapes(text.slice(1, -1)) }
  return { kind, text }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

function resolveEscapes(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, code?: string, sign?: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[sign ?? ''] ?? sign ?? ''),
  )
}

function describeCharacter(sign: string | undefined): string {
  return sign === "'" || sign === '"' ? 'A string has no closing quote' : `Unexpected character "${sign}"`
}

/** Parses a comma-separated list up to its closing symbol. */
export function parseUntil<T>(cursor: TokenCursor, close: string, parse: () => T): T[] {
  const all: T[] = []
  if (cursor.takeSymbol(close)) return all
  do all.push(parse())
  while (cursor.takeSymbol(','))
  cursor.expectSymbol(close)
  return all
}
