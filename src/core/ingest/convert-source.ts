import type { Converted } from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { RawSource } from '../model/source.ts'
import type { Parts } from './parts.ts'
import type { IngestRequest } from './types.ts'

/** The source as Markdown; where no text can be extracted, what the caller has in its place. */
export async function convertSource(
  raw: RawSource,
  { options, fallback, isVerbatim }: IngestRequest,
  parts: Parts,
  context: { signal: AbortSignal; progress: ReportProgress },
): Promise<Converted> {
  if (isVerbatim) return asItStands(raw)
  try {
    return await parts.converters.convert(raw, options, context)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'NO_TEXT' || fallback === undefined) throw error
    const markdown = await fallback(context.signal)
    if (markdown === null) throw error
    const { format } = await parts.converters.identify(raw)
    return { markdown, title: null, fileType: format, pages: [], outline: [], warnings: [withoutPages] }
  }
}

function asItStands(raw: RawSource): Converted {
  const markdown = new TextDecoder('utf-8', { ignoreBOM: true }).decode(raw.bytes)
  return { markdown, title: null, fileType: 'txt', pages: [], outline: [], warnings: [] }
}

const withoutPages =
  'The file itself has no text that can be read; its text comes from the reference manager, without page numbers.'
