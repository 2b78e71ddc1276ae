import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentResources, uriOf } from '../../../src/app/resources.ts'
import type { Catalog } from '../../../src/catalog/types.ts'
import { Failure } from '../../../src/model/failure.ts'

const context = { caller: { surface: 'stdio', isLocal: true }, signal: new AbortController().signal } as const

const documents = Array.from({ length: 230 }, (_, index) => ({
  id: `id-${index}`,
  collection: 'my papers/2026',
  source: `/papers/${index}.md`,
  title: `Paper ${index}`,
  fileType: 'md',
  lastModified: null,
  contentHash: '',
  fingerprint: '',
  createdAt: '',
  language: 'en',
  metadata: {},
  warnings: [],
  chunkCount: 1,
}))

const catalog: Pick<Catalog, 'listDocuments' | 'readDocument'> = {
  listDocuments: async ({ limit, offset }) => documents.slice(offset, offset + limit),
  async readDocument(id) {
    const found = documents.find(document => document.id === id)
    if (found === undefined) throw new Failure('not_found', 'DOCUMENT_NOT_FOUND', 'no')
    return { ...found, markdown: `# ${found.title}`, pages: [], outline: [] }
  },
}

const resources = documentResources({ catalog })

test('documents are listed page by page, each once, until none is left', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await resources.list(cursor, context)
    seen.push(...page.resources.map(resource => resource.uri))
    cursor = page.nextCursor
  } while (cursor !== null)
  assert.equal(new Set(seen).size, 230)
  assert.equal(seen[0], 'quire://my%20papers%2F2026/id-0')
})

test('a document is read as Markdown under the address it was listed with', async () => {
  const uri = uriOf('my papers/2026', 'id-7')
  assert.deepEqual(await resources.read(uri, context), { uri, mimeType: 'text/markdown', text: '# Paper 7' })
})

test('nothing stands behind an address with another library, an unknown id or a form of its own', async () => {
  for (const uri of [
    uriOf('other', 'id-7'),
    uriOf('my papers/2026', 'none'),
    'quire://id-7',
    'quire://%zz/id-7',
    'file:///etc/passwd',
  ])
    assert.equal(await resources.read(uri, context), null, uri)
})

test('a cursor that was not given out is refused', async () => {
  await assert.rejects(
    resources.list('abc', context),
    error => error instanceof Failure && error.code === 'INVALID_INPUT',
  )
})
