import { countOf, listOf, numberOf, textOf, textsOf } from '../../../core/contract/shell/read-fields.ts'
import { renderValue } from '../../../core/contract/shell/render-value.ts'
import type { Rendering, ShownAnswer } from '../../../core/contract/shell/tool-shell.ts'

/** Tools by name with what they do; schemas, where they were asked for, field by field. */
export function renderTools({ value, input, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const tools = listOf(value, 'tools')
  if (input.detail_level === 'full')
    return { answer: tools.map(tool => renderValue(tool, style)).join('\n\n') }
  const lines = tools.map(tool => {
    const name = `quire ${textOf(tool, 'toolset')} ${textOf(tool, 'name').replaceAll('_', '-')}`
    const description = textOf(tool, 'description')
    return description === '' ? style.bold(name) : `${style.bold(name)}\n  ${description}`
  })
  const warnings = textsOf(value, 'warnings')
  return { answer: lines.join('\n'), ...(warnings.length === 0 ? {} : { remark: warnings.join('\n') }) }
}

export function renderDirectory({ value, terminal }: ShownAnswer): Rendering {
  const entries = listOf(value, 'entries')
  const hidden = numberOf(value, 'total') - entries.length
  const lines = entries.map(entry => {
    const kind = textOf(entry, 'kind')
    const name = textOf(entry, 'name')
    if (kind === 'directory') return terminal.style.accent(`${name}/`)
    return kind === 'file' ? name : `${name} ${terminal.style.dim(kind)}`
  })
  return {
    answer: lines.join('\n'),
    ...(hidden > 0 ? { remark: `${hidden} more: --limit, --offset` } : {}),
  }
}

/** The text alone, so that it can be piped on. */
export function renderText({ value, input }: ShownAnswer): Rendering {
  const total = numberOf(value, 'total_lines')
  const next = textOf(value, 'next_line')
  const isBeyond = numberOf(value, 'start_line') > Math.max(1, total) && !('cursor' in input)
  const remark = isBeyond
    ? `The file has ${countOf(total, 'line')}.`
    : next === ''
      ? null
      : `${countOf(total, 'line')}; go on with --start-line ${next}`
  return { answer: textOf(value, 'content'), ...(remark === null ? {} : { remark }) }
}

/** What stands behind an address, alone; where it goes on is said beside it. */
export function renderResource({ value }: ShownAnswer): Rendering {
  const next = textOf(value, 'next_uri')
  return {
    answer: textOf(value, 'text'),
    ...(next === '' ? {} : { remark: `It goes on: quire system read-resource '${next}'` }),
  }
}
