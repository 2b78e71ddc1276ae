import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertAccessible, callTool, openWindow, type Server } from './browse.ts'

const samples = join(import.meta.dirname, '../../../samples')

/** Tests of the reader: the original file, words in the document, hits in it. */
export function testReading(server: () => Server): void {
  test('an uploaded PDF is kept: its pages are drawn and the file can be downloaded', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    const bytes = await readFile(join(samples, 'field-guide.pdf'))
    await page.goto(`${url}/add`)
    await page.getByLabel('Into the library').fill('kept')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'guide.pdf', mimeType: 'application/pdf', buffer: bytes })
    await page.getByText('1 of 1 files done').waitFor()
    await page.locator('.upload.done').getByRole('link', { name: 'Open' }).click()
    await page.waitForFunction(() => {
      const picture = document.querySelector<HTMLImageElement>('.page img')
      return picture?.complete === true && picture.naturalWidth > 0
    })
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the original' }).click()
    assert.deepEqual(await readFile(await (await download).path()), bytes)
    assert.deepEqual(troubles, [])
  })

  test('the reader says when a file is changed or gone, and shows the stored text', async t => {
    const { url, shelf } = server()
    const { page } = await openWindow(t)
    const path = join(shelf, 'tide.md')
    await writeFile(path, '# Tide\n\nThe tide table of the estuary.')
    const { doc_id } = await callTool<{ doc_id: string }>(url, 'documents/ingest_file', {
      path,
      library: 'shelf',
    })
    await page.goto(`${url}/read/${doc_id}`)
    await page.getByRole('link', { name: 'Download the original' }).waitFor()
    await writeFile(path, '# Tide\n\nAnother table.')
    await page.reload()
    await page.getByText('The file has changed since it was added').waitFor()
    await rm(path)
    await page.reload()
    await page.getByText('The file is no longer where it was').waitFor()
    assert.ok(await page.getByText('The tide table of the estuary.').isVisible())
  })

  test('words are found in a document, and the hits of a question are stepped through', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/search?q=paper+fibres`)
    await page
      .locator('.hit', { hasText: 'A Field Guide to the Book' })
      .first()
      .getByRole('link', { name: 'Open' })
      .click()
    const next = page.getByRole('button', { name: 'Next: hit' })
    await next.click()
    const first = new URL(page.url()).searchParams.get('at')
    await next.click()
    await page.waitForFunction(was => new URL(location.href).searchParams.get('at') !== was, first)
    await page.getByRole('button', { name: 'Previous: hit' }).click()
    await page.waitForFunction(was => new URL(location.href).searchParams.get('at') === was, first)

    const find = page.getByRole('searchbox', { name: 'Find in this document' })
    await find.fill('lignin')
    await find.press('Enter')
    await page.getByText(/^1 of \d+$/).waitFor()
    await page.locator('.highlight').first().waitFor()
    await find.press('Shift+Enter')
    await page
      .getByText(/^(\d+) of \1$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page
      .locator('.prose mark', { hasText: /lignin/i })
      .first()
      .waitFor()
    await assertAccessible(page, 'the reader with found words')
    assert.deepEqual(troubles, [])
  })
}
