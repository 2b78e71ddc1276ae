import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { callTool, openWindow, type Server } from './browse.ts'

/** Tests of a search over several libraries and a project. */
export function testSeveralLibraries(server: () => Server): void {
  test('each hit says which library or project it is from, and is cited and opened from there', async t => {
    const { url } = server()
    await fill(server())
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/search?q=when+does+the+ferry+cross`)
    await hitOf(page, 'Harbour').waitFor()
    assert.equal(await hitOf(page, 'Harbour').locator('.library').textContent(), 'coast')
    assert.equal(await hitOf(page, 'Lake').locator('.library').textContent(), 'inland')
    assert.equal(await hitOf(page, 'Fjord').count(), 0, 'a project is searched only by name')
    const best = await page.locator('.hit').first().locator('h2').textContent()
    assert.ok(best === 'Harbour' || best === 'Lake', `the best hit is from ${best}`)

    const where = page.getByLabel('Where')
    await where.selectOption('inland')
    await onlyHit(page, 'Lake', 'inland')
    await where.selectOption({ label: 'fjords' })
    await onlyHit(page, 'Fjord', 'fjords')
    await hitOf(page, 'Fjord').getByRole('button', { name: 'Copy citation' }).click()
    await page.getByRole('menuitem', { name: 'In-text' }).click()
    await page.getByText('Copied: In-text').waitFor()
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\(Nansen, 1911/)

    await hitOf(page, 'Fjord').getByRole('link', { name: 'Open' }).click()
    await page.locator('.prose mark', { hasText: 'The ferry crosses the fjord at six' }).waitFor()
    await page.getByRole('link', { name: 'Back to the results' }).click()
    await onlyHit(page, 'Fjord', 'fjords')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await hitOf(page, 'Harbour').waitFor()
    await page.goBack()
    await onlyHit(page, 'Fjord', 'fjords')
    assert.deepEqual(troubles, [])
  })
}

/** Two libraries and a project, each with a note of the same words about another ferry. */
async function fill({ url, shelf }: Server): Promise<void> {
  const note = (name: string, water: string, at: string) => ({
    content: `# ${name}\n\nThe ferry crosses the ${water} at ${at} every morning.`,
    source: `${name.toLowerCase()}.md`,
  })
  await callTool(url, 'documents/ingest_content', { ...note('Harbour', 'bay', 'four'), library: 'coast' })
  await callTool(url, 'documents/ingest_content', { ...note('Lake', 'lake', 'five'), library: 'inland' })
  const { content, source: name } = note('Fjord', 'fjord', 'six')
  const source = join(shelf, name)
  await writeFile(source, content)
  const options = { create_project: true }
  await callTool(url, 'citations/ingest_from_source', { project: 'fjords', source, options })
  const references = '@book{nansen1911, author = {Fridtjof Nansen}, title = {Fjord}, year = {1911}}'
  await callTool(url, 'citations/match_references', { project: 'fjords', references })
}

function hitOf(page: Page, title: string) {
  return page.locator('.hit', { has: page.getByRole('heading', { name: title, exact: true }) })
}

async function onlyHit(page: Page, title: string, library: string): Promise<void> {
  await page.waitForFunction(
    ([wanted, where]) => {
      const hits = [...document.querySelectorAll('.hit')]
      return (
        hits.length === 1 &&
        hits[0]?.querySelector('h2')?.textContent === wanted &&
        hits[0]?.querySelector('.library')?.textContent === where
      )
    },
    [title, library],
  )
}
