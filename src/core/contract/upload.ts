import type { Toolset } from './define-toolset.ts'
import type { Call, Outcome } from './invoke.ts'

/** A file that arrived in the body of a request. */
export type UploadedFile = { name: string; bytes: Uint8Array; mediaType: string }

/** What was sent with a file; null and empty for what was not sent. */
export type UploadFields = {
  library: string | null
  metadata: Record<string, unknown>
  /** Of an encrypted file; used once, never stored or logged. */
  password: string | null
  /** Languages of scanned pages, most likely first. */
  ocrLanguages: readonly string[] | null
}

export type Upload<Services> = {
  /** The toolset that determines the path and the format of failures. */
  toolset: Toolset<Services>
  receive(file: UploadedFile, fields: UploadFields, call: Omit<Call, 'input'>): Promise<Outcome>
}

/** A field of a form as the description of the routes shows it. */
export type FormField = { type: 'string' | 'boolean'; description: string; default?: boolean }

/** Several files in one request. */
export type FilesUpload<Services> = {
  /** The path that accepts several files as a form, in addition to the JSON of the tool of the same path. */
  path: string
  toolset: Toolset<Services>
  /** What describes the route when no tool has the same path. */
  operation?: { name: string; title: string; description: string }
  /** The other fields of the form and what they mean. */
  fields: Readonly<Record<string, FormField>>
  /** `fields` are the other fields of the form and of the query, as text; repeated ones are joined by a comma. */
  receive(
    files: readonly UploadedFile[],
    fields: Readonly<Record<string, string>>,
    call: Omit<Call, 'input'>,
  ): Promise<Outcome>
}

/** The handlers for uploaded files. */
export type Uploads<Services> = {
  upload?: Upload<Services>
  filesUploads?: readonly FilesUpload<Services>[]
}
