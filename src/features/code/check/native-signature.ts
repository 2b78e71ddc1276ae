import type { CodeParameter, ParameterKind } from '../model/code.ts'
import { scriptArity, standardLibrary } from './native-class.ts'

let read: ReadonlyMap<string, string> | null = null

/** The parameters of a function written in C or built into JavaScript; null when they are not known. */
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

/**
 * The parameters of methods of Python's built-in types, in the notation of the standard library's table. Methods with
 * signatures that it cannot express are left out. Taken from Python 3.11.
 */
const builtinSignatures: Readonly<Record<string, string>> = {
  str: 'capitalize( casefold( center(/width,/fillchar? count(/sub,/start?,/end? encode(encoding?,errors? endswith(/suffix,/start?,/end? expandtabs(tabsize? find(/sub,/start?,/end? index(/sub,/start?,/end? isalnum( isalpha( isascii( isdecimal( isdigit( isidentifier( islower( isnumeric( isprintable( isspace( istitle( isupper( join(/iterable ljust(/width,/fillchar? lower( lstrip(/chars? partition(/sep removeprefix(/prefix removesuffix(/suffix replace(/old,/new,/count? rfind(/sub,/start?,/end? rindex(/sub,/start?,/end? rjust(/width,/fillchar? rpartition(/sep rsplit(sep?,maxsplit? rstrip(/chars? split(sep?,maxsplit? splitlines(keepends? startswith(/prefix,/start?,/end? strip(/chars? swapcase( title( translate(/table upper( zfill(/width',
  bytes:
    'capitalize( center(/width,/fillchar? decode(encoding?,errors? expandtabs(tabsize? fromhex(/string isalnum( isalpha( isdigit( isspace( join(/iterable_of_bytes ljust(/width,/fillchar? lower( lstrip(/bytes? maketrans(/frm,/to partition(/sep removeprefix(/prefix removesuffix(/suffix replace(/old,/new,/count? rjust(/width,/fillchar? rpartition(/sep rsplit(sep?,maxsplit? rstrip(/bytes? split(sep?,maxsplit? splitlines(keepends? strip(/bytes? swapcase( title( translate(/table,delete? upper( zfill(/width',
  bytearray:
    'append(/item center(/width,/fillchar? clear( copy( decode(encoding?,errors? expandtabs(tabsize? extend(/iterable_of_ints fromhex(/string insert(/index,/item join(/iterable_of_bytes ljust(/width,/fillchar? lstrip(/bytes? maketrans(/frm,/to partition(/sep pop(/index? remove(/value removeprefix(/prefix removesuffix(/suffix replace(/old,/new,/count? reverse( rjust(/width,/fillchar? rpartition(/sep rsplit(sep?,maxsplit? rstrip(/bytes? split(sep?,maxsplit? splitlines(keepends? strip(/bytes? translate(/table,delete? zfill(/width',
  list: 'append(/object clear( copy( count(/value extend(/iterable index(/value,/start?,/stop? insert(/index,/object pop(/index? remove(/value reverse( sort(=key?,=reverse?',
  dict: 'clear( copy( fromkeys(/iterable,/value? get(/key,/default? items( keys( popitem( setdefault(/key,/default? values(',
  tuple: 'count(/value index(/value,/start?,/stop?',
  int: 'as_integer_ratio( bit_count( bit_length( from_bytes(bytes,byteorder?,=signed? to_bytes(length?,byteorder?,=signed?',
  float: 'as_integer_ratio( conjugate( fromhex(/string hex( is_integer(',
  complex: 'conjugate(',
  're.Pattern':
    'findall(string,pos?,endpos? finditer(string,pos?,endpos? fullmatch(string,pos?,endpos? match(string,pos?,endpos? scanner(string,pos?,endpos? search(string,pos?,endpos? split(string,maxsplit? sub(repl,string,count? subn(repl,string,count?',
  're.Match': 'end(/group? expand(template groupdict(default? groups(default? span(/group? start(/group?',
  set: 'add(/object clear( copy( discard(/object pop( remove(/object',
  frozenset: 'copy(',
}
