import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, callTool, openWindow, type Server } from './browse.ts'
import { longPdf } from './long-pdf.ts'

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

  test('selected words are copied with the citation of their own page, searched for and verified', async t => {
    const { url, shelf } = server()
    const path = join(shelf, 'threads.pdf')
    await writeFile(path, longPdf(3))
    const stored = await callTool<{ doc_id: string }>(url, 'documents/ingest_file', {
      path,
      library: 'threads',
    })
    const { page, troubles } = await openWindow(t)
    const bar = page.getByRole('toolbar', { name: 'Selected text' })
    // Every page has these words; those of the second page are selected.
    await page.goto(`${url}/read/${stored.doc_id}?page=2`)
    await selectFrom(page, '.page[data-page="2"] .text-layer span', 'the binder counts thread')
    await bar.getByRole('button', { name: 'Copy with citation' }).click()
    await page.getByText('Copied: Quote with citation').waitFor()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    assert.match(await copied(), /^“the binder counts thread” \(.*p\. 2\)$/)

    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await selectFrom(page, '.prose p', 'the binder counts thread', 70)
    await bar.getByRole('button', { name: 'Copy with citation' }).click()
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('p. 3)'))

    await selectFrom(page, '.prose p', 'On sheet 1 the binder counts thread 31')
    await bar.getByRole('button', { name: 'Verify it' }).click()
    await page.getByRole('heading', { name: 'Exact' }).waitFor()
    await page.goBack()
    await selectFrom(page, '.prose p', 'On sheet 1 the binder counts thread 31')
    await bar.getByRole('button', { name: 'Search for it' }).click()
    await page.waitForURL(/\/search\?q=On\+sheet\+1\+the\+binder/)
    await page.locator('.hit', { hasText: 'sheet 1' }).first().waitFor()
    assert.deepEqual(troubles, [])
  })
}

/** Selects words as a person would with the mouse, in the elements together; `skipped` occurrences come before them. */
async function selectFrom(page: Page, selector: string, words: string, skipped = 0): Promise<void> {
  await page.locator(selector).first().waitFor()
  await page.evaluate(
    wanted => {
      let left = wanted.skipped
      for (const element of document.querySelectorAll(wanted.selector)) {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const text = node.textContent ?? ''
          let at = text.indexOf(wanted.words)
          while (at >= 0 && left > 0) {
            left -= 1
            at = text.indexOf(wanted.words, at + 1)
          }
          if (at < 0) continue
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + wanted.words.length)
          getSelection()?.removeAllRanges()
          getSelection()?.addRange(range)
          return
        }
      }
      throw new Error(`“${wanted.words}” is not there`)
    },
    { selector, words, skipped },
  )
}
