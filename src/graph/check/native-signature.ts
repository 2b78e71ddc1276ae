import type { CodeParameter, ParameterKind } from '../../model/code.ts'
import { standardLibrary } from './standard-library.ts'

let read: ReadonlyMap<string, string> | null = null

/** The parameters of a function, method or class that is written in C; null when they are not known. */
export function nativeSignature(path: string): CodeParameter[] | null {
  read ??= new Map(
    standardLibrary.signatures.map(row => {
      const at = row.indexOf('(')
      return [row.slice(0, at), row.slice(at + 1)]
    }),
  )
  const text = read.get(path)
  if (text === undefined) return null
  return text === '' ? [] : text.split(',').map(toParameter)
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
