import type { Attachment, LibraryItem } from '../ports/reference-library.ts'

/** Several items may have files of one name. */
export function nameInReports(item: Pick<LibraryItem, 'key'>, attachment: Pick<Attachment, 'name'>): string {
  return `${attachment.name} (${item.key})`
}
