import { ownValue } from '../../core/text/json-values.ts'
import type { IngestOptions } from './ingest-options.ts'
import type { SourceItem } from './source-item.ts'

/** Names of languages as reference managers spell them out. */
const names: Readonly<Record<string, string>> = {
  english: 'en',
  german: 'de',
  deutsch: 'de',
  french: 'fr',
  français: 'fr',
  spanish: 'es',
  español: 'es',
  italian: 'it',
  italiano: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  russian: 'ru',
  chinese: 'zh',
  japanese: 'ja',
}

/** What was asked for, else the language of the item, else what the server is set to. Regions do not matter. */
export function ocrLanguagesFor(
  item: Pick<SourceItem, 'reference'>,
  options: Pick<IngestOptions, 'ocr_languages'>,
  byDefault: readonly string[],
): readonly string[] {
  if (options.ocr_languages !== undefined && options.ocr_languages.length > 0)
    return [...new Set(options.ocr_languages.map(baseOf))]
  const own = item.reference?.language ?? null
  return own === null ? byDefault : [baseOf(own)]
}

/** `en-US`, `en_GB` and `English` are all `en`. */
function baseOf(language: string): string {
  const plain = language.trim().toLowerCase()
  return ownValue(names, plain) ?? plain.split(/[-_]/)[0] ?? plain
}
