import type { JsonObject, JsonValue } from '../../../core/model/json.ts'
import { cleanText } from './clean-text.ts'
import { codeFence } from './code-fence.ts'

/** A Jupyter notebook as its text and code cells with what they printed; null when the JSON is something else. */
export function renderNotebook(value: JsonValue): string | null {
  if (!isObject(value) || typeof value.nbformat !== 'number' || !Array.isArray(value.cells)) return null
  const language = languageOf(value)
  return value.cells
    .filter(isObject)
    .flatMap(cell => renderCell(cell, language))
    .filter(block => block.trim() !== '')
    .join('\n\n')
}

function renderCell(cell: JsonObject, language: string): string[] {
  const source = cleanText(joinLines(cell.source)).trim()
  if (source === '') return []
  if (cell.cell_type !== 'code') return [source]
  const outputs = Array.isArray(cell.outputs) ? cell.outputs.filter(isObject).map(outputText) : []
  const printed = outputs.filter(text => text.trim() !== '').map(text => codeFence(cleanText(text).trim()))
  return [codeFence(source, language), ...printed]
}

/** What a cell printed or returned as plain text; pictures are left out. */
function outputText(output: JsonObject): string {
  if (output.text !== undefined) return joinLines(output.text)
  return isObject(output.data) ? joinLines(output.data['text/plain']) : ''
}

function joinLines(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.filter(line => typeof line === 'string').join('')
  return typeof value === 'string' ? value : ''
}

function languageOf(notebook: JsonObject): string {
  const kernel = isObject(notebook.metadata) ? notebook.metadata.kernelspec : undefined
  const language = isObject(kernel) ? kernel.language : undefined
  return typeof language === 'string' ? language : 'python'
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
