import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { encryptAgile } from '../../../src/adapters/converters/office/test/encrypt-package.ts'
import { fromRoom } from '../../support/rooms.ts'
import { spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'
import { assertAccessible, callTool, openWindow, type Server } from './browse.ts'
import { longPdf } from './long-pdf.ts'

const samples = join(import.meta.dirname, '../../../samples')

/** Tests of adding documents: files, a site, and what goes wrong. */
export function testAdding(server: () => Server): void {
  test('twenty files are added: good ones, one that is broken, and one that opens with its password', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/add`)
    const notes = Array.from({ length: 18 }, (_, at) => ({
      name: `note-${at}.md`,
      mimeType: 'text/markdown',
      buffer: Buffer.from(`# Note ${at}\n\nThe heron number ${at} stands by the weir.`),
    }))
    const broken = {
      name: 'broken.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 not really'),
    }
    const locked = {
      name: 'locked.docx',
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      buffer: encryptAgile(await readFile(join(samples, 'reading-a-sheet.docx')), 'weir'),
    }
    await page.getByLabel('Into the library').fill('herons')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([...notes, broken, locked])
    await page.getByText('20 of 20 files done').waitFor()
    assert.equal(await page.locator('.upload.done:not(.job)').count(), 18)
    assert.match(
      (await page.locator('.upload', { hasText: 'broken.pdf' }).textContent()) ?? '',
      /failed[\s\S]*Try again/,
    )
    const row = page.locator('.upload', { hasText: 'locked.docx' })
    // In words of the page: a person has no flags and no tools.
    await row.getByText('locked.docx is encrypted and opens only with a password.', { exact: true }).waitFor()
    const said = (await page.locator('.uploads').first().textContent()) ?? ''
    assert.doesNotMatch(said, /--password|ingest_content|upload failed/)
    await row.getByLabel('Password of this file').fill('weir')
    await row.getByRole('button', { name: 'Open' }).click()
    await page.locator('.upload.done', { hasText: 'locked.docx' }).waitFor()
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('heron number 7')
    await page.locator('.hit', { hasText: 'heron number 7' }).first().waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a folder is dropped, a note is typed, and a page of the web is added', async t => {
    const site = await startSite(t)
    const { url, shelf } = server()
    const folder = join(shelf, 'dropped')
    await mkdir(join(folder, 'inner'), { recursive: true })
    await writeFile(join(folder, 'one.md'), '# One\n\nThe plover runs along the shore.')
    await writeFile(join(folder, 'inner', 'two.md'), '# Two\n\nThe plover rests at high water.')
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/add`)
    await page.getByLabel('Into the library').fill('shore')
    await dropOn(page, '.drop', folder)
    await page.getByText('2 of 2 files done').waitFor()
    await page.locator('.upload.done', { hasText: 'inner/two.md' }).waitFor()

    await page.getByLabel('Name').fill('sanderling')
    await page.getByRole('textbox', { name: 'Text' }).fill('The sanderling follows each wave.')
    await page.getByRole('button', { name: 'Add text' }).click()
    await page.getByText('added', { exact: true }).waitFor()
    await page.getByLabel('A web address').fill(`${site}/three`)
    const fetched = page.waitForResponse(response => response.url().endsWith('/documents/ingest_url'))
    await page.getByRole('button', { name: 'Add this page' }).click()
    await (await fetched).finished()
    type Listing = { documents: { source: string }[] }
    const { documents } = await callTool<Listing>(url, 'documents/list_documents', { library: 'shore' })
    assert.equal(documents.length, 4)
    await page.goto(`${url}/search?q=plover&in=shore`)
    await page.locator('.hit', { hasText: 'high water' }).waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a picture of text is read again in its language', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t, { viewport: { width: 900, height: 700 } })
    const paper = await page.context().newPage()
    await paper.setContent(
      '<body style="font: 40px serif">Der Buchbinder heftet<br>die Bögen über fünf Bünde.',
    )
    const buffer = await paper.screenshot()
    await paper.close()
    await page.goto(`${url}/add`)
    await page.getByLabel('Into the library').fill('scans')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'sheet.png', mimeType: 'image/png', buffer })
    const row = page.locator('.upload', { hasText: 'sheet.png' })
    await row.getByLabel('Languages of the scan').fill('de')
    await assertAccessible(page, 'a scan that can be read again')
    await row.getByRole('button', { name: 'Read again' }).click()
    await row.getByText('replaced the older version').waitFor()
    await row.getByRole('link', { name: 'Open' }).click()
    await page.getByText('die Bögen über fünf Bünde').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a site is crawled, and its pages are found', async t => {
    const site = await startSite(t)
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/add`)
    await page.getByLabel('A web address').fill(`${site}/`)
    await page.getByLabel('Pages at most').fill('5')
    await page.getByRole('button', { name: 'What would be fetched?' }).click()
    await page.locator('.preview li', { hasText: '/three' }).waitFor()
    await assertAccessible(page, 'what a crawl would fetch')
    await page.getByRole('button', { name: 'Add the whole site' }).click()
    await page.getByText('3 pages added', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('kingfisher of the third page')
    await page.locator('.hit', { hasText: 'kingfisher' }).first().waitFor()
    assert.deepEqual(troubles, [])
  })

  test('an upload is cancelled, and goes on when it is tried again', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/add`)
    // A slow connection: the file is under way until it is cancelled.
    await page.route('**/upload', () => {})
    await page.getByLabel('Into the library').fill('slow')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'slow.pdf', mimeType: 'application/pdf', buffer: Buffer.from(longPdf(40)) })
    const row = page.locator('.upload', { hasText: 'slow.pdf' })
    await row.getByRole('button', { name: 'Cancel' }).click()
    await page.unroute('**/upload')
    await row.getByText('cancelled').waitFor()
    await page.evaluate(() => {
      const said: string[] = []
      const listen = () => said.push(document.querySelector('.upload-state')?.textContent ?? '')
      new MutationObserver(listen).observe(document.body, {
        ...{ subtree: true, childList: true, characterData: true },
      })
      Reflect.set(window, 'said', said)
    })
    await row.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.upload.done', { hasText: 'slow.pdf' }).waitFor()
    const said = await page.evaluate(() => String(Reflect.get(window, 'said')))
    assert.match(said, /Reading page \d+ of 40/, 'pages are counted')
    await row.getByRole('link', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: 'slow' }).waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a bibliography gives documents their references', async t => {
    const { url } = server()
    const note = { content: '# Paper by Hand\n\nThe vatman dips the mould.', source: 'vatman.md' }
    await callTool(url, 'documents/ingest_content', { ...note, library: 'cited' })
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/add?library=cited`)
    const entry = '@book{hunter1943, author = {Dard Hunter}, title = {Paper by Hand}, year = {1943}}'
    await page
      .locator('.card', { hasText: 'A bibliography' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'refs.bib', mimeType: 'text/plain', buffer: Buffer.from(entry) })
    await page.getByText('1 document has a reference now, 0 have none; 0 entries fit no document.').waitFor()
    await page.getByRole('link', { name: 'Paper by Hand' }).click()
    await page.getByText('The vatman dips').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a Zotero collection that cannot be reached says what to do', async t => {
    const { url } = server()
    const { page } = await openWindow(t)
    await page.goto(`${url}/add`)
    await page.getByLabel('Collection').fill('Thesis')
    await page.getByLabel('Into the project').fill('thesis')
    await page.getByRole('button', { name: 'Add the collection' }).click()
    await page.locator('.note.error', { hasText: /Zotero/ }).waitFor()
  })

  test('a Zotero collection becomes a project; its hits are cited by their references', async t => {
    const zotero = await startZotero(t)
    const home = await temporaryHome(t)
    const env = { QUIRE_ZOTERO_MODE: 'local-only', QUIRE_ZOTERO_LOCAL_URL: zotero }
    const quire = spawnQuire(t, ['serve', '--port', '0', '--root', samples], { home, env })
    const [, url = ''] = await quire.until(/listens on (http:\S+)/)
    const { page, troubles } = await openWindow(t)
    await page.goto(url)
    await page.getByText('Your library is empty.').waitFor()
    await assertAccessible(page, 'an empty library')
    for (const [screen, setting] of [
      ['code', 'USE_KNOWLEDGE_GRAPH=true'],
      ['facts?q=anyone', 'USE_GRAPHITI=true'],
    ]) {
      await page.goto(`${url}/${screen}`)
      await page.getByText(`This part is switched off on this server. Set ${setting}`).waitFor()
      assert.equal(await page.locator('form').count(), 0, 'no form that cannot work')
    }
    await page.getByRole('link', { name: 'Ask' }).click()
    await page.getByLabel('Question').fill('Who sews the sheets?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('.refusal').waitFor()
    await page.getByText('Searched: Who sews the sheets?').waitFor()
    await assertAccessible(page, 'a question without an answer')
    await page.getByRole('link', { name: 'Search for all passages' }).click()
    await page.waitForURL(/\/search\?q=Who\+sews/)
    await page.getByRole('link', { name: 'Add documents' }).click()
    await page.getByLabel('Collection').fill('Thesis')
    await page.getByLabel('Into the project').fill('thesis')
    await page.getByRole('button', { name: 'Add the collection' }).click()
    await page.getByText('1 document added.').waitFor()
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByLabel('Where').selectOption({ label: 'thesis' })
    await page.getByRole('searchbox').fill('lignin yellows in light')
    const hit = page.locator('.hit').first()
    await hit.getByText('p. 2 · PDF 5').waitFor()
    await hit.getByRole('button', { name: 'Copy citation' }).click()
    await page.getByRole('menuitem', { name: 'In-text' }).click()
    await page.getByText('Copied: In-text').waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '(Binder, 2021, p. 2)')
    assert.deepEqual(troubles, [])
  })

  test('a crawl is cancelled and goes on; another goes on after the server was killed', {
    timeout: 600_000,
  }, async t => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    t.after(() => release())
    const site = await startSite(t, held)
    const home = await temporaryHome(t)
    const argv = ['serve', '--port', '0', '--fetch-allow', '127.0.0.1']
    const first = spawnQuire(t, argv, { home })
    const [, url = ''] = await first.until(/listens on (http:\S+)/)
    const { page } = await openWindow(t)
    await page.goto(`${url}/add`)
    await page.getByLabel('A web address').fill(`${site}/`)
    await page.getByRole('button', { name: 'Add the whole site' }).click()
    const job = page.locator('.upload', { hasText: 'Crawl' })
    await job.getByRole('button', { name: 'Cancel' }).click()
    await job.getByRole('button', { name: 'Go on' }).click()
    await job.getByRole('button', { name: 'Cancel' }).waitFor()
    first.child.kill('SIGKILL')
    await first.ended
    release()
    const second = spawnQuire(t, argv, { home })
    const [, again = ''] = await second.until(/listens on (http:\S+)/)
    await page.goto(`${again}/add`)
    await page.locator('.upload', { hasText: 'Crawl' }).getByText(/^done/).waitFor()
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('kingfisher')
    await page.locator('.hit', { hasText: 'kingfisher' }).first().waitFor()
  })
}

