import type { CodeParameter, ParameterKind } from '../model/code.ts'
import { builtinSignatures } from './builtin-signatures.ts'
import { scriptArity } from './native-class.ts'
import { standardLibrary } from './standard-library.ts'

let read: ReadonlyMap<string, string> | null = null

/** The parameters of what is written in C or belongs to JavaScript itself; null when they are not known. */
export function nativeSignature(path: string): CodeParameter[] | null {
  if (path.startsWith('script:')) return scriptSignature(path)
  read ??= new Map(
    [...standardLibrary.signatures, ...builtinRows()].map(row => {
      const at = row.indexOf('(')
      return [row.slice(0, at), row.slice(at + 1)]
    }),
  )
  const text = read.get(path)
  if (text === undefined) return null
  return text === '' ? [] : text.split(',').map(toParameter)
}

function scriptSignature(path: string): CodeParameter[] | null {
  const arity = scriptArity(path)
  if (!arity) return null
  const named = (kind: string, length: number, from: number) =>
    Array.from({ length }, (_, at) => toParameter(`/argument ${from + at + 1}${kind}`))
  const isEndless = !Number.isFinite(arity.most)
  const optional = isEndless ? [toParameter('*rest')] : named('?', arity.most - arity.least, arity.least)
  return [...named('', arity.least, 0), ...optional]
}

function builtinRows(): string[] {
  return Object.entries(builtinSignatures).flatMap(([name, methods]) =>
    methods.split(' ').map(method => `${name}.${method}`),
  )
}

const kinds: Readonly<Record<string, ParameterKind>> = {
  '/': 'positional_only',
  '=': 'keyword_only',
  '*': 'var_positional',
  '^': 'var_keyword',
}

function toParameter(text: string): CodeParameter {
  const kind = kinds[text[0] ?? ''] ?? 'positional'
  const isOptional = text.endsWith('?') || kind === 'var_positional' || kind === 'var_keyword'
  const name = text.replace(/^[/=*^]|\?$/g, '')
  return { name, kind, type: null, default: null, isOptional }
}
