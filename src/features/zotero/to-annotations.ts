import type { Annotation } from '../../core/ports/reference-library.ts'

/** An annotation as Zotero records it. The database numbers its kinds, the API names them. */
export type AnnotationRecord = {
  key: string
  attachmentKey: string
  kind: string | number
  text: string | null
  comment: string | null
  color: string | null
  pageLabel: string | null
  /** `00012|000345|00067`: page and position. Sorts as text. */
  sortIndex: string | null
  /** JSON with `pageIndex` and rectangles; of another form for EPUB and web pages. */
  position: string | null
  tags: readonly string[]
}

/** Numbers of kinds in the database: https://github.com/zotero/zotero, annotations.js. */
const numbered: Readonly<Record<number, Annotation['kind']>> = {
  1: 'highlight',
  2: 'note',
  3: 'image',
  4: 'ink',
  5: 'underline',
  6: 'text',
}

/** Maps annotations, in reading order. Unknown kinds are left out. */
export function toAnnotations(records: readonly AnnotationRecord[]): Annotation[] {
  return [...records].sort(byPlace).flatMap(record => {
    const kind = kindOf(record.kind)
    if (kind === null) return []
    return {
      key: record.key,
      attachmentKey: record.attachmentKey,
      kind,
      text: record.text?.trim() ?? '',
      comment: record.comment?.trim() ?? '',
      color: record.color || null,
      pageLabel: record.pageLabel?.trim() || null,
      page: pageOf(record.position),
      tags: [...record.tags],
    }
  })
}

/** A text that changes when anything changes that a citation of an annotation shows. */
export function markOfAnnotations(records: readonly AnnotationRecord[]): string {
  return JSON.stringify(toAnnotations(records).map(({ attachmentKey: _, ...shown }) => Object.values(shown)))
}

function kindOf(kind: string | number): Annotation['kind'] | null {
  if (typeof kind === 'number') return numbered[kind] ?? null
  return Object.values(numbered).find(name => name === kind) ?? null
}

/** The 1-based page; null without a `pageIndex` (EPUB, web page). */
function pageOf(position: string | null): number | null {
  if (position === null) return null
  try {
    const parsed: unknown = JSON.parse(position)
    if (typeof parsed !== 'object' || parsed === null || !('pageIndex' in parsed)) return null
    const index = parsed.pageIndex
    return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index + 1 : null
  } catch {
    return null
  }
}

function byPlace(one: AnnotationRecord, other: AnnotationRecord): number {
  const [a, b] = [`${one.sortIndex ?? ''} ${one.key}`, `${other.sortIndex ?? ''} ${other.key}`]
  return a < b ? -1 : a > b ? 1 : 0
}
