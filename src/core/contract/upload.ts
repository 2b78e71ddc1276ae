import type { Toolset } from './define-toolset.ts'
import type { Call, Outcome } from './invoke.ts'

/** A file that arrived in the body of a request. */
export type UploadedFile = { name: string; bytes: Uint8Array; mediaType: string }

/** `library` and `metadata` as sent; null and empty when they were not. */
export type UploadFields = { library: string | null; metadata: Record<string, unknown> }

export type Upload<Services> = {
  /** Whose tool it is: it gives the path and words the failures. */
  toolset: Toolset<Services>
  receive(file: UploadedFile, fields: UploadFields, call: Omit<Call, 'input'>): Promise<Outcome>
}

/** Several files in one request. */
export type FilesUpload<Services> = {
  /** Where several files arrive at once, beside the JSON of the tool of the same path. */
  path: string
  toolset: Toolset<Services>
  /** `fields` are the other fields of the form and of the query, as text; repeated ones are joined by a comma. */
  receive(
    files: readonly UploadedFile[],
    fields: Readonly<Record<string, string>>,
    call: Omit<Call, 'input'>,
  ): Promise<Outcome>
}

/** Where uploaded files go. */
export type Uploads<Services> = { upload?: Upload<Services>; filesUpload?: FilesUpload<Services> }
