import { countOf, listOf, numberOf, textOf, textsOf } from '../../core/contract/shell/read-fields.ts'
import { renderValue } from '../../core/contract/shell/render-value.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

/** The drawing alone, so that it can be piped on; nodes and edges for json. */
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

/** What was parsed, counted; what to do with it is said beside the answer. */
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

/** What is wrong, line by line, under the script's name. */
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

/** What the command found; what it did not find is an error at a shell. */
export function renderGraphCommand({ value, terminal }: ShownAnswer): Rendering {
  if (value.success !== true) return { answer: '', remark: textOf(value, 'error'), exitCode: 1 }
  return { answer: renderValue(value.data, terminal.style) }
}
