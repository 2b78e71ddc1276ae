import type { Tool } from '../../core/contract/define-tool.ts'
import { listField, textField } from '../../core/contract/shell/read-fields.ts'
import { renderValue } from '../../core/contract/shell/render-value.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'
import { valueWithoutControls } from '../../core/text/shown-text.ts'

/**
 * Formats the answer of a tool for a terminal, with the tool's own renderer or field by field. Control characters are
 * removed, so that the text of a source cannot control the terminal.
 */
export async function renderAnswer<Services>(
  { shell }: Pick<Tool<Services>, 'shell'>,
  given: ShownAnswer,
): Promise<Rendering> {
  const answer = { ...given, value: valueWithoutControls(given.value) }
  const render = await shell?.render?.()
  if (render === undefined) {
    const hasFailed = listField(answer.value, 'results').some(row => textField(row, 'status') === 'failed')
    return { answer: renderValue(answer.value, answer.terminal.style), exitCode: hasFailed ? 1 : 0 }
  }
  const rendering = render(answer)
  const remarks = [rendering.remark, ...cutRemarks(answer.value)].filter(remark => remark !== undefined)
  return remarks.length === 0 ? rendering : { ...rendering, remark: remarks.join('\n') }
}

/** Returns commands that read shortened texts in full. */
function cutRemarks(value: Record<string, unknown>): string[] {
  return listField(value, 'cut').map(
    cut => `${textField(cut, 'field')} is cut: quire system read-resource '${textField(cut, 'uri')}'`,
  )
}
