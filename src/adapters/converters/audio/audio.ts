import { Failure } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { makeConverted } from '../text/make-converted.ts'
import { cleanMarkdown } from '../text/markdown-parts.ts'
import { renderTranscript } from './render-transcript.ts'
import { requestTranscript } from './request-transcript.ts'

/** An OpenAI-compatible endpoint: `{baseUrl}/audio/transcriptions` is called. */
export type Transcription = { baseUrl: string; apiKey: string | null; model: string | null }

export type AudioOptions = {
  /** Null when none is configured: audio is then refused with the way to configure it. */
  transcription: Transcription | null
  /** How requests leave the process: proxies and certificates are the wiring's business. */
  fetch?: typeof globalThis.fetch
}

/** Speech to text by an endpoint of the user's choice; every passage carries its time. */
export function audioConverter({ transcription, fetch = globalThis.fetch }: AudioOptions): Converter {
  return {
    name: 'audio',
    version: 1,
    formats: ['audio'],
    isolated: false,
    async convert(raw, _options, { signal, progress }) {
      if (transcription === null) throw needsEndpoint(raw.name)
      progress({ done: 0, total: null, message: `Transcribing ${raw.name}` })
      const transcript = await requestTranscript(raw, transcription, fetch, signal)
      const markdown = cleanMarkdown(renderTranscript(transcript))
      return makeConverted(raw, { fileType: 'audio', markdown })
    },
  }
}

function needsEndpoint(name: string): Failure {
  const extension = extensionOf(name)
  const what = extension === null ? 'audio' : `audio (.${extension})`
  return new Failure(
    'unsupported',
    'UNSUPPORTED_FORMAT',
    `Unsupported format: ${what} needs a transcription endpoint.`,
    {
      hint: 'Set transcription.url (QUIRE_TRANSCRIPTION_URL, --transcription-url) to the base address of any OpenAI-compatible service with /audio/transcriptions; QUIRE_TRANSCRIPTION_KEY and QUIRE_TRANSCRIPTION_MODEL are optional.',
    },
  )
}

function extensionOf(name: string): string | null {
  return /\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toLowerCase() ?? null
}
