import type { Context, Hono } from 'hono'
import type { Toolset } from '../../contract/define-toolset.ts'
import type { Call, Outcome } from '../../contract/invoke.ts'
import { Failure, statusOfKind } from '../../model/failure.ts'
import type { Watch } from '../http/in-flight.ts'
import { readBytes } from '../http/read-json.ts'
import { answer } from './answer.ts'
import { bodyTooLarge, correlationIdOf, restCaller } from './rest-request.ts'

export type UploadedFile = { name: string; bytes: Uint8Array; mediaType: string }

/** `library` and `metadata` as sent; null and empty when they were not. */
export type UploadFields = { library: string | null; metadata: Record<string, unknown> }

export type Upload<Services> = {
  /** Whose tool it is: it gives the path and words the failures. */
  toolset: Toolset<Services>
  receive(file: UploadedFile, fields: UploadFields, call: Omit<Call, 'input'>): Promise<Outcome>
}

export type UploadOptions<Services> = {
  upload?: Upload<Services>
  maxUploadBytes?: number
  /** Lets a server know what is running. */
  watch?: Watch
}

export const defaultMaxUploadBytes = 50 * 1024 * 1024

/** What surrounds the file in a multipart body: boundaries, part headers, the other fields. */
const envelopeBytes = 1024 * 1024

/** A file that arrived whole but cannot be used is 422; a request that does not say what it should is 400. */
const uploadStatuses = { ...statusOfKind, invalid: 422, unsupported: 422 }

/** Multipart upload at the toolset's path and, as its contract has it, at /upload. */
export function addUploadRoutes<Services>(app: Hono, options: UploadOptions<Services>): void {
  const { upload } = options
  if (upload === undefined) return
  const serve = (context: Context) => serveUpload(context.req.raw, upload, options)
  for (const path of uploadPaths(upload.toolset)) app.post(path, serve)
}

/** As its contract has it, and among the tools of its toolset. */
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
    return answer({ ok: false, failure: parsed, worded, correlationId })
  }
  const receive = (signal: AbortSignal) =>
    upload.receive(parsed.file, parsed.fields, { caller: restCaller, signal, correlationId })
  return answer(await watch(receive, request.signal), uploadStatuses)
}

async function readForm(
  request: Request,
  maxUploadBytes: number,
): Promise<Failure | { file: UploadedFile; fields: UploadFields }> {
  const bytes = await readBytes(request, maxUploadBytes + envelopeBytes)
  if (bytes === null) return bodyTooLarge(maxUploadBytes)
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
  const form = await new Response(bytes, { headers }).formData().catch(() => null)
  if (form === null)
    return invalid('The body is not a multipart form.', 'Send multipart/form-data with a field "file".')
  const file = form.get('file')
  if (file === null || typeof file === 'string' || file.name === '')
    return invalid('The form has no file.', 'Put the file in the field "file", with its name.')
  if (file.size > maxUploadBytes) return bodyTooLarge(maxUploadBytes)
  const metadata = await readMetadata(form.get('metadata'))
  if (metadata instanceof Failure) return metadata
  const library = form.get('library')
  return {
    file: { name: file.name, bytes: await file.bytes(), mediaType: file.type },
    fields: { library: typeof library === 'string' && library !== '' ? library : null, metadata },
  }
}

async function readMetadata(field: unknown): Promise<Failure | Record<string, unknown>> {
  if (typeof field !== 'string' || field.trim() === '') return {}
  const value: unknown = await new Response(field).json().catch(() => null)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return invalid('metadata is not a JSON object.', 'Send metadata like {"year": 2024}.')
  return { ...value }
}

function invalid(message: string, hint: string): Failure {
  return new Failure('invalid', 'INVALID_INPUT', message, { hint })
}
