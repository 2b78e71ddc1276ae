import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import { toReference } from './to-reference.ts'
import { type ZoteroItem, zoteroUri } from './zotero-item.ts'

/** Better BibTeX's keys by the names asked for: `ABCD2345` in the own library, `2:ABCD2345` in any. */
export type AskBetterBibtex = (
  names: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, string>>

export type CitekeySources = {
  /** How Better BibTeX calls an item; null when it cannot be asked about it. */
  nameOf: (item: ZoteroItem) => string | null
  /** Asked in turn about what the one before did not know. */
  ask: readonly AskBetterBibtex[]
  warn: (warning: string) => void
}

/** Keys by the address of the item, for items that carry none in themselves. */
export async function findCitekeys(
  items: readonly ZoteroItem[],
  { nameOf, ask, warn }: CitekeySources,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const uris = new Map(items.filter(lacksCitekey).flatMap(item => pairOf(nameOf(item), item)))
  const found = new Map<string, string>()
  for (const source of ask) {
    const unknown = [...uris].filter(([, uri]) => !found.has(uri)).map(([name]) => name)
    if (unknown.length === 0) break
    try {
      for (const [name, citekey] of await source(unknown, signal)) {
        const uri = uris.get(name)
        if (uri !== undefined) found.set(uri, citekey)
      }
    } catch (error) {
      throwIfAborted(signal)
      // Keys can be generated instead: a plug-in out of reach is no reason to read nothing.
      if (!(error instanceof Failure)) throw error
      warn(`Better BibTeX's citation keys could not be had, so some are generated: ${error.message}`)
    }
  }
  return found
}

function lacksCitekey(item: ZoteroItem): boolean {
  return item.itemType !== 'attachment' && toReference(item, { collections: [], files: [] }).citekey === null
}

function pairOf(name: string | null, { library, key }: ZoteroItem): [string, string][] {
  return name === null ? [] : [[name, zoteroUri(library, key)]]
}
