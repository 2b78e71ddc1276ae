import { countOf, listOf, numberOf, textOf, textsOf } from '../../core/contract/shell/read-fields.ts'
import { renderValue } from '../../core/contract/shell/render-value.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

/** Prints only the drawing, so that it can be piped; nodes and edges for json. */
export function renderPicture({ value }: ShownAnswer): Rendering {
  const answer =
    textOf(value, 'format') === 'json'
      ? JSON.stringify({ nodes: listOf(value, 'nodes'), edges: listOf(value, 'edges') }, null, 2)
      : textOf(value, 'picture')
  return value.limited === true
    ? {
        answer,
        remark: `The nearest ${countOf(numberOf(value, 'node_count'), 'node')}; there are more (--limit).`,
      }
    : { answer }
}

/** Prints the counts of what was parsed; next steps are a remark. */
export function renderParsed({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const { statistics } = value
  const count = (name: string) => numberOf(statistics, `${name}_created`)
  const classes = count('classes') === 1 ? '1 class' : `${count('classes').toLocaleString('en')} classes`
  const others = ['method', 'function', 'attribute'].map(name => countOf(count(`${name}s`), name))
  const isDone = textOf(value, 'status') !== 'running'
  return {
    answer: `${isDone ? style.good('parsed') : style.accent('running')}  ${textOf(value, 'message')}\n${[classes, ...others].join(', ')}`,
    remark: [
      ...textsOf(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`),
      ...textsOf(value, 'next_steps'),
    ].join('\n'),
  }
}

/** Prints the errors line by line below the script's name and the totals. */
export function renderCheck({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const summary = value.validation_summary
  const found = listOf(value, 'hallucinations_detected').map(one => {
    const meant = textOf(one, 'suggestion')
    return `  ${style.bold(textOf(one, 'location'))}  ${textOf(one, 'type')}  ${textOf(one, 'description')}${meant === '' ? '' : `  ${style.dim(meant)}`}`
  })
  const head = [
    style.bold(textOf(value, 'script_path') || 'script'),
    `${countOf(numberOf(summary, 'total_validations'), 'use')} checked`,
    `${numberOf(summary, 'valid_count')} valid`,
    `${numberOf(summary, 'invalid_count') + numberOf(summary, 'not_found_count')} wrong`,
    `${numberOf(summary, 'uncertain_count')} uncertain`,
  ].join(' · ')
  return {
    answer: [head, ...found, ...textsOf(value, 'recommendations').map(line => `  ${line}`)].join('\n'),
  }
}

/** Prints the result; a command that finds nothing exits with 1. */
export function renderGraphCommand({ value, terminal }: ShownAnswer): Rendering {
  if (value.success !== true) return { answer: '', remark: textOf(value, 'error'), exitCode: 1 }
  return { answer: renderValue(value.data, terminal.style) }
}
