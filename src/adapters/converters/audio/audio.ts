import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { makeConverted } from '../text/make-converted.ts'
import { cleanMarkdown, oneLine } from '../text/markdown-parts.ts'

/** An OpenAI-compatible endpoint; the converter calls `{baseUrl}/audio/transcriptions`. */
export type Transcription = { baseUrl: string; apiKey: string | null; model: string | null }

export type AudioOptions = {
  /**
   * Null when no endpoint is configured: converting audio then throws a Failure whose hint says how to configure one.
   */
  transcription: Transcription | null
  /** Sends the requests; the caller configures proxies and certificates. */
  fetch?: typeof globalThis.fetch
}

/** Converts speech to text with the configured endpoint; every passage starts with its time. */
export function audioConverter({ transcription, fetch = globalThis.fetch }: AudioOptions): Converter {
  return {
    name: 'audio',
    version: 1,
    formats: ['audio'],
    isolated: false,
    async convert(raw, _options, { signal, progress }) {
      if (transcription === null) throw needsEndpoint(raw.name)
      progress({ done: 0, total: null, message: `Transcribing ${raw.name}` })
      const transcript = await requestTranscript(raw, { transcription, fetch }, signal)
      const markdown = cleanMarkdown(renderTranscript(transcript))
      return makeConverted(raw, { fileType: 'audio', markdown })
    },
  }
}

function needsEndpoint(name: string): Failure {
  const extension = /\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toLowerCase()
  const what = extension === undefined ? 'audio' : `audio (.${extension})`
  return new Failure(
    'unsupported',
    'UNSUPPORTED_FORMAT',
    `Unsupported format: ${what} needs a transcription endpoint.`,
    {
      hint: 'Set transcription.url (QUIRE_TRANSCRIPTION_URL, --transcription-url) to the base address of any OpenAI-compatible service with /audio/transcriptions; QUIRE_TRANSCRIPTION_KEY and QUIRE_TRANSCRIPTION_MODEL are optional.',
    },
  )
}

type Segment = { start: number; text: string }
type Transcript = { text: string; segments: Segment[] }

/** The model name that most services accept. */
const usualModel = 'whisper-1'

const mediaTypes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  webm: 'audio/webm',
}

/** Calls an OpenAI-compatible `/audio/transcriptions` and requests passages with times. */
export async function requestTranscript(
  raw: RawSource,
  { transcription, fetch }: { transcription: Transcription; fetch: typeof globalThis.fetch },
  signal: AbortSignal,
): Promise<Transcript> {
  const url = `${transcription.baseUrl.replace(/\/+$/, '')}/audio/transcriptions`
  const { body: upload, contentType } = await encodeForm(raw, transcription.model ?? usualModel)
  const headers = {
    'content-type': contentType,
    ...(transcription.apiKey === null ? {} : { authorization: `Bearer ${transcription.apiKey}` }),
  }
  throwIfAborted(signal)
  let response: Response
  let body: string
  try {
    response = await fetch(url, { method: 'POST', body: upload, headers, signal })
    body = await response.text()
  } catch (error) {
    if (signal.aborted) throw abortFailure(signal)
    throw new Failure(
      'unavailable',
      'TRANSCRIPTION_UNAVAILABLE',
      `The transcription endpoint ${hostOf(url)} could not be reached.`,
      {
        hint: 'Check transcription.url and that the service is running.',
        cause: error,
      },
    )
  }
  if (!response.ok) throw wordStatus(response.status, hostOf(url), raw.name)
  return parseTranscript(body, hostOf(url))
}

/** Encoded in advance: a streamed form causes an unhandled rejection when the call is aborted. */
async function encodeForm(
  raw: RawSource,
  model: string,
): Promise<{ body: ArrayBuffer; contentType: string }> {
  const extension = raw.name.split('.').at(-1)?.toLowerCase() ?? ''
  const type = raw.mediaType ?? mediaTypes[extension] ?? 'application/octet-stream'
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(raw.bytes)], { type }), raw.name)
  form.set('model', model)
  form.set('response_format', 'verbose_json')
  const encoded = new Response(form)
  return { body: await encoded.arrayBuffer(), contentType: encoded.headers.get('content-type') ?? '' }
}

function wordStatus(status: number, host: string, name: string): Failure {
  if (status === 401 || status === 403)
    return new Failure(
      'unavailable',
      'TRANSCRIPTION_UNAVAILABLE',
      `The transcription endpoint ${host} refused the key (${status}).`,
      {
        hint: 'Check transcription.key (QUIRE_TRANSCRIPTION_KEY).',
      },
    )
  if (status === 404)
    return new Failure(
      'unavailable',
      'TRANSCRIPTION_UNAVAILABLE',
      `The transcription endpoint ${host} does not know this path or model (404).`,
      {
        hint: 'Check transcription.url, which should end before /audio/transcriptions, and transcription.model.',
      },
    )
  if (status === 413)
    return new Failure(
      'too_large',
      'SOURCE_TOO_LARGE',
      `The transcription endpoint ${host} rejected ${name} as too large.`,
      {
        hint: 'Split the recording, or compress it more.',
      },
    )
  if (status === 429)
    return new Failure(
      'rate_limited',
      'RATE_LIMITED',
      `The transcription endpoint ${host} is refusing more requests.`,
      {
        hint: 'Try again later.',
      },
    )
  if (status === 400 || status === 415 || status === 422)
    return new Failure(
      'invalid',
      'BROKEN_SOURCE',
      `The transcription endpoint ${host} could not read ${name} (${status}).`,
      {
        hint: 'Check that the recording plays and that the service supports its format.',
      },
    )
  return new Failure(
    'unavailable',
    'TRANSCRIPTION_UNAVAILABLE',
    `The transcription endpoint ${host} answered with HTTP ${status}.`,
    {
      hint: 'Try again later.',
    },
  )
}

/** Services differ: some return no segments, some return plain text regardless of the requested format. */
function parseTranscript(body: string, host: string): Transcript {
  const value = parseJson(body)
  if (value === undefined) return { text: body, segments: [] }
  const text = readField(value, 'text')
  const listed = readField(value, 'segments')
  const segments = (Array.isArray(listed) ? listed : []).flatMap(segment => {
    const words = readField(segment, 'text')
    const start = readField(segment, 'start')
    return typeof words === 'string' ? [{ text: words, start: typeof start === 'number' ? start : 0 }] : []
  })
  if (typeof text !== 'string' && segments.length === 0)
    throw new Failure(
      'unavailable',
      'TRANSCRIPTION_UNAVAILABLE',
      `The transcription endpoint ${host} returned no text.`,
      {
        hint: 'Check that it is OpenAI-compatible.',
      },
    )
  return { text: typeof text === 'string' ? text : '', segments }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function readField(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Writes `[00:01:05] text` per passage; plain text when no times are known. */
function renderTranscript({ text, segments }: Transcript): string {
  if (segments.length === 0) return text.trim()
  return segments
    .map(segment => ({ start: segment.start, words: oneLine(segment.text) }))
    .filter(({ words }) => words !== '')
    .map(({ start, words }) => `[${formatTime(start)}] ${words}`)
    .join('\n\n')
}

function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map(part => String(part).padStart(2, '0'))
    .join(':')
}
