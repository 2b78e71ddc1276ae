import type { OfficeContentNode } from 'officeparser'
import { abortFailure, Failure } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { defaultZipLimits } from '../archive/zip.ts'
import { brokenSource } from '../text/broken-source.ts'
import { lockedOffice } from './open-office-zip.ts'

export type OfficeNode = OfficeContentNode
export type OfficeTree = { nodes: OfficeNode[]; warnings: string[] }

export function prepareOffice(): Promise<unknown> {
  return import('officeparser')
}

/** The one door to the office library: presentations and OpenDocument text as a tree of content. */
export async function readOfficeTree(
  raw: RawSource,
  format: 'pptx' | 'odp' | 'odt',
  password: string | null,
  signal: AbortSignal,
): Promise<OfficeTree> {
  const { OfficeParser } = await import('officeparser')
  const warnings = new Set<string>()
  try {
    const tree = await OfficeParser.parseOffice(Buffer.from(raw.bytes), {
      fileType: format,
      abortSignal: signal,
      ignoreHeadersAndFooters: true,
      ignoreSlideMasters: true,
      ignorePageGeometry: true,
      decompressionLimits: { maxUncompressedBytes: defaultZipLimits.totalBytes },
      onWarning: issue => {
        if (partsLost.has(issue.code)) warnings.add(issue.message)
      },
      ...(password === null ? {} : { password }),
    })
    return { nodes: tree.content, warnings: [...warnings].slice(0, 20) }
  } catch (error) {
    throw wordError(error, raw, signal)
  }
}

/** Of the library's many remarks, those that say that words are missing. */
const partsLost: ReadonlySet<string> = new Set([
  'CONTENT_PART_NOT_READ',
  'TABLE_CELL_LIMIT_EXCEEDED',
  'REPEATED_CONTENT_LIMIT_EXCEEDED',
  'NO_SLIDES_FOUND',
])

function wordError(error: unknown, raw: RawSource, signal: AbortSignal): Failure {
  if (error instanceof Failure) return error
  if (signal.aborted) return abortFailure(signal)
  const code = codeOf(error)
  if (code === 'PASSWORD_REQUIRED') return lockedOffice(raw.name)
  if (code === 'PASSWORD_INCORRECT')
    return new Failure('invalid', 'PASSWORD_WRONG', `The password given for ${raw.name} is wrong.`)
  if (code.endsWith('LIMIT_EXCEEDED'))
    return new Failure('too_large', 'SOURCE_TOO_LARGE', `${raw.name} holds more than is read.`, {
      hint: 'Split it into several files.',
      cause: error,
    })
  return brokenSource(raw.name, 'could not be read as an office document', error)
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('officeIssue' in error)) return ''
  const issue = error.officeIssue
  return typeof issue === 'object' && issue !== null && 'code' in issue ? String(issue.code) : ''
}
