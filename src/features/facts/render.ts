import { listField, textField, textsField } from '../../core/contract/shell/read-fields.ts'
import { relevanceOf } from '../../core/contract/shell/render-passages.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

/** Prints each fact with its period and the quoted passage. */
export function renderFacts({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const results = listField(value, 'results')
  const blocks = results.map((result, index) => {
    const metadata: unknown = Reflect.get(Object(result), 'metadata')
    const place = [textField(metadata, 'title'), textField(result, 'group_id')].filter(part => part !== '')
    return [
      [
        style.bold(`${index + 1}. ${textField(result, 'fact')}`),
        style.dim(relevanceOf(result, 'similarity')),
      ].join('  '),
      `   ${style.accent(heldOf(result))}  ${style.dim(place.join(' · '))}`,
      `   ${textField(metadata, 'quote').replace(/\s+/g, ' ')}`,
    ].join('\n')
  })
  const notes = textsField(value, 'warnings').map(note => `${noteStyle.warn('note:')} ${note}`)
  const remark = [...(blocks.length === 0 ? ['Nothing found.'] : []), ...notes].join('\n')
  const answer = blocks.join('\n\n')
  return remark === '' ? { answer } : { answer, remark }
}

/** "2014-06-12 – 2019-03-01", or "no date known". */
function heldOf(result: unknown): string {
  const [from, to] = ['valid_at', 'invalid_at'].map(field => textField(result, field).slice(0, 10))
  return from === '' && to === '' ? 'no date known' : `${from || '…'} – ${to || '…'}`
}
