import type { Hono } from 'hono'
import type { FilesUpload, UploadedFile } from '../../core/contract/upload.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Watch } from '../http/in-flight.ts'
import { parseForm } from '../http/read-form.ts'
import { readBytes } from '../http/read-json.ts'
import { answer } from './answer.ts'
import { bodyTooLarge, correlationIdOf, restCaller } from './rest-request.ts'
import { defaultMaxUploadBytes, textOf, tooManyParts } from './upload-route.ts'

export type FilesUploadOptions<Services> = {
  filesUpload?: FilesUpload<Services>
  maxUploadBytes?: number
  watch?: Watch
}

const envelopeBytes = 1024 * 1024
const mostFiles = 200

/** Multipart bodies are uploads; anything else goes on to the tool. */
export function addFilesUploadRoute<Services>(app: Hono, options: FilesUploadOptions<Services>): void {
  const { filesUpload, maxUploadBytes = defaultMaxUploadBytes } = options
  const { watch = (work, signal) => work(signal) } = options
  if (filesUpload === undefined) return
  app.post(filesUpload.path, async (context, next) => {
    const request = context.req.raw
    const type = request.headers.get('content-type') ?? ''
    if (!type.toLowerCase().startsWith('multipart/form-data')) return next()
    const correlationId = correlationIdOf(request)
    const form = await readForm(request, maxUploadBytes)
    if (form instanceof Failure) {
      const worded = filesUpload.toolset.wordFailure(form, { tool: 'upload', correlationId })
      return answer({ ok: false, failure: form, worded, correlationId })
    }
    const fields = { ...Object.fromEntries(new URL(request.url).searchParams), ...form.fields }
    const receive = (signal: AbortSignal) =>
      filesUpload.receive(form.files, fields, { caller: restCaller, signal, correlationId })
    return answer(await watch(receive, request.signal))
  })
}

async function readForm(
  request: Request,
  maxUploadBytes: number,
): Promise<Failure | { files: UploadedFile[]; fields: Record<string, string> }> {
  const bytes = await readBytes(request, maxUploadBytes + envelopeBytes)
  if (bytes === null) return bodyTooLarge(maxUploadBytes)
  const form = await parseForm(bytes, request.headers.get('content-type') ?? '')
  if (form.state === 'too_many') return tooManyParts()
  if (form.state === 'malformed') return invalid('The body is not a multipart form.')
  const files: UploadedFile[] = []
  const fields = new Map<string, string>()
  for (const { name, fileName, mediaType, bytes } of form.parts) {
    if (fileName !== null && fileName !== '') files.push({ name: fileName, bytes, mediaType })
    if (fileName !== null) continue
    const value = textOf(bytes)
    fields.set(name, fields.has(name) ? `${fields.get(name)},${value}` : value)
  }
  if (files.length === 0) return invalid('The form has no file.')
  if (files.length > mostFiles) return invalid(`The form has more than ${mostFiles} files.`)
  return { files, fields: Object.fromEntries(fields) }
}

function invalid(message: string): Failure {
  return new Failure('invalid', 'INVALID_INPUT', message, {
    hint: 'Send multipart/form-data with the files in "files", each with its name.',
  })
}
