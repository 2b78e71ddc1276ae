import type { Converter } from '../../../core/ports/converter.ts'
import { codeConverter } from './code.ts'
import { csvConverter } from './csv.ts'
import { jsonConverter } from './json.ts'
import { markdownConverter, plainTextConverter } from './plain-text.ts'

/** Converters of formats that are text themselves; they run in this process. */
export const textConverters: readonly Converter[] = [
  plainTextConverter,
  markdownConverter,
  csvConverter,
  jsonConverter,
  codeConverter,
]