/** Drops a file or folder of this disk, as the window system would. */
async function dropOn(page: Page, selector: string, path: string): Promise<void> {
  const box = await page.locator(selector).boundingBox()
  assert.ok(box)
  const session = await page.context().newCDPSession(page)
  const place = { x: box.x + box.width / 2, y: box.y + 10 }
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data })
}

type ZoteroServer = { url: string; close(): Promise<void> }

/** A running Zotero with one book, whose file is on this disk. */
async function startZotero(t: TestContext): Promise<string> {
  const { apiServer } = await fromRoom<{
    apiServer(library: object, prefix: string): Promise<ZoteroServer>
  }>('zotero', 'test/corpus/api-server.ts')
  const entry = (key: string, data: object, more: object = {}) => ({
    key,
    version: 1,
    data: { key, version: 1, tags: [], ...data },
    ...more,
  })
  const book = {
    itemType: 'book',
    title: 'A Field Guide to the Book',
    creators: [{ creatorType: 'author', firstName: 'Ada', lastName: 'Binder' }],
    date: '2021',
    collections: ['THESIS01'],
    dateAdded: '2021-01-01T00:00:00Z',
  }
  const file = {
    itemType: 'attachment',
    linkMode: 'imported_file',
    filename: 'field-guide.pdf',
    contentType: 'application/pdf',
    parentItem: 'BOOK0001',
  }
  const location = pathToFileURL(join(samples, 'field-guide.pdf')).href
  const server = await apiServer(
    {
      version: 10,
      collections: [
        entry('THESIS01', { name: 'Thesis', parentCollection: false }, { meta: { numItems: 1 } }),
      ],
      items: [entry('BOOK0001', book), entry('FILE0001', file, { links: {} })],
      files: { FILE0001: { status: 302, headers: { Location: location } } },
    },
    '/api/users/0',
  )
  t.after(() => server.close())
  return server.url
}

/** Three pages that link to each other. `held`: the third waits until it resolves. */
async function startSite(t: TestContext, held: Promise<void> = Promise.resolve()): Promise<string> {
  const pages: Readonly<Record<string, string>> = {
    '/': '<h1>Birds</h1><p>The first page of the birds by the river.</p><a href="/two">two</a>',
    '/two': '<h1>Two</h1><p>The wagtail of the second page.</p><a href="/three">three</a>',
    '/three': '<h1>Three</h1><p>The kingfisher of the third page dives at noon.</p>',
  }
  const site = createServer(async (request, response) => {
    const body = pages[request.url ?? '']
    if (request.url === '/three') await held
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' })
    response.end(
      body === undefined ? '' : `<html><title>River</title><body><main>${body}</main></body></html>`,
    )
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  t.after(() => {
    site.close()
    site.closeAllConnections()
  })
  // SAFETY: it listens on a port.
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}
