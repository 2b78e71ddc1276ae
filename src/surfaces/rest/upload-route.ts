import type { Context, Hono } from 'hono'
import type { Outcome } from '../../core/contract/invoke.ts'
import type { FilesUpload, Upload, UploadedFile, UploadFields } from '../../core/contract/upload.ts'
import { Failure, type FailureKind, statusOfKind } from '../../core/model/failure.ts'
import type { ReportProgress } from '../../core/model/progress.ts'
import type { Watch } from '../http/in-flight.ts'
import { mostParts, parseForm } from '../http/read-form.ts'
import { mediaTypeOf, parseJson, readBytes, wrongType, wrongTypeStatus } from '../http/read-json.ts'
import { streamCall } from './event-streams.ts'
import { answer, bodyTooComplex, bodyTooLarge, correlationIdOf, restCaller } from './rest-request.ts'

export type UploadOptions<Services> = {
  upload?: Upload<Services>
  maxUploadBytes?: number
  /** Tracks running uploads. */
  watch?: Watch
}

export type FilesUploadOptions<Services> = {
  filesUploads?: readonly FilesUpload<Services>[]
  maxUploadBytes?: number
  watch?: Watch
}

const defaultMaxUploadBytes = 50 * 1024 * 1024

/** Allowance for the rest of a multipart body: boundaries, part headers, other fields. */
const envelopeBytes = 1024 * 1024

/** 422 for a complete file that cannot be used; 400 for an invalid request. */
const uploadStatuses = { ...statusOfKind, invalid: 422, unsupported: 422 }

/** Statuses of a request that is refused before its file is used. */
const requestStatuses = { ...statusOfKind, unsupported: wrongTypeStatus }

/** Adds the upload of one file, at both paths of `uploadPaths`. */
export function addUploadRoutes<Services>(app: Hono, options: UploadOptions<Services>): void {
  const { upload } = options
  if (upload === undefined) return
  const serve = (context: Context) => serveUpload(context.req.raw, upload, options)
  for (const path of uploadPaths(upload.toolset)) app.post(path, serve)
}

/** The path of the contract, and the path beside the tools of its toolset. */
export function uploadPaths({ name }: { name: string }): string[] {
  return ['/upload', `/api/v1/${name}/upload`]
}

async function serveUpload<Services>(
  request: Request,
  upload: Upload<Services>,
  { maxUploadBytes = defaultMaxUploadBytes, watch = (work, signal) => work(signal) }: UploadOptions<Services>,
): Promise<Response> {
  const correlationId = correlationIdOf(request)
  const parsed = await readForm(request, maxUploadBytes)
  if (parsed instanceof Failure) {
    const worded = upload.toolset.wordFailure(parsed, { tool: 'upload', correlationId })
    return answer({ ok: false, failure: parsed, worded, correlationId }, requestStatuses)
  }
  const call = { caller: restCaller, correlationId }
  return answerUpload(request, correlationId, {
    watch,
    statuses: uploadStatuses,
    receive: (signal, progress) =>
      upload.receive(parsed.file, parsed.fields, { ...call, signal, ...progress }),
  })
}

type Receiving = {
  watch: Watch
  receive(signal: AbortSignal, progress: { progress?: ReportProgress }): Promise<Outcome>
  statuses?: Readonly<Record<FailureKind, number>>
}

/** Answers with the outcome, or with a stream of progress and outcome if the client asks for one. */
async function answerUpload(
  request: Request,
  correlationId: string,
  { watch, receive, statuses = statusOfKind }: Receiving,
): Promise<Response> {
  if (request.headers.get('accept')?.includes('text/event-stream'))
    return streamCall(correlationId, (progress, hungUp) =>
      watch(signal => receive(signal, { progress }), AbortSignal.any([request.signal, hungUp])),
    )
  return answer(await watch(signal => receive(signal, {}), request.signal), statuses)
}

async function readForm(
  request: Request,
  maxUploadBytes: number,
): Promise<Failure | { file: UploadedFile; fields: UploadFields }> {
  if (mediaTypeOf(request) !== 'multipart/form-data') return wrongType('multipart/form-data')
  const bytes = await readBytes(request, maxUploadBytes + envelopeBytes)
  if (bytes === null) return bodyTooLarge(maxUploadBytes)
  const form = await parseForm(bytes, request.headers.get('content-type') ?? '')
  if (form.state === 'too_many') return tooManyParts()
  if (form.state === 'malformed')
    return invalid('The body is not a multipart form.', 'Send multipart/form-data with a field "file".')
  const find = (name: string) => form.parts.find(part => part.name === name)
  const file = find('file')
  if (!file?.fileName)
    return invalid('The form has no file.', 'Put the file in the field "file", with its name.')
  if (file.bytes.length > maxUploadBytes) return bodyTooLarge(maxUploadBytes)
  const metadata = await readMetadata(find('metadata')?.bytes)
  if (metadata instanceof Failure) return metadata
  const textField = (name: string) => textOf(find(name)?.bytes) || null
  return {
    file: { name: file.fileName, bytes: file.bytes, mediaType: file.mediaType },
    fields: {
      library: textField('library'),
      metadata,
      password: textField('password'),
      ocrLanguages:
        textField('ocr_languages')
          ?.split(/[\s,]+/)
          .filter(code => code !== '') ?? null,
    },
  }
}

