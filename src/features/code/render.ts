import {
  countOf,
  listField,
  numberField,
  textField,
  textsField,
} from '../../core/contract/shell/read-fields.ts'
import { renderValue } from '../../core/contract/shell/render-value.ts'
import { widthOf } from '../../core/contract/shell/style.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'
import { findWord } from './report-on-wire.ts'

/** Prints only the drawing, so that it can be piped; nodes and edges for json. */
export function renderPicture({ value, terminal }: ShownAnswer): Rendering {
  const answer =
    textField(value, 'format') === 'json'
      ? JSON.stringify({ nodes: listField(value, 'nodes'), edges: listField(value, 'edges') }, null, 2)
      : textField(value, 'picture')
  const remarks = [
    ...(value.limited === true
      ? [`The nearest ${countOf(numberField(value, 'node_count'), 'node')}; there are more (--limit).`]
      : []),
    ...(terminal.isInteractive && !terminal.style.isPlain && textField(value, 'format') === 'mermaid'
      ? ['This is Mermaid, for pages that draw it; --format text draws it here.']
      : []),
  ]
  return remarks.length === 0 ? { answer } : { answer, remark: remarks.join('\n') }
}

/** Prints the counts of what was parsed; next steps are a remark. */
export function renderParsed({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const { statistics } = value
  const count = (name: string) => numberField(statistics, `${name}_created`)
  const classes = count('classes') === 1 ? '1 class' : `${count('classes').toLocaleString('en')} classes`
  const others = ['method', 'function', 'attribute'].map(name => countOf(count(`${name}s`), name))
  const isDone = textField(value, 'status') !== 'running'
  return {
    answer: `${isDone ? style.good('parsed') : style.accent('running')}  ${textField(value, 'message')}\n${[classes, ...others].join(', ')}`,
    remark: [
      ...textsField(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`),
      ...textsField(value, 'next_steps'),
    ].join('\n'),
  }
}

/** Prints each error with its line of the script, the wrong word marked, below the script's name and the totals. */
export function renderCheck({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const summary = value.validation_summary
  const wrong = numberField(summary, 'invalid_count') + numberField(summary, 'not_found_count')
  const head = [
    style.bold(textField(value, 'script_path') || 'script'),
    `${countOf(numberField(summary, 'total_validations'), 'use')} checked`,
    `${numberField(summary, 'valid_count')} valid`,
    wrong === 0 ? style.good('0 wrong') : style.bad(`${wrong} wrong`),
    `${numberField(summary, 'uncertain_count')} uncertain`,
  ].join(' · ')
  const problems = listField(value, 'syntax_problems').map(
    one => `  ${style.bold(`line ${numberField(one, 'line')}`)}  SYNTAX  ${textField(one, 'message')}`,
  )
  const found = listField(value, 'hallucinations_detected').flatMap(one => renderError(one, terminal))
  const advice = textsField(value, 'recommendations').map(line => `  ${line}`)
  const isEmpty = problems.length + found.length === 0
  return { answer: [head, ...problems, ...found, ...(isEmpty ? [] : ['']), ...advice].join('\n') }
}

const indent = 4

function renderError(one: unknown, { style, columns }: ShownAnswer['terminal']): string[] {
  const meant = textField(one, 'suggestion')
  const [source, marked] = [textField(one, 'source'), textField(one, 'marked')]
  const at = marked === '' ? -1 : findWord(source, marked)
  // What lies before the mark is cut where the line is wider than the terminal.
  const room = columns - indent - 2
  const start = Math.max(source.search(/\S|$/), at + marked.length + 10 - room)
  const shown = source.slice(start, start + room).replaceAll('\t', ' ')
  const before = ' '.repeat(indent + widthOf(source.slice(start, Math.max(start, at))))
  return [
    `  ${style.bold(textField(one, 'location'))}  ${style.bad(textField(one, 'type'))}  ${textField(one, 'description')}`,
    ...(shown === '' ? [] : [`${' '.repeat(indent)}${shown}`]),
    ...(at === -1 ? [] : [`${before}${style.bad('^'.repeat(widthOf(marked)))}  ${meant}`.trimEnd()]),
    ...(at === -1 && meant !== '' ? [`${' '.repeat(indent)}${meant}`] : []),
  ]
}

/** Prints the result; a command that finds nothing exits with 1. */
export function renderGraphCommand({ value, terminal }: ShownAnswer): Rendering {
  if (value.success !== true) return { answer: '', remark: textField(value, 'error'), exitCode: 1 }
  const { noteStyle, style } = terminal
  const warnings = textsField(value.metadata, 'warnings').map(one => `${noteStyle.warn('note:')} ${one}`)
  // SAFETY: whatever it is, only whether this field is true is asked.
  const isLimited = (value.metadata as { limited?: unknown } | undefined)?.limited === true
  const more = isLimited ? ['There are more results than are shown.'] : []
  return {
    answer: renderValue(value.data, style),
    ...(warnings.length + more.length === 0 ? {} : { remark: [...warnings, ...more].join('\n') }),
  }
}
