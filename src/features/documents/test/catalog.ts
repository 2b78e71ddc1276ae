import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'

/** Promises about listing, reading and deleting. */
export function testCatalog(world: () => World): void {
  test('D-LIST-1 D-LIST-2 documents are listed newest first, page by page', async () => {
    const { call, fail } = world()
    for (const name of ['first', 'second', 'third'])
      await call('ingest_content', { content: `The ${name} leaf.`, source: `${name}.md`, library: 'listed' })
    const page = await call('list_documents', { library: 'listed', limit: 2, offset: 0 })
    assert.equal(page.count, 2)
    assert.deepEqual(
      page.documents.map((document: { source: string }) => document.source),
      ['third.md', 'second.md'],
    )
    for (const field of [
      'doc_id',
      'source',
      'title',
      'library',
      'content_hash',
      'created_at',
      'metadata',
      'chunk_count',
    ])
      assert.ok(field in page.documents[0], field)
    assert.match(page.documents[0].content_hash, /^[0-9a-f]{64}$/)
    const rest = await call('list_documents', { library: 'listed', limit: 2, offset: 2 })
    assert.deepEqual(
      rest.documents.map((document: { source: string }) => document.source),
      ['first.md'],
    )
    assert.match(await fail('list_documents', { limit: 0 }), /limit must be between 1 and 1000/)
    assert.match(await fail('list_documents', { limit: 1001 }), /limit must be between 1 and 1000/)
    assert.match(await fail('list_documents', { offset: -1 }), /offset must not be negative/)
  })

  test('a list of documents tells the total and goes on by its cursor, whatever is added meanwhile', async () => {
    const { call, fail } = world()
    const names = ['a', 'b', 'c', 'd', 'e']
    const add = (name: string) =>
      call('ingest_content', { content: `Leaf ${name}.`, source: `${name}.md`, library: 'cursored' })
    for (const name of names) await add(name)
    const sources: string[] = []
    let cursor: string | null = null
    do {
      const page: Value = await call('list_documents', {
        library: 'cursored',
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      })
      assert.equal(page.total, cursor === null ? 5 : 6)
      if (cursor === null) await add('meanwhile')
      sources.push(...page.documents.map((document: { source: string }) => document.source))
      cursor = page.next_cursor
    } while (cursor !== null)
    assert.deepEqual(sources, ['e.md', 'd.md', 'c.md', 'b.md', 'a.md'])
    assert.match(await fail('list_documents', { cursor: 'nonsense' }), /cursor/)
  })

  test('a document of a project is reached by name only, and a project named as library is pointed at', async () => {
    const { call, fail, wired } = world()
    const { collection } = await wired.engine.projects.add('pointed', {})
    assert.match(
      await fail('search', { query: 'anything', library: 'pointed' }),
      /no library "pointed"\. Did you mean project pointed\? .*proj-pointed/,
    )
    assert.match(await fail('list_documents', { library: 'pointed' }), /Did you mean project pointed\?/)
    assert.equal((await call('list_documents', { library: collection })).total, 0)
    const { libraries } = await call('list_libraries', {})
    assert.ok(!JSON.stringify(libraries).includes('pointed'))
    assert.doesNotMatch(await fail('search', { query: 'anything', library: 'pointless' }), /pointed/)
  })

  test('D-LIBS-1 libraries are counted', async () => {
    const { call } = world()
    await call('ingest_content', { content: 'One.', source: 'one.md', library: 'counted' })
    await call('ingest_content', { content: 'Two.', source: 'two.md', library: 'counted' })
    const { libraries } = await call('list_libraries', {})
    const row = libraries.find((candidate: { library: string }) => candidate.library === 'counted')
    assert.equal(row.document_count, 2)
    assert.equal(row.chunk_count, 2)
  })

  test('D-DEL-1 D-DEL-2 deleting removes the document; an unknown id removes nothing; an empty one is refused', async () => {
    const { call, fail } = world()
    const { doc_id } = await call('ingest_content', {
      content: 'Soon gone.',
      source: 'gone.md',
      library: 'deleting',
    })
    assert.deepEqual(await call('delete_document', { doc_id }), {
      status: 'deleted',
      doc_id,
      deleted_chunks: 1,
    })
    assert.deepEqual(await call('delete_document', { doc_id }), {
      status: 'deleted',
      doc_id,
      deleted_chunks: 0,
    })
    assert.match(await fail('get_document', { doc_id }), /^Document not found: /)
    assert.match(await fail('delete_document', { doc_id: ' ' }), /doc_id must not be empty/)
    assert.deepEqual((await call('search', { query: 'soon gone', library: 'deleting' })).results, [])
  })

  test('D-LIST-SORT-1 documents are sorted and filtered, page by page', async () => {
    const { call } = world()
    const library = 'sorted'
    for (const name of ['cedar', 'Ash', 'beech'])
      await call('ingest_content', { content: `# ${name}\n\nA tree.`, source: `${name}.md`, library })
    const first = await call('list_documents', { library, sort: 'title', limit: 2 })
    const titles = ({ documents }: { documents: { title: string }[] }) => documents.map(({ title }) => title)
    assert.deepEqual(titles(first), ['Ash', 'beech'])
    const { next_cursor: cursor } = first
    const second = await call('list_documents', { library, sort: 'title', limit: 2, cursor })
    assert.deepEqual([titles(second), second.next_cursor], [['cedar'], null])
    const found = await call('list_documents', { library, contains: 'CEDAR', reverse: true })
    assert.deepEqual([titles(found), found.total], [['cedar'], 1])
    assert.equal((await call('list_documents', { library, file_type: 'pdf' })).total, 0)
  })

  test('D-TRASH-1 D-TRASH-2 a deleted document is in no answer, and comes back as it was', async () => {
    const { call, fail } = world()
    const library = 'trash'
    const add = (content: string) => call('ingest_content', { content, source: 'heron.md', library })
    const { doc_id } = await add('# Heron\n\nThe heron stands by the weir.')
    const before = await call('get_document', { doc_id })
    const { results } = await call('search', { query: 'heron weir', library })
    await call('delete_document', { doc_id })
    assert.deepEqual((await call('search', { query: 'heron weir', library })).results, [])
    assert.equal((await call('list_documents', { library })).total, 0)
    assert.match(await fail('get_document', { doc_id }), /^Document not found: /)
    const { documents } = await call('list_trash', { library })
    assert.deepEqual(
      documents.map((entry: Record<string, unknown>) => [entry.doc_id, entry.title, entry.library]),
      [[doc_id, 'Heron', library]],
    )

    const restored = await call('restore_document', { doc_id })
    assert.deepEqual(restored, { status: 'restored', doc_id, title: 'Heron', library })
    assert.deepEqual(await call('get_document', { doc_id }), before)
    assert.deepEqual((await call('search', { query: 'heron weir', library })).results, results)
    assert.deepEqual((await call('list_trash', { library })).documents, [])
    assert.match(await fail('restore_document', { doc_id }), /no document .* in the trash/)

    await call('delete_document', { doc_id })
    const newer = await add('# Heron\n\nThe heron has flown.')
    assert.match(await fail('restore_document', { doc_id }), /its source was added again/)
    assert.match((await call('get_document', { doc_id: newer.doc_id })).content, /has flown/)
  })

  test('D-TRASH-3 attachments are deleted and restored with their document', async () => {
    const { call } = world()
    const library = 'mails'
    const content = [
      'From: ada@example.org',
      'Subject: Plan',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=cut',
      '',
      '--cut',
      'Content-Type: text/plain',
      '',
      'The plan of the weir is attached.',
      '--cut',
      'Content-Type: text/markdown; name=plan.md',
      'Content-Disposition: attachment; filename=plan.md',
      '',
      '# Plan of the weir',
      '',
      'Twelve planks of oak.',
      '--cut--',
    ].join('\r\n')
    const { doc_id } = await call('ingest_content', { content, source: 'plan.eml', library })
    const titles = async () =>
      (await call('list_documents', { library })).documents.map((one: { title: string }) => one.title).sort()
    const before = await titles()
    assert.equal(before.length, 2)
    await call('delete_document', { doc_id })
    assert.deepEqual(await titles(), [])
    assert.equal((await call('list_trash', { library })).count, 1)
    await call('restore_document', { doc_id })
    assert.deepEqual(await titles(), before)
  })

  test('D-GET-1 D-GET-2 the document comes back as its original Markdown', async () => {
    const { call, fail } = world()
    const content =
      `# Long\n\n${'Every sheet is folded once and gathered with its fellows. '.repeat(200)}`.trim()
    const { doc_id, chunk_count } = await call('ingest_content', {
      content,
      source: 'long.md',
      library: 'long',
    })
    assert.ok(chunk_count > 3)
    const document = await call('get_document', { doc_id })
    assert.equal(document.content.trim(), content)
    assert.equal(document.chunk_count, chunk_count)
    assert.match(await fail('get_document', { doc_id: 'no-such-id' }), /^Document not found: no-such-id/)
  })

  test('D-LIB-DEL-1 a library is deleted only when its name is confirmed', async () => {
    const { call, fail } = world()
    await call('ingest_content', { content: 'Precious.', source: 'precious.md', library: 'doomed' })
    assert.match(
      await fail('delete_library', { library: 'doomed', confirm: 'domed' }),
      /confirm must repeat the name/,
    )
    assert.equal((await call('search', { query: 'precious', library: 'doomed' })).results.length, 1)
    assert.deepEqual(await call('delete_library', { library: 'doomed', confirm: 'doomed' }), {
      status: 'deleted',
      library: 'doomed',
      deleted_documents: 1,
      deleted_chunks: 1,
    })
    assert.match(
      await fail('search', { query: 'precious', library: 'doomed' }),
      /There is no library "doomed"/,
    )
  })

  test('D-INFO-1 D-INFO-2 the server tells about itself and whether it can read a path', async () => {
    const { call, folder } = world()
    const path = join(folder, 'readable.txt')
    await writeFile(path, 'twelve bytes')
    const info = await call('server_info', { check_path: path })
    for (const field of ['platform', 'version', 'cwd', 'store', 'transport', 'note', 'embedding_model'])
      assert.ok(info[field], field)
    assert.deepEqual(info.path_check, { path, readable: true, size_bytes: 12 })
    const { path_check } = await call('server_info', { check_path: join(folder, 'missing.txt') })
    assert.equal(path_check.readable, false)
    assert.ok(path_check.error.length > 10)
  })

  test('D-ERR-1 every failure has the one shape, also for unknown parameters and wrong types', async () => {
    const { fail } = world()
    assert.match(await fail('search', {}), /query/)
    assert.match(await fail('search', { query: 'x', topk: 3 }), /topk/)
    assert.match(await fail('list_documents', { limit: 'many' }), /limit/)
  })
}
