import {
  countOf,
  listField,
  numberField,
  textField,
  textsField,
} from '../../core/contract/shell/read-fields.ts'
import { renderValue } from '../../core/contract/shell/render-value.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

/** Prints only the drawing, so that it can be piped; nodes and edges for json. */
export function renderPicture({ value }: ShownAnswer): Rendering {
  const answer =
    textField(value, 'format') === 'json'
      ? JSON.stringify({ nodes: listField(value, 'nodes'), edges: listField(value, 'edges') }, null, 2)
      : textField(value, 'picture')
  return value.limited === true
    ? {
        answer,
        remark: `The nearest ${countOf(numberField(value, 'node_count'), 'node')}; there are more (--limit).`,
      }
    : { answer }
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

/** Prints the errors line by line below the script's name and the totals. */
export function renderCheck({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const summary = value.validation_summary
  const found = listField(value, 'hallucinations_detected').map(one => {
    const meant = textField(one, 'suggestion')
    return `  ${style.bold(textField(one, 'location'))}  ${textField(one, 'type')}  ${textField(one, 'description')}${meant === '' ? '' : `  ${style.dim(meant)}`}`
  })
  const head = [
    style.bold(textField(value, 'script_path') || 'script'),
    `${countOf(numberField(summary, 'total_validations'), 'use')} checked`,
    `${numberField(summary, 'valid_count')} valid`,
    `${numberField(summary, 'invalid_count') + numberField(summary, 'not_found_count')} wrong`,
    `${numberField(summary, 'uncertain_count')} uncertain`,
  ].join(' · ')
  return {
    answer: [head, ...found, ...textsField(value, 'recommendations').map(line => `  ${line}`)].join('\n'),
  }
}

/** Prints the result; a command that finds nothing exits with 1. */
export function renderGraphCommand({ value, terminal }: ShownAnswer): Rendering {
  if (value.success !== true) return { answer: '', remark: textField(value, 'error'), exitCode: 1 }
  return { answer: renderValue(value.data, terminal.style) }
}
