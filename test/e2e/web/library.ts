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
    assert.deepEqual(troubles, [])
  })
}
