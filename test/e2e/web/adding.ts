import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { encryptAgile } from '../../../src/adapters/converters/office/test/encrypt-package.ts'
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
    await row.getByLabel('Password of this file').fill('weir')
    await row.getByRole('button', { name: 'Open' }).click()
    await page.locator('.upload.done', { hasText: 'locked.docx' }).waitFor()
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('heron number 7')
    await page.locator('.hit', { hasText: 'heron number 7' }).first().waitFor()
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
      .setInputFiles({ name: 'slow.pdf', mimeType: 'application/pdf', buffer: Buffer.from(longPdf(12)) })
    const row = page.locator('.upload', { hasText: 'slow.pdf' })
    await row.getByRole('button', { name: 'Cancel' }).click()
    await page.unroute('**/upload')
    await row.getByText('cancelled').waitFor()
    await row.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.upload.done', { hasText: 'slow.pdf' }).waitFor()
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

  test('a crawl is cancelled and goes on; another goes on after the server was killed', {
    timeout: 120_000,
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
