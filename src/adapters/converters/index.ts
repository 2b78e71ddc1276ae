import { availableParallelism } from 'node:os'
import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { RawSource } from '../../core/model/source.ts'
import type { Converter, Converters, ConvertOptions, IdentifiedSource } from '../../core/ports/converter.ts'
import { archiveConverter } from './archive/archive.ts'
import { type AudioOptions, audioConverter, type Transcription } from './audio/audio.ts'
import { refusalOf } from './formats.ts'
import { identifyFormat } from './identify-format.ts'
import { imageConverter } from './image-converter.ts'
import { createChildPool } from './isolate/child-pool.ts'
import type { ChildUse } from './isolate/isolated-child.ts'
import { emlConverter } from './mail/eml.ts'
import { msgConverter } from './mail/msg.ts'
import { createOcr, type OcrOptions } from './ocr/create-ocr.ts'
import { officeConverters } from './office/index.ts'
import type { RewritePpt } from './office/presentation.ts'
import { pdfConverter } from './pdf/pdf-converter.ts'
import { textConverters } from './text/index.ts'
import { webConverters } from './web/index.ts'

export type ConverterLimits = {
  /** Longest time that a conversion may take without progress (a page, a member). */
  timeMs: number
  /** Memory limit of a child and the programs started for it. */
  memoryBytes: number
  maxSourceBytes: number
}

export type ConvertersOptions = {
  /** Path or name of the OCR program; null uses the bundled module only. */
  tesseractPath?: string | null
  limits?: Partial<ConverterLimits>
  /**
   * Null when no endpoint is configured: converting audio then throws a Failure whose hint says how to configure one.
   */
  transcription?: Transcription | null
  /** Sends the requests for transcription. */
  fetch?: AudioOptions['fetch']
  /** How many children may run at the same time. */
  children?: number
  /** The only environment variables of children: PATH to find programs, never secrets. */
  environment?: Readonly<Record<string, string>>
  /** Called with the resources that each isolated conversion used. */
  observe?: (use: ChildUse) => void
}

/** What a child needs to build the same table. Sent to it as plain data. */
export type ConverterSetup = { tesseractPath: string | null; transcription: Transcription | null }

const defaultLimits: ConverterLimits = {
  timeMs: 300_000,
  memoryBytes: 1_500_000_000,
  maxSourceBytes: 500_000_000,
}

/** Opens all converters. Those that parse complex formats run in child processes with limits. */
export function createConverters(options: ConvertersOptions = {}): Converters {
  const limits = { ...defaultLimits, ...options.limits }
  const setup = {
    tesseractPath: options.tesseractPath === undefined ? 'tesseract' : options.tesseractPath,
    transcription: options.transcription ?? null,
  }
  const table = openTable(setup, options.fetch ? { fetch: options.fetch } : {})
  const pool = createChildPool({
    setup,
    limits,
    size: options.children ?? availableParallelism(),
    environment: options.environment ?? {},
    observe: options.observe ?? (() => {}),
  })
  return {
    async identify(raw) {
      const { converter: _, ...identified } = await table.identify(raw)
      return identified
    },
    async convert(raw, convertOptions, context) {
      throwIfAborted(context.signal)
      if (raw.bytes.length > limits.maxSourceBytes) throw tooLarge(raw, limits.maxSourceBytes)
      const { converter } = await table.identify(raw)
      try {
        return converter.isolated
          ? await pool.convert(orderOf(converter, raw, convertOptions), context)
          : await converter.convert(raw, convertOptions, context)
      } catch (error) {
        throw nameSource(error, raw)
      }
    },
    async drawPage(raw, { options: convertOptions, drawing }, context) {
      throwIfAborted(context.signal)
      if (raw.bytes.length > limits.maxSourceBytes) throw tooLarge(raw, limits.maxSourceBytes)
      const { converter, format } = await table.identify(raw)
      if (converter.draw === undefined) throw cannotDraw(format)
      try {
        return await pool.draw({ ...orderOf(converter, raw, convertOptions), drawing }, context)
      } catch (error) {
        throw nameSource(error, raw)
      }
    },
    refusal: name => refusalOf(name, { hasTranscription: setup.transcription !== null }),
    async close() {
      await Promise.all([pool.close(), table.close()])
    },
  }
}

function orderOf({ name, sharesChild = false }: Converter, raw: RawSource, options: ConvertOptions) {
  return { converter: name, sharesChild, raw, options }
}

export type ConverterTable = {
  get(name: string): Converter | null
  identify(raw: RawSource): Promise<IdentifiedSource & { converter: Converter }>
  close(): Promise<void>
}

/** Functions that the table uses instead of starting programs or sending requests itself. */
export type TableMeans = {
  fetch?: AudioOptions['fetch']
  openOcrProgram?: NonNullable<OcrOptions['openProgram']>
  rewritePpt?: RewritePpt
}

/** Builds the table of converters. Members of archives are converted with the same table. */
export function openTable(setup: ConverterSetup, means: TableMeans = {}): ConverterTable {
  const { fetch, openOcrProgram, rewritePpt } = means
  const ocr = createOcr({ ...setup, ...(openOcrProgram ? { openProgram: openOcrProgram } : {}) })
  const converters = [
    pdfConverter(ocr),
    imageConverter(ocr),
    ...officeConverters(rewritePpt),
    ...webConverters,
    ...textConverters,
    emlConverter,
    msgConverter,
    archiveConverter(async (raw, options, context) => {
      const { converter } = await identify(raw)
      return converter.convert(raw, options, context)
    }),
    audioConverter({ transcription: setup.transcription, ...(fetch ? { fetch } : {}) }),
  ] satisfies readonly Converter[]
  const versions = converters.map(({ name, version }) => `${name} ${version}`).join(', ')
  const identify: ConverterTable['identify'] = async raw => {
    const format = await identifyFormat(raw)
    const converter = converters.find(candidate => candidate.formats.includes(format))
    if (!converter) throw noConverter(format)
    const { name, version, holdsFiles = false } = converter
    return { name, version, format, converter, ...(holdsFiles ? { members: versions } : {}) }
  }
  const get = (name: string): Converter | null =>
    converters.find(candidate => candidate.name === name) ?? null
  return {
    get,
    identify,
    close: () => ocr.close(),
  }
}

function noConverter(format: string): Failure {
  return new Failure('unsupported', 'UNSUPPORTED_FORMAT', `Unsupported format: no converter reads ${format}.`)
}

function cannotDraw(format: string): Failure {
  return new Failure(
    'unsupported',
    'UNSUPPORTED_FORMAT',
    `Unsupported format: pages of ${format} cannot be drawn.`,
    { hint: 'Pages can be drawn of PDF files.' },
  )
}

function tooLarge(raw: RawSource, limit: number): Failure {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`
  return new Failure(
    'too_large',
    'SOURCE_TOO_LARGE',
    `${raw.name} has ${megabytes(raw.bytes.length)}; at most ${megabytes(limit)} are converted.`,
    { hint: 'Split it into parts, or raise the limit in the settings.' },
  )
}

/**
 * Adds the name of the source to a message that lacks it: a caller with many sources must see which one failed.
 * Failures that are not about the source stay unchanged.
 */
function nameSource(error: unknown, { name }: RawSource): unknown {
  const isAboutSource = error instanceof Failure && (error.kind === 'invalid' || error.kind === 'too_large')
  if (!isAboutSource || error.message.includes(name)) return error
  return new Failure(error.kind, error.code, `${name}: ${error.message}`, {
    ...(error.hint === null ? {} : { hint: error.hint }),
    details: error.details,
    cause: error,
  })
}
