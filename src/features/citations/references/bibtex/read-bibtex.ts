import { type Draft, isCitable } from '../../../../core/references/finish-reference.ts'
import type { RefusedEntry } from '../reference-reader.ts'
import { entryToDraft } from './entry-to-draft.ts'
import { type ResolvedEntry, resolveEntries } from './resolve-entries.ts'
import { scanBibtex } from './scan-bibtex.ts'

export type ReadBibtex = {
  format: 'bibtex' | 'biblatex'
  drafts: Draft[]
  refused: RefusedEntry[]
  warnings: string[]
}

/** Reads BibTeX and BibLaTeX, which differ in the names of fields and in how dates are written. */
export function readBibtex(text: string): ReadBibtex {
  const scan = scanBibtex(text)
  const { entries, warnings } = resolveEntries(scan)
  const drafts: Draft[] = []
  const refused = [...scan.refused]
  for (const entry of entries) {
    const draft = entryToDraft(entry)
    if (isCitable(draft)) drafts.push(draft)
    else
      refused.push({
        line: entry.line,
        entry: null,
        reason: `@${entry.type}: it has no key and says nothing to cite`,
      })
  }
  refused.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  const format = entries.some(isBiblatex) ? 'biblatex' : 'bibtex'
  return { format, drafts, refused, warnings: [...scan.warnings, ...warnings] }
}

const biblatexTypes = new Set(
  'online report thesis mvbook collection mvcollection inreference dataset software video artwork'.split(' '),
)
const biblatexFields = 'date journaltitle location eprinttype eventtitle pagetotal maintitle'.split(' ')

function isBiblatex({ type, fields }: ResolvedEntry): boolean {
  const hasExtendedNames = /(?:^|\s)family\s*=/.test(fields.get('author') ?? fields.get('editor') ?? '')
  return biblatexTypes.has(type) || hasExtendedNames || biblatexFields.some(name => fields.has(name))
}
