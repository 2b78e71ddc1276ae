import { Buffer, isUtf8 } from 'node:buffer'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Reference } from '../../../core/model/reference.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { type Draft, giveCitekeys } from '../../../core/references/finish-reference.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import { readBibtex } from './bibtex/read-bibtex.ts'
import { readCslYaml } from './read-csl-yaml.ts'
import { readJsonReferences } from './read-json-references.ts'

/** An entry that could not be used: its line, its key or title, and the reason. */
export type RefusedEntry = { line: number | null; entry: string | null; reason: string }

type ReferenceFormat = 'csl-json' | 'bibtex' | 'biblatex' | 'better-bibtex-json' | 'csl-yaml'

export type ReferenceFile = {
  format: ReferenceFormat
  /** In the order of the file. */
  references: Reference[]
  refused: RefusedEntry[]
  /** Problems with entries that were kept: a duplicate key, a missing parent. */
  warnings: string[]
}

/** Reads files of bibliographic references. */
export interface ReferenceReader {
  /**
   * Returns every entry that can be read; one bad entry does not reject the file. The format is detected from the
   * content, with the file name as a hint. Throws Failure `INVALID_REFERENCES` when the file has none of the formats.
   */
  read(file: RawSource, signal: AbortSignal): Promise<ReferenceFile>
}

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

export type ReadReferences = {
  format: ReferenceFormat
  drafts: Draft[]
  refused: RefusedEntry[]
  warnings: string[]
}

function decode(file: RawSource): { text: string; warnings: string[] } {
  try {
    const { text, encoding, warnings } = decodeText(file, declaredEncoding(file.bytes))
    const guessed = encoding === 'utf-8' ? [] : [`The file is not UTF-8 and was read as ${encoding}.`]
    return { text: text.replace(/\r\n?/g, '\n'), warnings: [...warnings, ...guessed] }
  } catch (cause) {
    throw notReferences(file.name, cause)
  }
}

/** JabRef writes the encoding into the first line. It is ignored when the file is valid UTF-8. */
function declaredEncoding(bytes: Uint8Array): string | null {
  if (isUtf8(bytes)) return null
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const label = /^%\s*Encoding:\s*([\w-]+)/im.exec(head)?.[1] ?? null
  return label?.replace(/^cp(?=125\d$)/i, 'windows-') ?? null
}

async function readText(text: string, name: string): Promise<ReadReferences> {
  const kind = detectFormat(text, name)
  if (kind === 'bibtex') return readBibtex(text)
  if (kind === 'yaml') return { format: 'csl-yaml', ...(await readCslYaml(text)), warnings: [] }
  const read = kind === 'json' ? readJsonReferences(text) : null
  if (read === null) throw notReferences(name)
  return read
}

function notReferences(name: string, cause?: unknown): Failure {
  return new Failure('invalid', 'INVALID_REFERENCES', `${name} contains no bibliography that can be read.`, {
    hint: 'Export the references as CSL-JSON, Better BibTeX JSON, BibTeX, BibLaTeX or CSL-YAML and use that file.',
    ...(cause === undefined ? {} : { cause }),
  })
}

type FileKind = 'json' | 'bibtex' | 'yaml'

/** Detects the format from the content, with the file name as a hint. Returns null when it is none of them. */
function detectFormat(text: string, name: string): FileKind | null {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const trimmed = text.trimStart()
  if (/^[[{]/.test(trimmed) && (extension === 'json' || !hasEntry(text))) return 'json'
  if (/^ya?ml$/.test(extension) || isYaml(trimmed)) return looksLikeList(text) ? 'yaml' : null
  if (hasEntry(text)) return 'bibtex'
  return /^(?:bib|bibtex|biblatex)$/.test(extension) && hasOnlyComments(text) ? 'bibtex' : null
}

function hasEntry(text: string): boolean {
  return /^[ \t]*@[ \t]*[a-zA-Z]+\s*[{(]/m.test(text)
}

function hasOnlyComments(text: string): boolean {
  return text.split('\n').every(line => /^\s*(?:%|$)/.test(line))
}

function isYaml(trimmed: string): boolean {
  return (
    /^(?:---\s*\n)?(?:[\w-]+:.*\n|\s*#.*\n)*(?:references|items)\s*:\s*\n/.test(trimmed) ||
    /^(?:---\s*\n)?- +(?:id|type|title|author)\s*:/.test(trimmed)
  )
}

function looksLikeList(text: string): boolean {
  return /^\s*- +[\w-]+\s*:/m.test(text) || /^(?:references|items)\s*:\s*\[/m.test(text)
}
