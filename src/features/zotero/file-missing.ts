import { Failure } from '../../core/model/failure.ts'

/** A file that an item names and that cannot be had from a source. */
export function fileMissing(name: string, reason: string): Failure {
  return new Failure(
    'not_found',
    'ATTACHMENT_NOT_FOUND',
    `The file '${name}' of the Zotero library is missing: ${reason}.`,
    {
      hint: 'Open the item in Zotero to download or relink the file, then try again.',
    },
  )
}
