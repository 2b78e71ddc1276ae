import type { BeirDocument } from '../../src/app/eval/read-beir.ts'
import type { Engine } from '../../src/core/engine.ts'

/** Ingests the documents of a set into a library of its own; documents that are there already are skipped. */
export async function ingestSet(
  engine: Engine,
  library: string,
  documents: readonly BeirDocument[],
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
  const { signal } = new AbortController()
  await engine.ingestMany(items, { signal, progress: () => {}, concurrency: 16, onOutcome: () => {} })
}

function toMarkdown({ title, text }: BeirDocument): string {
  const body = text.replace(/^(\s*)(#{1,6}\s)/gm, '$1\\$2')
  return title.trim() === '' ? body : `# ${title.replaceAll(/\s+/g, ' ').trim()}\n\n${body}`
}
