import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openWorld, surfacesUnderTest, type Value, type World } from '../../../../test/contract/world.ts'
import { makeZip } from '../../../adapters/converters/test/make-zip.ts'
import { openHttp } from '../../../app/open-http.ts'

const secret = 'OPENAI_API_KEY=sk-heron-4711'

for (const surface of surfacesUnderTest)
  describe(`files for credentials over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface)
      const { folder } = world
      await mkdir(join(folder, 'project', '.ssh'), { recursive: true })
      const put = (name: string, text: string) => writeFile(join(folder, 'project', name), text)
      await put('.env', secret)
      await put('quire.toml', secret)
      await put('credentials.json', JSON.stringify({ secret }))
      await put('.ssh/notes.md', secret)
      await put('birds.md', '# Herons\n\nThe heron wades slowly.')
      await symlink(join(folder, 'project', '.env'), join(folder, 'project', 'notes.md'))
      await put('bundle.zip', '')
      await writeFile(
        join(folder, 'project', 'bundle.zip'),
        makeZip([
          { name: 'app/.env', content: secret },
          { name: 'app/readme.md', content: '# Egrets\n\nThe egret is white.' },
        ]),
      )
    })
    after(() => world.close())

    for (const name of ['.env', 'quire.toml', 'credentials.json', 'notes.md', '.ssh/notes.md'])
      test(`${name} is refused, and the check of its path says why`, async () => {
        const path = join('project', name)
        assert.match(await world.fail('ingest_file', { path }), /credentials/)
        const { path_check } = await world.call('server_info', { check_path: path })
        assert.deepEqual([path_check.readable, /credentials/.test(path_check.error)], [false, true])
      })

    test('a folder is read without them, and the answer names what was left out and why', async () => {
      const answer = await world.call('ingest_folder', { folder: 'project', library: 'walk' })
      assert.deepEqual(
        answer.results.map((row: Value) => row.file),
        ['birds.md', 'bundle.zip'],
      )
      assert.deepEqual(
        answer.left_out.map((row: Value) => row.file),
        ['.env', 'credentials.json', 'quire.toml'],
      )
      for (const { reason } of answer.left_out) assert.match(reason, /credentials/)
      const dry = await world.call('ingest_folder', { folder: 'project', library: 'walk', dry_run: true })
      assert.deepEqual(dry.left_out, answer.left_out)
      const found = await world.call('search', { query: 'OPENAI_API_KEY sk-heron-4711', library: 'walk' })
      assert.ok(!JSON.stringify(found).includes('sk-heron'))
    })

    test('a refresh leaves them out as well and says so', async () => {
      await world.call('ingest_folder', { folder: 'project', library: 'again' })
      const answer = await world.call('refresh_source', { source: 'project', library: 'again' })
      assert.deepEqual([answer.added, answer.failed], [0, 0])
      assert.match(answer.warnings.join('\n'), /\.env was skipped: .*credentials/)
    })

    test('a member of an archive is left out with a warning', async () => {
      const answer = await world.call('ingest_file', { path: 'project/bundle.zip', library: 'zip' })
      assert.match(answer.warnings.join('\n'), /app\/\.env was skipped: .*credentials/)
      const { content } = await world.call('get_document', { doc_id: answer.doc_id })
      assert.ok(content.includes('egret') && !content.includes('sk-heron'))
    })

    test('text under such a name is refused', async () => {
      assert.match(await world.fail('ingest_content', { content: secret, source: '.env' }), /credentials/)
    })
  })

test('an upload by that name is refused', async () => {
  const world = await openWorld('library')
  const server = await openHttp(world.wired)
  try {
    const body = new FormData()
    body.append('file', new File([secret], '.env'))
    const response = await fetch(`${server.url}/upload`, { method: 'POST', body })
    assert.equal(response.status, 403)
    assert.match(JSON.stringify(await response.json()), /credentials/)
    assert.deepEqual((await world.call('list_documents', { library: null })).documents, [])
  } finally {
    await server.close()
    await world.close()
  }
})

test('what an earlier version stored is listed by name, never shown, and removed by a refresh', async () => {
  const home = await mkdtemp(join(tmpdir(), 'quire-home-'))
  const world = await openWorld('library', { home })
  try {
    const project = join(world.folder, 'project')
    await mkdir(project)
    const harmless = join(project, 'settings.md')
    await writeFile(harmless, `# ${secret}\n\n${secret}\n`)
    const { doc_id } = await world.call('ingest_file', { path: harmless })
    // As an earlier version may have stored it: the same document under the name of a credential file.
    await renameSource(join(home, 'quire.db'), doc_id, join(project, 'secrets.json'))
    await rm(harmless)
    await writeFile(join(project, 'secrets.json'), JSON.stringify({ secret }))

    const found = await world.call('search', { query: secret })
    assert.ok(!JSON.stringify(found).includes('sk-heron'))
    assert.match(await world.fail('get_document', { doc_id }), /credentials.*delete_document/s)
    const listing = await world.call('list_documents', { library: null })
    assert.deepEqual(
      listing.documents.map((row: Value) => [row.doc_id, row.title]),
      [[doc_id, 'secrets.json']],
    )
    const context = {
      caller: { surface: 'stdio', isLocal: true },
      signal: new AbortController().signal,
    } as const
    const { resources } = await world.wired.resources.list(null, context)
    assert.ok(!JSON.stringify(resources).includes('sk-heron'))
    for (const { uri } of resources)
      await assert.rejects(world.wired.resources.read(uri, context), { code: 'FORBIDDEN_PATH' })

    const refreshed = await world.call('refresh_source', { source: project })
    assert.equal(refreshed.removed, 1)
    assert.deepEqual((await world.call('list_documents', { library: null })).documents, [])
  } finally {
    await world.close()
    await rm(home, { recursive: true })
  }
})

test('the records of Quire itself are not read by file tools', async () => {
  const home = await mkdtemp(join(tmpdir(), 'quire-home-'))
  const world = await openWorld('library', { home })
  try {
    await world.call('ingest_content', { content: 'The heron wades.', source: 'note' })
    await mkdir(join(home, 'audit'), { recursive: true })
    await writeFile(join(home, 'audit', 'x.jsonl'), '{"source":"a"}')
    for (const name of ['quire.db', 'audit/x.jsonl'])
      assert.match(await world.fail('ingest_file', { path: join(home, name) }), /belongs to Quire/)
    const walk = await world.call('ingest_folder', { folder: home, library: 'own' })
    assert.deepEqual(walk.results, [])
  } finally {
    await world.close()
    await rm(home, { recursive: true })
  }
})

async function renameSource(path: string, id: string, source: string): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path)
  database.prepare('UPDATE documents SET source = ? WHERE id = ?').run(source, id)
  database.close()
}
