import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { analyzer } from '../../../../adapters/analyzers/analyzer.ts'
import { openStore } from '../../../../adapters/stores/index.ts'
import { type Collection, documentsPolicy } from '../../../../core/model/collection.ts'
import type { Document } from '../../../../core/model/document.ts'
import { sha256 } from '../../../../core/model/identity.ts'
import type { Clock } from '../../../../core/ports/clock.ts'
import { outlineFromHeadings, pagesOfSpan, sectionPathAt } from '../../../../core/text/outline.ts'
import { type QuoteVerdict, type VerifyParts, type VerifyRequest, verifyQuote } from '../verify-quote.ts'

export const never = new AbortController().signal

/** A clock that does not advance, or advances by `msPerLook` with every reading. */
export function testClock(msPerLook = 0): Clock {
  let ms = 0
  return {
    now: () => '2026-01-02T03:04:05+00:00',
    elapsed() {
      ms += msPerLook
      return ms
    },
    timeout: () => ({ signal: never, dispose() {} }),
  }
}

export type Draft = {
  title: string
  /** Pages are joined by a blank line, as in converters. */
  pages?: readonly { text: string; label?: string; ocr?: boolean }[]
  markdown?: string
  collection?: string
  metadata?: Document['metadata']
  language?: string
}

export type Shelf = {
  parts: VerifyParts
  verify(quote: string, changes?: Partial<VerifyRequest>): Promise<QuoteVerdict>
}

/** A real store with these documents, cut into chunks of a few hundred characters without regard to words. */
export async function openShelf(
  context: TestContext,
  drafts: readonly Draft[],
  clock = testClock(),
): Promise<Shelf> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-verify-test-'))
  const store = await openStore(`sqlite:${join(folder, 'test.db')}`, { clock })
  context.after(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const words = analyzer()
  for (const draft of drafts) {
    const document = toDocument(draft)
    await store.ensureCollection(collectionNamed(document.collection))
    await store.putDocument({ document, chunks: cut(document, words.analyze) }, never)
  }
  const parts = { store, analyzer: words, clock }
  return {
    parts,
    verify: (quote, changes = {}) =>
      verifyQuote({ collections: ['shelf'], quote, filter: [], page: null, ...changes }, parts, never),
  }
}

function collectionNamed(name: string): Collection {
  const scope = name === 'shelf' ? 'shared' : 'isolated'
  const createdAt = '2026-01-01T00:00:00+00:00'
  return { name, scope, model: 'test', dimensions: 2, policy: documentsPolicy, project: null, createdAt }
}

export function toDocument(draft: Draft): Document {
  let markdown = draft.markdown ?? ''
  const pages = (draft.pages ?? []).map((page, index) => {
    if (index > 0) markdown += '\n\n'
    const start = markdown.length
    markdown += page.text
    const label = page.label ?? null
    return { number: index + 1, label, start, end: markdown.length, ocr: page.ocr ?? false }
  })
  const collection = draft.collection ?? 'shelf'
  return {
    id: `${collection}/${draft.title}`,
    collection,
    source: `${draft.title}.md`,
    title: draft.title,
    fileType: 'md',
    lastModified: null,
    contentHash: sha256(markdown),
    fingerprint: sha256(markdown),
    createdAt: '2026-01-01T00:00:00+00:00',
    language: draft.language ?? 'en',
    metadata: draft.metadata ?? {},
    warnings: [],
    pageLabelSource: 'none' as const,
    markdown,
    pages,
    outline: outlineFromHeadings(markdown),
  }
}

function cut(document: Document, analyze: (text: string, language: string) => string[]) {
  const { markdown } = document
  const size = 300
  return Array.from({ length: Math.ceil(markdown.length / size) }, (_, ordinal) => {
    const start = ordinal * size
    const end = Math.min(markdown.length, start + size)
    return {
      chunk: {
        id: `${document.id}#${ordinal}`,
        ordinal,
        start,
        end,
        pages: pagesOfSpan({ ...document, markdown }, { start, end }),
        sectionPath: sectionPathAt(document.outline, start),
        tokens: 60,
      },
      vector: Float32Array.of(1, 0),
      terms: { heading: [], body: analyze(markdown.slice(start, end), document.language) },
    }
  })
}
