import assert from 'node:assert/strict'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openWorld, type Value, type World } from '../../../../../test/contract/world.ts'
import { makePdf } from '../../../../adapters/converters/pdf/test/make-pdf.ts'
import { openHttp } from '../../../../app/open-http.ts'
import { exportCollection } from '../../../../core/catalog/export-collection.ts'
import { importCollection } from '../../../../core/ingest/import-collection.ts'
import { silent } from '../../../../core/model/progress.ts'

const pdfOf = (text: string) => Buffer.from(makePdf({ pages: [{ lines: [{ text, x: 72, y: 200 }] }] }))

type Served = { world: World; url: string; original(id: string, init?: RequestInit): Promise<Response> }

async function serve(t: TestContext, flags: string[] = []): Promise<Served> {
  const world = await openWorld('library', {
    embedder: 'hash:32',
    flags: ['--toolsets', 'documents', ...flags],
  })
  const server = await openHttp(world.wired)
  t.after(async () => {
    await server.close()
    await world.close()
  })
  const original = (id: string, init = {}) => fetch(`${server.url}/api/v1/documents/${id}/original`, init)
  return { world, url: server.url, original }
}

async function send(url: string, name: string, bytes: Uint8Array): Promise<Value> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  form.set('library', 'sent')
  return (await fetch(`${url}/upload`, { method: 'POST', body: form })).json()
}

/** The names of all kept files. */
async function keptFiles({ wired }: World): Promise<string[]> {
  const folder = join(wired.config.values.home, 'originals')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.flatMap(entry => (entry.isFile() ? entry.name : []))
}

test('D-ORIGINAL-1 an upload is kept: its page is drawn and its bytes are returned as an attachment', async t => {
  const { world, url, original } = await serve(t)
  const bytes = pdfOf('The lamp burned through the storm.')
  const { doc_id } = await send(url, 'lämp (1).pdf', bytes)
  const drawn = await fetch(`${url}/api/v1/documents/${doc_id}/pages/1.png`)
  assert.equal(drawn.headers.get('content-type'), 'image/png', String(drawn.status))
  const response = await original(doc_id)
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
  const { headers } = response
  assert.equal(headers.get('content-disposition'), "attachment; filename*=UTF-8''l%C3%A4mp%20%281%29.pdf")
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
  assert.equal((await original(doc_id, { method: 'HEAD' })).status, 200)
  assert.equal((await original('nope')).status, 404)
  const { paths }: Value = await (await fetch(`${url}/openapi.json`)).json()
  assert.ok(paths['/api/v1/documents/{doc_id}/original'].get)

  const [name = ''] = await keptFiles(world)
  const folder = join(world.wired.config.values.home, 'originals')
  const [entry] = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(one =>
    one.isFile(),
  )
  await writeFile(join(entry?.parentPath ?? '', name), 'damaged')
  assert.equal(
    (await original(doc_id)).status,
    404,
    'bytes that are not those of the document are not returned',
  )
})

test('D-ORIGINAL-2 the kept file goes to the trash with its document, is removed with its library, and when another replaces it', async t => {
  const { world, url, original } = await serve(t)
  const first = await send(url, 'one.pdf', pdfOf('The first version of the note.'))
  const [before] = await keptFiles(world)
  const second = await send(url, 'one.pdf', pdfOf('The second version of the note.'))
  assert.equal(second.status, 'replaced')
  const after = await keptFiles(world)
  assert.equal(after.length, 1)
  assert.notEqual(after[0], before)
  assert.equal((await original(first.doc_id)).status, 404)
  await world.call('delete_document', { doc_id: second.doc_id })
  assert.deepEqual(await keptFiles(world), after, 'the trash keeps it')
  await world.call('restore_document', { doc_id: second.doc_id })
  assert.equal((await original(second.doc_id)).status, 200)
  await send(url, 'two.pdf', pdfOf('Another note about the harbour.'))
  await send(url, 'three.txt', Buffer.from('A third note about the harbour.'))
  assert.equal((await keptFiles(world)).length, 3)
  await world.call('delete_library', { library: 'sent', confirm: 'sent' })
  assert.deepEqual(await keptFiles(world), [])
})

test('D-ORIGINAL-3 the kept file is exported and imported with its document', async t => {
  const { url, world } = await serve(t)
  const other = await serve(t)
  const bytes = Buffer.from('The harbour master counted the ships.')
  await send(url, 'ships.txt', bytes)
  const context = { signal: AbortSignal.timeout(600_000), progress: silent }
  const request = { collection: 'sent', withVectors: true }
  const lines: string[] = []
  for await (const line of exportCollection(request, world.wired.parts, context)) lines.push(line)
  async function* open() {
    yield* lines
  }
  await importCollection({ open, name: 'received' }, other.world.wired.parts, context)
  const { documents }: Value = await other.world.call('list_documents', { library: 'received' })
  const received = await other.original(documents[0].doc_id)
  assert.deepEqual(Buffer.from(await received.arrayBuffer()), bytes)
})

test('D-ORIGINAL-4 keeping can be turned off and has a limit, which is said', async t => {
  const off = await serve(t, ['--no-originals-keep'])
  const sent = await send(off.url, 'a.txt', Buffer.from('A note that is not kept.'))
  assert.deepEqual([sent.status, sent.warnings], ['indexed', []])
  assert.deepEqual(await keptFiles(off.world), [])
  assert.equal((await off.original(sent.doc_id)).status, 404)
  const limited = await serve(t, ['--originals-max-bytes', '10'])
  const large = await send(limited.url, 'b.txt', Buffer.from('A note that is too large.'))
  assert.match(large.warnings.join(), /was not kept: it is larger than originals\.max_bytes \(10\)/)
  const { content } = await limited.world.call('get_document', { doc_id: large.doc_id })
  assert.match(content, /A note that is too large/)
})

test('D-ORIGINAL-5 a file on disk is returned, whatever the roots, only while it is the one that was ingested', async t => {
  const { world, original } = await serve(t)
  const path = join(world.folder, 'note.txt')
  await writeFile(path, 'The tide table of the estuary.')
  const { doc_id } = await world.call('ingest_file', { path })
  assert.equal(await (await original(doc_id)).text(), 'The tide table of the estuary.')
  await writeFile(path, 'Something else.')
  assert.equal((await original(doc_id)).status, 403)
  await rm(path)
  assert.equal((await original(doc_id)).status, 403, 'whether a file is there is not told')
})
