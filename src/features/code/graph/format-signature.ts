import type { CodeFunction, CodeParameter } from '../model/code.ts'

const marks: Readonly<Record<CodeParameter['kind'], string>> = {
  positional: '',
  positional_only: '',
  keyword_only: '[keyword_only] ',
  var_positional: '[var_positional] ',
  var_keyword: '[var_keyword] ',
}

/** A parameter as the graph's contract writes it: `[keyword_only] name:type=default`. */
export function formatParameter({ name, kind, type, default: value }: CodeParameter): string {
  return `${marks[kind]}${name}:${type?.text ?? 'Any'}${value === null ? '' : `=${value}`}`
}

/** A signature for people: `name(first: int, *rest, last = 3) -> str`. */
export function formatSignature({
  name,
  parameters,
  returns,
}: Pick<CodeFunction, 'name' | 'parameters' | 'returns'>): string {
  const stars = {
    positional: '',
    positional_only: '',
    keyword_only: '',
    var_positional: '*',
    var_keyword: '**',
  } as const
  const list = parameters.map(
    ({ name: parameter, kind, type, default: value, isOptional }) =>
      `${stars[kind]}${parameter}${isOptional && value === null && stars[kind] === '' ? '?' : ''}${type ? `: ${type.text}` : ''}${value === null ? '' : ` = ${value}`}`,
  )
  return `${name}(${list.join(', ')})${returns ? ` -> ${returns.text}` : ''}`
}
