import type { Style } from './style.ts'

/** Prints any value field by field, indented: for tools without a renderer. */
export function renderValue(value: unknown, style: Style): string {
  return linesOf(value, style).join('\n')
}

function linesOf(value: unknown, style: Style): string[] {
  if (Array.isArray(value)) return value.flatMap(entry => bullet(linesOf(entry, style), style))
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, entry]) => field(name, entry, style))
  return scalar(value).split('\n')
}

function field(name: string, value: unknown, style: Style): string[] {
  const label = style.dim(`${name}:`)
  if (isEmpty(value)) return [`${label} ${Array.isArray(value) ? 'none' : '–'}`]
  const lines = linesOf(value, style)
  const isInline = (value === null || typeof value !== 'object') && lines.length === 1
  return isInline ? [`${label} ${lines[0]}`] : [label, ...lines.map(line => `  ${line}`)]
}

function bullet([first = '', ...rest]: string[], style: Style): string[] {
  return [`${style.dim('-')} ${first}`, ...rest.map(line => `  ${line}`)]
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function scalar(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
