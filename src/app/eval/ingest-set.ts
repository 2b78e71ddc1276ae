import type { Engine } from '../../core/engine.ts'
import { Failure } from '../../core/model/failure.ts'
import type { ReportProgress } from '../../core/model/progress.ts'
import type { BeirDocument } from './read-beir.ts'

/** Ingests the documents of a set into a library; documents that are there already are skipped. */
export async function ingestSet(
  engine: Engine,
  { library, documents }: { library: string; documents: readonly BeirDocument[] },
  context: { signal: AbortSignal; progress: ReportProgress },
): Promise<void> {
  const items = documents
    .filter(({ title, text }) => `${title}${text}`.trim() !== '')
    .map(document => ({
      name: document.id,
      request: {
        collection: library,
        metadata: {},
        options: { password: null, ocrLanguages: [] },
        read: async () => ({
          source: document.id,
          name: `${document.id}.md`,
          bytes: new TextEncoder().encode(toMarkdown(document)),
          mediaType: 'text/markdown',
          charset: 'utf-8',
          lastModified: null,
          fileType: null,
        }),
      },
    }))
  const outcomes = await engine.ingestMany(items, { ...context, concurrency: 16, onOutcome: () => {} })
  for (const outcome of outcomes)
    if (!outcome.ok && outcome.failure.code !== 'NO_TEXT')
      throw new Failure('internal', 'INTERNAL_ERROR', `${outcome.name}: ${outcome.failure.message}`, {
        cause: outcome.failure,
      })
}

/** Escapes headings in the text, so that only the title is a heading. */
function toMarkdown({ title, text }: BeirDocument): string {
  const body = text.replace(/^(\s*)(#{1,6}\s)/gm, '$1\\$2')
  return title.trim() === '' ? body : `# ${title.replaceAll(/\s+/g, ' ').trim()}\n\n${body}`
}