/** How much of a field without a file is read; more than any real field has. */
const fieldBytes = 65_536

function textOf(bytes: Uint8Array = new Uint8Array()): string {
  return new TextDecoder().decode(bytes.subarray(0, fieldBytes))
}

async function readMetadata(field: Uint8Array | undefined): Promise<Failure | Record<string, unknown>> {
  if (textOf(field).trim() === '') return {}
  if (field !== undefined && field.length > envelopeBytes) return bodyTooLarge(envelopeBytes)
  const read = await parseJson(field ?? new Uint8Array())
  if (read.state === 'too_complex') return bodyTooComplex(read.problem)
  const value = read.state === 'read' ? read.value : null
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return invalid('metadata is not a JSON object.', 'Send metadata like {"year": 2024}.')
  return { ...value }
}

function tooManyParts(): Failure {
  return invalid(`The form has more than ${mostParts} parts.`, 'Send fewer files and fields at once.')
}

function invalid(message: string, hint: string): Failure {
  return new Failure('invalid', 'INVALID_INPUT', message, { hint })
}

const mostFiles = 200

/** Adds the uploads of several files at the paths of tools. Bodies that are not multipart go to the tool. */
export function addFilesUploadRoutes<Services>(app: Hono, options: FilesUploadOptions<Services>): void {
  for (const filesUpload of options.filesUploads ?? []) addFilesUploadRoute(app, filesUpload, options)
}

function addFilesUploadRoute<Services>(
  app: Hono,
  filesUpload: FilesUpload<Services>,
  options: FilesUploadOptions<Services>,
): void {
  const { maxUploadBytes = defaultMaxUploadBytes } = options
  const { watch = (work, signal) => work(signal) } = options
  app.post(filesUpload.path, async (context, next) => {
    const request = context.req.raw
    const type = request.headers.get('content-type') ?? ''
    if (!type.toLowerCase().startsWith('multipart/form-data')) return next()
    const correlationId = correlationIdOf(request)
    const form = await readFilesForm(request, maxUploadBytes)
    if (form instanceof Failure) {
      const worded = filesUpload.toolset.wordFailure(form, { tool: 'upload', correlationId })
      return answer({ ok: false, failure: form, worded, correlationId })
    }
    const fields = { ...Object.fromEntries(new URL(request.url).searchParams), ...form.fields }
    const call = { caller: restCaller, correlationId }
    return answerUpload(request, correlationId, {
      watch,
      receive: (signal, progress) =>
        filesUpload.receive(form.files, fields, { ...call, signal, ...progress }),
    })
  })
}

async function readFilesForm(
  request: Request,
  maxUploadBytes: number,
): Promise<Failure | { files: UploadedFile[]; fields: Record<string, string> }> {
  const bytes = await readBytes(request, maxUploadBytes + envelopeBytes)
  if (bytes === null) return bodyTooLarge(maxUploadBytes)
  const form = await parseForm(bytes, request.headers.get('content-type') ?? '')
  if (form.state === 'too_many') return tooManyParts()
  if (form.state === 'malformed') return invalidForm('The body is not a multipart form.')
  const files: UploadedFile[] = []
  const fields = new Map<string, string>()
  for (const { name, fileName, mediaType, bytes } of form.parts) {
    if (fileName !== null && fileName !== '') files.push({ name: fileName, bytes, mediaType })
    if (fileName !== null) continue
    const value = textOf(bytes)
    fields.set(name, fields.has(name) ? `${fields.get(name)},${value}` : value)
  }
  if (files.length === 0) return invalidForm('The form has no file.')
  if (files.length > mostFiles) return invalidForm(`The form has more than ${mostFiles} files.`)
  return { files, fields: Object.fromEntries(fields) }
}

function invalidForm(message: string): Failure {
  return new Failure('invalid', 'INVALID_INPUT', message, {
    hint: 'Send multipart/form-data with the files in "files", each with its name.',
  })
}
