import { invalidQuery } from '../cypher-failure.ts'

export type Token = {
  kind: 'word' | 'quoted word' | 'number' | 'text' | 'symbol' | 'parameter' | 'end'
  /** As written, except that quotes and escapes of texts and quoted words are resolved. */
  text: string
  start: number
  end: number
}

const pattern =
  /(?<space>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<word>[\p{L}_][\p{L}\p{N}_]*)|`(?<quoted>(?:[^`]|``)+)`|(?<number>0x[\da-f]+|(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)|(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|\$(?<parameter>\w+)|(?<symbol><=|>=|<>|=~|\+=|\.\.|[-+*/%^=<>()[\]{}.,:;|&!])/suy

const kinds = ['word', 'quoted', 'number', 'text', 'parameter', 'symbol'] as const

/** Cuts a query into its words and signs. The last token is the end. */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = []
  const next = new RegExp(pattern, 'suyi')
  while (next.lastIndex < query.length) {
    const start = next.lastIndex
    const groups = next.exec(query)?.groups
    if (!groups) throw invalidQuery(complain(query[start]), { text: query, at: start })
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

function complain(sign: string | undefined): string {
  return sign === "'" || sign === '"' ? 'A text has no closing quote' : `Unexpected character "${sign}"`
}
