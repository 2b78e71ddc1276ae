import { type Draft, isCitable } from '../../../core/references/finish-reference.ts'
import { childTypes, itemToDraft } from '../../../core/references/item-to-draft.ts'
import {
  brokenJsonItems,
  type Item,
  isRecord,
  jsonItems,
  type Loose,
  listOf,
  textOf,
} from '../../../core/text/json-values.ts'
import { cslToDraft } from './csl-to-draft.ts'
import type { ReadReferences, RefusedEntry } from './reference-reader.ts'

/** Reads CSL-JSON and Better BibTeX JSON. Returns null when the file is neither. */
export function readJsonReferences(text: string): ReadReferences | null {
  const file = parseWhole(text)
  const items = file === null ? brokenJsonItems(text) : itemsOf(text, file.value)
  if (items === null || (file === null && items.every(item => item.problem !== null))) return null
  const warnings =
    file === null ? ['The file is not valid JSON as a whole; its entries were read one by one.'] : []
  if (items.some(({ value }) => isRecord(value) && typeof value.itemType === 'string')) {
    const collections = isRecord(file?.value) ? file.value.collections : null
    const read = readBetterBibtex(items, collections)
    return { format: 'better-bibtex-json', ...read, warnings: [...warnings, ...read.warnings] }
  }
  const isCsl =
    items.length === 0 || items.some(({ value }) => isRecord(value) && ('type' in value || 'title' in value))
  if (!isCsl) return null
  return { format: 'csl-json', ...readItems(items, item => cslToDraft(item)), warnings }
}

function parseWhole(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Accepts a list of items, an object that contains one, or a single item. */
function itemsOf(text: string, value: unknown): Item[] | null {
  if (Array.isArray(value)) return jsonItems(text, value)
  if (!isRecord(value)) return null
  const list = value.items ?? value.references
  if (Array.isArray(list)) return jsonItems(text, list)
  return 'id' in value && 'type' in value ? [{ line: 1, value, problem: null }] : null
}

/** Reads the items of a Better BibTeX JSON file. Skips notes and standalone attachments. */
function readBetterBibtex(
  items: readonly Item[],
  collections: unknown,
): { drafts: Draft[]; refused: RefusedEntry[]; warnings: string[] } {
  const names = collectionsOfItems(collections)
  const isChild = ({ value }: Item): boolean =>
    isRecord(value) && childTypes.has(textOf(value.itemType) ?? '')
  const children = items.filter(isChild).length
  const read = readItems(
    items.filter(item => !isChild(item)),
    item => itemToDraft(item, namesOf(item, names)),
  )
  const warnings =
    children === 0
      ? []
      : [
          `${children} of the items ${children === 1 ? 'is a note or attachment' : 'are notes or attachments'} without a reference and skipped.`,
        ]
  return { ...read, warnings }
}

function namesOf(item: Loose, names: ReadonlyMap<string, readonly string[]>): string[] {
  return [item.itemID, item.key, item.itemKey].flatMap(id => names.get(textOf(id) ?? '') ?? [])
}

/** Returns the names of the collections of each item, by item id. Collections are an object by key or nested lists. */
function collectionsOfItems(collections: unknown): Map<string, string[]> {
  const names = new Map<string, string[]>()
  const queue: unknown[] = isRecord(collections) ? Object.values(collections) : [...listOf(collections)]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (!isRecord(next)) continue
    const name = textOf(next.name)
    for (const item of name === null ? [] : listOf(next.items)) {
      const id = textOf(isRecord(item) ? (item.itemID ?? item.key) : item)
      if (id !== null && name !== null) names.set(id, [...(names.get(id) ?? []), name])
    }
    queue.push(...listOf(next.collections).filter(isRecord))
  }
  return names
}

/** Converts the items that can be cited and reports the others as refused. */
export function readItems(
  items: readonly Item[],
  toDraft: (item: Loose) => Draft,
): { drafts: Draft[]; refused: RefusedEntry[] } {
  const drafts: Draft[] = []
  const refused: RefusedEntry[] = []
  for (const { line, value, problem } of items) {
    const draft = problem === null && isRecord(value) ? toDraft(value) : null
    if (draft !== null && isCitable(draft)) drafts.push(draft)
    else {
      const entry = isRecord(value) ? (textOf(value.id) ?? textOf(value.title)) : null
      const reason =
        problem ?? (isRecord(value) ? 'it has no key and nothing to cite' : 'it is not an object')
      refused.push({ line, entry, reason })
    }
  }
  return { drafts, refused }
}
