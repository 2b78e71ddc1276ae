import assert from 'node:assert/strict'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makePdf } from '../../../src/adapters/converters/pdf/test/make-pdf.ts'
import { decodePng, type Picture } from '../../../src/adapters/converters/pictures/png.ts'
import { openHttp } from '../../../src/app/open-http.ts'
import type { PageRect } from '../../../src/core/model/geometry.ts'
import type { HttpServer } from '../../../src/surfaces/http/start-http-server.ts'
import { openWorld, type Value, type World } from '../../contract/world.ts'
import { ingestToEnd } from '../../support/ingest-to-end.ts'

const left = [
  'The keeper wrote that the lamp had burned',
  'through the storm without a single pause,',
  'and that the oil of the whale was spent',
]
const right = [
  'before the morning came. Nobody in the',
  'harbour town believed the keeper until',
  'the second ship arrived with its crew.',
]
const quote = 'the oil of the whale was spent before the morning came.'

function lighthouse(): Uint8Array {
  const column = (texts: readonly string[], x: number) =>
    texts.map((text, at) => ({ text, x, y: 200 + 12 * at }))
  const filler = column(
    ['A later page says that the tower was', 'painted white in the following spring.'],
    72,
  )
  return makePdf({ pages: [{ lines: [...column(left, 72), ...column(right, 330)] }, { lines: filler }] })
}

const project = 'sea'
let world: World
let server: HttpServer
let path: string

before(async () => {
  world = await openWorld('library', {
    embedder: 'hash:32',
    flags: ['--toolsets', 'citations,documents'],
  })
  await world.wired.engine.projects.add(project, {})
  path = join(world.folder, 'lighthouse.pdf')
  await writeFile(path, lighthouse())
  server = await openHttp(await confined(world))
})

after(async () => {
  await server.close()
  await world.close()
})

/** The same program for HTTP callers who may read the folder of the world. */
async function confined({ wired, folder }: World) {
  return {
    ...wired,
    runtime: {
      ...wired.runtime,
      services: async (of: { feature?: string }) => ({
        ...(await wired.runtime.services(of)),
        rootsFor: () => [folder],
      }),
    },
  }
}

async function ingest(): Promise<{ doc_id: string; hit: Value; span: [number, number] }> {
  await ingestToEnd(world, { project, source: path })
  const { items } = await world.call('query_hybrid', { project, text: 'oil of the whale' })
  const { doc_id } = items[0]
  const { content } = await world.call('get_document', { doc_id })
  const start = content.indexOf(quote)
  assert.ok(start >= 0, content)
  return { doc_id, hit: items[0], span: [start, start + quote.length] }
}

const picture = (doc_id: string, page: number, query = '', init: RequestInit = {}) =>
  fetch(`${server.url}/api/v1/documents/${doc_id}/pages/${page}.png${query}`, init)

async function drawn(response: Response): Promise<Picture> {
  assert.equal(response.status, 200, response.status === 200 ? '' : await response.text())
  assert.equal(response.headers.get('content-type'), 'image/png')
  return decodePng(await response.bytes())
}

/** Which pixels of two pictures of the same size differ. */
function differences(one: Picture, other: Picture): { x: number; y: number }[] {
  assert.deepEqual([one.width, one.height], [other.width, other.height])
  return Array.from({ length: one.width * one.height }, (_, at) => at)
    .filter(at =>
      [0, 1, 2, 3].some(channel => one.pixels[4 * at + channel] !== other.pixels[4 * at + channel]),
    )
    .map(at => ({ x: at % one.width, y: Math.floor(at / one.width) }))
}

