import type { Reference } from '../model/reference.ts'
import { cleanDoi } from '../text/doi.ts'
import { generateCitekey } from './generate-citekey.ts'
import { collapse } from './plain-text.ts'

/** A reference as an entry gives it; the key may be missing. */
export type Draft = Omit<Reference, 'citekey' | 'isCitekeyGenerated'> & { citekey: string | null }

/** Gives every reference a key: its own, or one that is unlike all others of the file. */
export function giveCitekeys(drafts: readonly Draft[]): { references: Reference[]; warnings: string[] } {
  const taken = new Set<string>()
  const warnings: string[] = []
  for (const { citekey } of drafts) {
    if (citekey === null) continue
    if (taken.has(citekey)) warnings.push(`The key "${citekey}" is used more than once.`)
    taken.add(citekey)
  }
  const references = drafts.map((draft): Reference => {
    if (draft.citekey !== null) return { ...draft, citekey: draft.citekey, isCitekeyGenerated: false }
    const citekey = generateCitekey(draft, taken)
    taken.add(citekey)
    return { ...draft, citekey, isCitekeyGenerated: true }
  })
  return { references, warnings: [...new Set(warnings)] }
}

/** The DOI where it is said, else where the address is one. */
export function chooseDoi(doi: string | null, url: string | null): string | null {
  const said = doi === null ? null : cleanDoi(doi)
  if (said !== null || url === null) return said
  return /^https?:\/\/(?:dx\.)?doi\.org\//i.test(url) ? cleanDoi(url) : null
}

/** Whether there is anything to cite: an entry of nothing but a type says nothing. */
export function isCitable(draft: Draft): boolean {
  const { title, authors, editors, doi, url, isbn, container } = draft
  const hasText = [title, doi, url, isbn, container].some(value => value !== null)
  return draft.citekey !== null || hasText || authors.length > 0 || editors.length > 0
}

/** Without repetitions and empty ones, in their order. */
export function distinct(values: readonly string[]): string[] {
  return [...new Set(values.map(collapse).filter(value => value !== ''))]
}
