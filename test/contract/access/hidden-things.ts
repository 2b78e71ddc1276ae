import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GuardedWorld, Holder } from './guarded-world.ts'

/** Words that occur only in what is hidden. */
export const hiddenWords = /zorblax|quimby|vexatron|vault/i

const secretText =
  '# Vault ledger\n\nZorblax Quimby founded Vexatron in 1987. Vexatron acquired Ink Works in 1990.\n\n```python\nzorblax = 1\n```\n'

export type Hidden = {
  /** Names, words and ids of hidden things. The first is the name of the hidden library. */
  names: readonly string[]
  docId: string
  jobId: string
  trashedId: string
  uploadedId: string
  /** All lines of the hidden library, to see whether anything in it changed. */
  export(): Promise<string>
}

/** Fills a library that the tokens of the tests may read. */
export async function fillOpen(world: GuardedWorld): Promise<void> {
  await world.asPerson('ingest_content', {
    content: '# Ink\n\nIron gall ink is made from oak galls. Ada Lovelace founded Ink Works in 1843.',
    source: 'open-ink.md',
    library: 'open',
  })
}

/** Hides things of every toolset from those tokens. */
export async function hideThings(world: GuardedWorld, admin: Holder, folder: string): Promise<Hidden> {
  const { url } = world.server
  const headers = { Authorization: `Bearer ${admin.token}` }
  const put = (source: string, library: string) =>
    world.asPerson('ingest_content', { content: secretText, source, library })
  const { doc_id: docId } = await put('vault-note.md', 'vault')
  const trashed = await put('vault-old.md', 'vault')
  await world.asPerson('delete_document', { doc_id: trashed.doc_id })
  await put('vault-page.md', 'knowledge')
  await writeFile(join(folder, 'vault-file.md'), secretText)
  await world.asPerson('ingest_folder', { folder, library: 'vault' })
  await world.wired.engine.projects.add('vault-project', {})
  await world.asPerson('ingest_from_source', {
    project: 'vault-project',
    source: join(folder, 'vault-file.md'),
  })
  await world.asPerson('ingest_speech', speech)
  await world.asPerson('search_graphiti', { query: 'Who founded Vexatron?' })
  const form = new FormData()
  form.set('file', new File([secretText], 'vault-upload.md', { type: 'text/markdown' }))
  form.set('library', 'vault')
  const response = await fetch(`${url}/upload`, { method: 'POST', headers, body: form })
  // SAFETY: the fields are checked by the tests that use them.
  const uploaded = (await response.json()) as { doc_id: string }
  const { results } = await world.asPerson('search', { query: 'zorblax', library: 'vault' })
  // SAFETY: search returns passages, of which each has an id.
  const [passage] = results as { chunk_id: string }[]
  const { jobs } = await world.asPerson('list_jobs', {})
  // SAFETY: list_jobs returns jobs, of which each has an id and a collection.
  const ofVault = (jobs as { job_id: string; collection: string | null }[]).find(
    ({ collection }) => collection === 'vault',
  )
  const jobId = ofVault?.job_id ?? ''
  const names = ['vault', 'vault-project', 'knowledge', 'vault-note.md', 'Vault ledger', 'zorblax', 'Quimby']
  const ids = [docId, passage?.chunk_id, jobId, uploaded.doc_id, trashed.doc_id].map(String)
  return {
    names: [...names, ...ids, `quire://vault/${docId}`],
    docId: String(docId),
    jobId,
    trashedId: String(trashed.doc_id),
    uploadedId: String(uploaded.doc_id),
    async export() {
      const lines = []
      for await (const line of world.wired.engine.transfer.write('vault', new AbortController().signal))
        lines.push(line)
      return lines.join('\n')
    },
  }
}

const speech = {
  ...{ title: 'Vault Bill', full_text: 'Zorblax asked about the vault. '.repeat(20), speaker: 'Quimby' },
  ...{ party: 'Vexatron', chamber: 'Senate', state: 'NSW', date: '2001-02-03', hansard_reference: 'Vault 1' },
}
