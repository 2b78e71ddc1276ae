import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, callTool, openWindow, type Server } from './browse.ts'

type Listing = { documents: { doc_id: string; title: string }[] }

/** Tests of the table of documents. */
export function testLibrary(server: () => Server): void {
  test('documents are selected and deleted, and it can be undone', { timeout: 120_000 }, async t => {
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
    await page.getByLabel('Select cedar').check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 documents will be deleted.').waitFor()
    await assertAccessible(page, 'deletion that can be undone')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Nothing was deleted.').waitFor()
    assert.equal(await page.locator('.document.leaving').count(), 0)
    assert.deepEqual(await titles(), ['ash', 'birch', 'cedar'])

    await page.getByLabel('Select birch').check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 documents', { exact: true }).waitFor()
    assert.deepEqual(await titles(), ['ash', 'cedar'])

    await page.getByLabel('Select ash').check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 document will be deleted.').waitFor()
    await page.goto(`${url}/status`)
    while ((await titles()).length > 1) t.signal.throwIfAborted()
    assert.deepEqual(await titles(), ['cedar'], 'leaving the page deletes at once')
    assert.deepEqual(troubles, [])
  })
}
