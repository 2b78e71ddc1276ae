import { Buffer, isUtf8 } from 'node:buffer'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { type Draft, giveCitekeys } from '../../../core/references/finish-reference.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import { brokenJsonItems, type Item, isRecord, jsonItems } from '../../../core/text/json-values.ts'
import { readBibtex } from './bibtex/read-bibtex.ts'
import { cslToDraft } from './csl/csl-to-draft.ts'
import { readCslYaml } from './csl/read-csl-yaml.ts'
import { detectFormat } from './detect-format.ts'
import { readItems } from './read-items.ts'
import type {
  ReferenceFile,
  ReferenceFormat,
  ReferenceReader,
  RefusedEntry,
} from './reference-reader-port.ts'
import { readBetterBibtex } from './zotero-json/read-better-bibtex.ts'

/** Reads CSL-JSON, CSL-YAML, BibTeX, BibLaTeX and Better BibTeX JSON. */
export function referenceReader(): ReferenceReader {
  return {
    async read(file, signal) {
      throwIfAborted(signal)
      const { text, warnings } = decode(file)
      const read = await readText(text, file.name)
      throwIfAborted(signal)
      const { references, warnings: ofKeys } = giveCitekeys(read.drafts)
      return {
        format: read.format,
        references,
        refused: read.refused,
        warnings: [...warnings, ...read.warnings, ...ofKeys],
      } satisfies ReferenceFile
    },
  }
}

type Read = { format: ReferenceFormat; drafts: Draft[]; refused: RefusedEntry[]; warnings: string[] }

function decode(file: RawSource): { text: string; warnings: string[] } {
  try {
    const { text, encoding, warnings } = decodeText(file, declaredEncoding(file.bytes))
    const guessed = encoding === 'utf-8' ? [] : [`The file was read as ${encoding}, as it is not UTF-8.`]
    return { text: text.replace(/\r\n?/g, '\n'), warnings: [...warnings, ...guessed] }
  } catch (cause) {
    throw notReferences(file.name, cause)
  }
}

/** JabRef names the encoding in the first line; a file that is valid UTF-8 is not what it names. */
function declaredEncoding(bytes: Uint8Array): string | null {
  if (isUtf8(bytes)) return null
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const label = /^%\s*Encoding:\s*([\w-]+)/im.exec(head)?.[1] ?? null
  return label?.replace(/^cp(?=125\d$)/i, 'windows-') ?? null
}

async function readText(text: string, name: string): Promise<Read> {
  const kind = detectFormat(text, name)
  if (kind === 'bibtex') return readBibtex(text)
  if (kind === 'yaml') return { format: 'csl-yaml', ...(await readCslYaml(text)), warnings: [] }
  if (kind === 'json') return readJson(text, name)
  throw notReferences(name)
}

function readJson(text: string, name: string): Read {
  const file = parseWhole(text)
  const items = file === null ? brokenJsonItems(text) : itemsOf(text, file.value)
  if (items === null || (file === null && items.every(item => item.problem !== null)))
    throw notReferences(name)
  const warnings =
    file === null ? ['The file is not valid JSON as a whole; its records were read one by one.'] : []
  if (items.some(({ value }) => isRecord(value) && typeof value.itemType === 'string')) {
    const collections = isRecord(file?.value) ? file.value.collections : null
    const read = readBetterBibtex(items, collections)
    return { format: 'better-bibtex-json', ...read, warnings: [...warnings, ...read.warnings] }
  }
  const isCsl =
    items.length === 0 || items.some(({ value }) => isRecord(value) && ('type' in value || 'title' in value))
  if (!isCsl) throw notReferences(name)
  return { format: 'csl-json', ...readItems(items, item => cslToDraft(item)), warnings }
}

function parseWhole(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** A list of items, or an object that holds one; one item alone is a list of one. */
function itemsOf(text: string, value: unknown): Item[] | null {
  if (Array.isArray(value)) return jsonItems(text, value)
  if (!isRecord(value)) return null
  const list = value.items ?? value.references
  if (Array.isArray(list)) return jsonItems(text, list)
  return 'id' in value && 'type' in value ? [{ line: 1, value, problem: null }] : null
}

function notReferences(name: string, cause?: unknown): Failure {
  return new Failure('invalid', 'INVALID_REFERENCES', `${name} holds no bibliography that can be read.`, {
    hint: 'Export the references as CSL-JSON, Better BibTeX JSON, BibTeX, BibLaTeX or CSL-YAML and name that file.',
    ...(cause === undefined ? {} : { cause }),
  })
}
