import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertAccessible, callTool, openWindow, type Server } from './browse.ts'
import { longPdf } from './long-pdf.ts'

type Listing = { documents: { doc_id: string; title: string }[] }

/** Tests of the table of documents. */
export function testLibrary(server: () => Server): void {
  test('documents are selected and deleted, and it can be undone', { timeout: 600_000 }, async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    for (const name of ['ash', 'birch', 'cedar'])
      await callTool(url, 'documents/ingest_content', {
        content: `# ${name}\n\nA note about the ${name}.`,
        source: `${name}.md`,
        library: 'trees',
      })
    const titles = async () => {
      const { documents } = await callTool<Listing>(url, 'documents/list_documents', { library: 'trees' })
      return documents.map(({ title }) => title).sort()
    }
    await page.goto(`${url}/library/trees`)
    await page.getByLabel('Select ash').focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Select cedar').click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    await page.getByLabel('Select ash').check()
    await page.getByRole('button', { name: 'Select all 3' }).click()
    await page.getByText('3 selected').waitFor()
    await page.getByLabel('Select birch').uncheck()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('2 documents are in the trash for 24 hours.').waitFor()
    assert.deepEqual(await titles(), ['birch'])
    await page.getByRole('heading', { name: 'Trash' }).waitFor()
    await assertAccessible(page, 'deletion that can be undone')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 documents are back.').waitFor()
    assert.deepEqual(await titles(), ['ash', 'birch', 'cedar'])

    await page.getByLabel('Select birch').check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('2 documents', { exact: true }).waitFor()
    await page.reload()
    await page.locator('.trash li', { hasText: 'birch' }).getByRole('button', { name: 'Put back' }).click()
    await page.getByText('3 documents', { exact: true }).waitFor()
    assert.deepEqual(await titles(), ['ash', 'birch', 'cedar'])

    await page.getByText('Delete this library').click()
    const forGood = page.getByRole('button', { name: 'Delete for good' })
    assert.equal(await forGood.isDisabled(), true)
    await page.getByLabel('Type “trees” to delete it').fill('trees')
    await forGood.click()
    await page.getByText('The library “trees” is deleted.').waitFor()
    await page.waitForURL(`${url}/library`)
    assert.deepEqual(troubles, [])
  })
  test('a title and the first printed page are corrected, and the corrections are undone', async t => {
    const { url, shelf } = server()
    const path = join(shelf, 'sheets.pdf')
    await writeFile(path, longPdf(2))
    await callTool(url, 'documents/ingest_file', { path, library: 'sheets' })
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/library/sheets`)
    await page.getByRole('button', { name: 'Correct' }).click()
    await page.getByRole('dialog', { name: 'Correct “sheets.pdf”' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Correct' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Of Threads')
    await page.getByLabel('Printed number of the first page').fill('63')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Of Threads' }).click()
    await page.getByRole('heading', { level: 1, name: 'Of Threads' }).waitFor()
    await page.getByText('p. 64 · PDF 2').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Correct' }).click()
    await page.getByRole('button', { name: 'Undo the corrections' }).click()
    await page.getByRole('link', { name: 'sheets.pdf' }).click()
    await page.getByText('PDF p. 2').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a library is exported, deleted, imported with its corrections, and brought up to date', async t => {
    const { url, shelf } = server()
    const { page, troubles } = await openWindow(t)
    const path = join(shelf, 'weir.md')
    await writeFile(path, '# The weir\n\nThe weir was built of elm.')
    await callTool(url, 'documents/ingest_file', { path, library: 'rivers' })
    await page.goto(`${url}/library/rivers`)
    await page.getByRole('button', { name: 'Correct' }).click()
    await page
      .getByLabel('Reference: one entry')
      .fill('@book{warden1911, author = {Ada Warden}, title = {On Weirs}, year = {1911}}')
    await assertAccessible(page, 'the form for corrections')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.cell-title', { hasText: 'On Weirs' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    const file = await (await download).path()

    await callTool(url, 'documents/delete_library', { library: 'rivers', confirm: 'rivers' })
    const form = new FormData()
    form.set('file', new Blob([await readFile(file)]), 'rivers.quire.gz')
    form.set('library', 'streams')
    const headers = { accept: 'text/event-stream' }
    const init = { method: 'POST', body: form, headers }
    const events = await (await fetch(`${url}/api/v1/documents/libraries`, init)).text()
    assert.match(events, /^event: progress\ndata: .*"done":\d+,"total":1/, 'the stream says how far it is')
    assert.match(events, /event: result\ndata: .*"library":"streams".*"imported":1/)
    await callTool(url, 'documents/delete_library', { library: 'streams', confirm: 'streams' })

    await page.goto(`${url}/library`)
    await page.locator('input[type=file]').setInputFiles({
      name: 'rivers.quire.gz',
      mimeType: 'application/gzip',
      buffer: await readFile(file),
    })
    await page.getByText('“rivers”: 1 added, 0 already there.').waitFor()
    await page.getByRole('link', { name: 'rivers' }).click()
    await page.locator('.cell-title', { hasText: 'On Weirs' }).waitFor()
    type Cited = { in_text: string }
    const cite = async () => {
      const { documents } = await callTool<Listing>(url, 'documents/list_documents', { library: 'rivers' })
      const doc_id = documents[0]?.doc_id
      return callTool<Cited>(url, 'citations/format_citation', { library: 'rivers', doc_id })
    }
    assert.match((await cite()).in_text, /Warden, 1911/)

    await writeFile(path, '# The weir\n\nThe weir was built of oak.')
    const link = page.getByRole('link', { name: 'On Weirs' })
    const before = await link.getAttribute('href')
    await page.getByRole('button', { name: 'Bring up to date' }).click()
    await page.getByText('1 new or changed, 0 removed.').waitFor()
    // A changed document has a new id: the table has loaded again when its link is another one.
    await page.locator(`a[href="${before}"]`).waitFor({ state: 'detached' })
    await link.click()
    await page.getByText('built of oak').waitFor()
    assert.match((await cite()).in_text, /Warden, 1911/, 'the reference stays')
    assert.deepEqual(troubles, [])
  })

  test('the table is sorted and filtered, and its address holds both', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    for (const name of ['heron', 'Auk', 'diver'])
      await callTool(url, 'documents/ingest_content', {
        content: `# ${name}\n\nA note about the ${name}.`,
        source: `${name}.md`,
        library: 'birds',
      })
    const titles = () => page.locator('.document .cell-title').allTextContents()
    const shows = (wanted: string[]) =>
      page.waitForFunction(
        list =>
          JSON.stringify(
            [...document.querySelectorAll('.document .cell-title')].map(one => one.textContent),
          ) === JSON.stringify(list),
        wanted,
      )
    await page.goto(`${url}/library/birds`)
    await page.getByRole('button', { name: 'Title' }).click()
    await shows(['Auk', 'diver', 'heron'])
    await page.getByRole('button', { name: 'Title' }).click()
    await shows(['heron', 'diver', 'Auk'])
    assert.equal(
      await page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort'),
      'descending',
    )
    await page.reload()
    await shows(['heron', 'diver', 'Auk'])
    await page.getByRole('searchbox', { name: 'Words in title or source' }).fill('DIV')
    await shows(['diver'])
    await page.getByText('1 document', { exact: true }).waitFor()
    await assertAccessible(page, 'the sorted table')
    assert.deepEqual(await titles(), ['diver'])
    await page.getByRole('searchbox', { name: 'Words in title or source' }).fill('crow')
    await page.getByText('No document has these words').waitFor()
    await page.goto(`${url}/library/penguins`)
    await page.getByText('There is no library “penguins”.').waitFor()
    await page.getByRole('link', { name: 'All libraries' }).click()
    await page.getByRole('link', { name: 'birds' }).waitFor()
    assert.deepEqual(troubles, [])
  })
}