describe('where the text is on its pages', () => {
  test('C-RECTS-1 get_passage returns where a passage is on its pages, or a quote in it', async () => {
    const { hit, span } = await ingest()
    const whole: Value = await world.call('get_passage', { project, chunk_id: hit.chunk_id, rects: true })
    assert.deepEqual([...new Set(whole.rects.map((rect: PageRect) => rect.page))], [1, 2])
    const { rects } = await world.call('get_passage', { project, chunk_id: hit.chunk_id, rects_of: span })
    assert.equal(rects.length, 2)
    assert.ok(!('rects' in (await world.call('get_passage', { project, chunk_id: hit.chunk_id }))))
    const [lamp, ship] = rects
    assert.deepEqual([lamp.page, ship.page], [1, 1])
    assert.ok(lamp.x0 > 85 && lamp.x1 < 330 && ship.x0 >= 329 && ship.x1 < 480, JSON.stringify(rects))
    assert.ok(lamp.y0 > 212 && lamp.y1 < 230 && ship.y0 > 188 && ship.y1 < 205, JSON.stringify(rects))
    const empty = await world.refuse('get_passage', { project, chunk_id: hit.chunk_id, rects_of: [9, 9] })
    assert.match(JSON.stringify(empty), /rects_of \[9, 9\] is empty/)
  })

  test('C-RECTS-1 a document without pages has no rects', async () => {
    const source = join(world.folder, 'note.md')
    await writeFile(source, '# Note\n\nThe tide table of the estuary.')
    await ingestToEnd(world, { project, source })
    const { items } = await world.call('query_hybrid', { project, text: 'tide table estuary' })
    assert.deepEqual(
      (await world.call('get_passage', { project, chunk_id: items[0].chunk_id, rects: true })).rects,
      [],
    )
  })

  test('D-PICTURE-1 the picture of a page differs from the plain one at the rects of the quote and nowhere else', async () => {
    const { doc_id, hit, span } = await ingest()
    const { rects } = await world.call('get_passage', { project, chunk_id: hit.chunk_id, rects_of: span })
    const plain = await drawn(await picture(doc_id, 1, '?width=900'))
    const marked = await drawn(await picture(doc_id, 1, `?width=900&highlight=${span.join('-')}`))
    assert.equal(plain.width, 900)
    const changed = differences(plain, marked)
    const scale = plain.width / 612
    const isIn = ({ x, y }: { x: number; y: number }) =>
      rects.some(
        ({ x0, y0, x1, y1 }: PageRect) =>
          x >= x0 * scale - 1.5 && x <= x1 * scale + 1.5 && y >= y0 * scale - 1.5 && y <= y1 * scale + 1.5,
      )
    assert.ok(changed.every(isIn), 'nothing else differs')
    const area = rects.reduce((sum: number, { x0, y0, x1, y1 }: PageRect) => sum + (x1 - x0) * (y1 - y0), 0)
    assert.ok(changed.length > 0.6 * area * scale * scale, `${changed.length} of ${area * scale * scale}`)
    const ink = (at: Picture) => at.pixels.filter((value, index) => index % 4 === 0 && value < 100).length
    assert.equal(ink(marked), ink(plain), 'letters stay black')
    const other = await drawn(await picture(doc_id, 2, `?width=900&highlight=${span.join('-')}`))
    assert.deepEqual(differences(other, await drawn(await picture(doc_id, 2, '?width=900'))), [])
  })

  test('D-PICTURE-2 a client that has the picture gets 304', async () => {
    const { doc_id, span } = await ingest()
    const first = await picture(doc_id, 1, `?highlight=${span.join('-')}`)
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[0-9a-f]{32}"$/)
    await first.bytes()
    const headers = { 'If-None-Match': `"other", W/${etag}` }
    const again = await picture(doc_id, 1, `?highlight=${span.join('-')}`, { headers })
    assert.deepEqual([again.status, again.headers.get('etag'), await again.text()], [304, etag, ''])
    assert.equal((await picture(doc_id, 1, '', { headers })).status, 200)
  })

  test('D-PICTURE-3 wrong requests, changed, missing and forbidden files have their own status', async () => {
    const { doc_id } = await ingest()
    const status = async (page: number, query = '', id = doc_id) => {
      const response = await picture(id, page, query)
      return [response.status, await response.text()] as const
    }
    assert.match((await status(3)).join(), /^404,.*has no page 3\. Pass a page from 1 to 2/)
    assert.match((await status(1, '', 'nope')).join(), /^404,.*Document not found/)
    for (const query of ['?width=2001', '?width=x', '?highlight=9-3', '?highlight=a-b', '?zoom=2'])
      assert.equal((await status(1, query))[0], 400, query)
    assert.equal((await fetch(`${server.url}/api/v1/documents/${doc_id}/pages/one.png`)).status, 404)
    assert.equal((await picture(doc_id, 1, '', { method: 'POST' })).status, 405)

    await writeFile(path, Buffer.concat([lighthouse(), Buffer.from('\n')]))
    assert.match((await status(1)).join(), /^409,.*has changed since it was ingested/)
    await rename(path, `${path}.away`)
    assert.match((await status(1)).join(), /^404,.*is no longer there/)
    const shut = await openHttp(world.wired)
    await writeFile(path, 'another file')
    const refused = await fetch(`${shut.url}/api/v1/documents/${doc_id}/pages/1.png`)
    assert.match(`${refused.status} ${await refused.text()}`, /^403 .*cannot be read/)
    await writeFile(path, lighthouse())
    const same = await fetch(`${shut.url}/api/v1/documents/${doc_id}/pages/1.png`)
    assert.equal(same.status, 200, 'the very file that was ingested is shown, whatever the roots')
    await shut.close()
    const form = new FormData()
    form.set('file', new File([new Uint8Array(lighthouse())], 'sent.pdf'))
    const sent: Value = await (await fetch(`${server.url}/upload`, { method: 'POST', body: form })).json()
    await drawn(await picture(sent.doc_id, 1))
  })

  test('D-PICTURE-4 OpenAPI describes the picture', async () => {
    const { paths }: Value = await (await fetch(`${server.url}/openapi.json`)).json()
    const { get } = paths['/api/v1/documents/{doc_id}/pages/{page}.png']
    assert.ok(get.responses[200].content['image/png'])
    const names = get.parameters.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, ['doc_id', 'page', 'highlight', 'width'])
  })

  test('C-RECTS-2 a moved, an exported and a rebuilt document keeps the places of its lines', async () => {
    const { store } = world.wired.parts
    const folder = join(world.folder, 'shelf')
    await mkdir(folder)
    await writeFile(join(folder, 'one.pdf'), lighthouse())
    await world.call('ingest_folder', { folder, library: 'shelf' })
    const [before] = await store.listDocuments({ collections: ['shelf'], limit: 9, offset: 0 })
    assert.ok(before)
    const lines = await store.readGeometry(before.id, null)
    assert.deepEqual(
      lines.map(({ page, lines: { length } }) => [page, length]),
      [
        [1, 6],
        [2, 2],
      ],
    )
    await rename(join(folder, 'one.pdf'), join(folder, 'two.pdf'))
    await world.call('refresh_source', { source: folder })
    const [moved] = await store.listDocuments({ collections: ['shelf'], limit: 9, offset: 0 })
    assert.equal(moved?.source, join(folder, 'two.pdf'))
    assert.deepEqual(await store.readGeometry(moved?.id ?? '', null), lines)

    const { exportCollection } = await import('../../../src/core/catalog/export-collection.ts')
    const { importCollection } = await import('../../../src/core/ingest/import-collection.ts')
    const context = { signal: new AbortController().signal, progress: () => {} }
    const file: string[] = []
    const request = { collection: 'shelf', withVectors: true }
    for await (const line of exportCollection(request, world.wired.parts, context)) file.push(line)
    const open = async function* () {
      yield* file
    }
    await importCollection({ open, name: 'copy' }, world.wired.parts, context)
    const [copied] = await store.listDocuments({ collections: ['copy'], limit: 9, offset: 0 })
    assert.deepEqual(await store.readGeometry(copied?.id ?? '', null), lines)

    const { rebuild } = world.wired.engine
    const collection = await store.getCollection('shelf')
    assert.ok(collection)
    const next = await rebuild.begin(collection, {
      model: collection.model,
      dimensions: collection.dimensions,
    })
    await rebuild.carryOver(collection, next, context)
    await rebuild.finish(collection, next)
    const [rebuilt] = await store.listDocuments({ collections: ['shelf'], limit: 9, offset: 0 })
    assert.notEqual(rebuilt?.id, moved?.id)
    assert.deepEqual(await store.readGeometry(rebuilt?.id ?? '', null), lines)
  })
})
