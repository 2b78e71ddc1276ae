import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, callTool, openWindow, type Server } from './browse.ts'

/** Tests of the list of hits: its filters, and what can be done with a hit. */
export function testSearching(server: () => Server): void {
  test('a search is filtered by format, language and date, which its address holds', async t => {
    const { url } = server()
    await callTool(url, 'documents/ingest_content', {
      content:
        '# Vom Papier\n\nDas Papier vergilbt im Licht, weil es Holzschliff enthält und mit den Jahren spröde wird.',
      source: 'papier.md',
      library: 'deutsch',
    })
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/search?q=paper+Papier`)
    await shows(page, { badge: 'pdf', only: false })
    await page.getByLabel('Format').selectOption('pdf')
    await page.waitForURL(/type=pdf/)
    await shows(page, { badge: 'pdf', only: true })
    await page.getByLabel('Format').selectOption('')
    await page.getByLabel('Language').selectOption('de')
    await page.waitForURL(/language=de/)
    await page.waitForFunction(() => document.querySelectorAll('.hit').length === 1)
    assert.equal(await page.locator('.hit h2').textContent(), 'Vom Papier')
    await page.reload()
    await page.locator('.hit h2', { hasText: 'Vom Papier' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForFunction(() => document.querySelectorAll('.hit').length > 1)
    await page.getByLabel('Added since').fill('2999-01-01')
    await page.getByText('Nothing was found.').waitFor()
    await page.getByLabel('Added since').fill('2020-01-01')
    await page.locator('.hit').nth(1).waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a hit is cited in every form, shows why it was found, and leads to more of its document', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/search?q=lignin+yellows+in+light&in=samples`)
    const hit = page.locator('.hit').first()
    const copied = async (form: string) => {
      await hit.getByRole('button', { name: 'Copy citation' }).click()
      await page.getByRole('menuitem', { name: form, exact: true }).click()
      await page.getByText(`Copied: ${form}`).waitFor()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    assert.match(await copied('In-text'), /^\(.*Field Guide.*p\. 2\)$/)
    assert.match(await copied('Reference (APA)'), /A Field Guide to the Book/)
    assert.match(await copied('BibTeX'), /^@\w+\{[\s\S]*title = \{+A Field Guide to the Book/)
    const [, link = ''] =
      /^\[A Field Guide to the Book\]\((http\S+)\)$/.exec(await copied('Markdown link')) ?? []

    await hit.getByRole('button', { name: 'Why this?' }).click()
    const why = await hit.locator('.why').textContent()
    assert.match(why ?? '', /Words.*rank 1.*Meaning.*Together/)
    assert.deepEqual(
      await hit.locator('.why meter').evaluateAll(all => all.map(bar => Reflect.get(bar, 'value') > 0)),
      [true, true, true],
    )
    await assertAccessible(page, 'why this?')

    await hit.getByRole('button', { name: 'More from this document' }).click()
    await page.getByText('Only from “A Field Guide to the Book”').waitFor()
    await page.waitForFunction(() => {
      const titles = [...document.querySelectorAll('.hit h2')].map(one => one.textContent)
      return titles.length > 1 && titles.every(title => title === 'A Field Guide to the Book')
    })
    await page.getByRole('button', { name: 'All documents' }).click()
    await page.getByText('Only from').waitFor({ state: 'detached' })

    await page.goto(link)
    await page.locator('.page[data-page="5"] .highlight').first().waitFor()
    assert.deepEqual(troubles, [])
  })

  test('when nothing fits, the nearest passages are shown and said to be that', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/search?q=superconducting+quark+tokamak&in=samples`)
    await page.getByText('Nothing fits well. These passages are the nearest:').waitFor()
    await page.locator('.hit').first().waitFor()
    assert.deepEqual(troubles, [])
  })

  test('more hits are shown on demand, and the address says how many', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/search?q=paper&in=samples`)
    await page.locator('.hit').nth(11).waitFor()
    assert.equal(await page.locator('.hit').count(), 12)
    const best = await page.locator('.hit .passage').first().textContent()
    await page.getByRole('button', { name: 'Show more passages' }).click()
    await page.locator('.hit').nth(23).waitFor()
    await page.waitForURL(/top=24/)
    await page.locator('.hit').nth(20).getByRole('button', { name: 'Copy citation' }).focus()
    await page.waitForURL(/hit=/)
    await page.reload()
    await page.locator('.hit').nth(20).waitFor()
    assert.match((await page.locator('.hit').nth(20).getAttribute('class')) ?? '', /chosen/)
    assert.equal(await page.locator('.hit .passage').first().textContent(), best)
    await page.getByRole('searchbox').fill('gold')
    await page.locator('[data-answers=gold] .hit').first().waitFor()
    await page.waitForURL(/\/search\?q=gold&in=samples$/)
    assert.deepEqual(troubles, [])
  })
}

/** Waits until some hit, or with `only` every hit, has this format. */
async function shows(page: Page, { badge, only }: { badge: string; only: boolean }): Promise<void> {
  await page.waitForFunction(
    wanted => {
      const formats = [...document.querySelectorAll('.hit .badge')].map(one => one.textContent)
      const isWanted = (format: string | null) => format === wanted.badge
      return wanted.only ? formats.length > 0 && formats.every(isWanted) : new Set(formats).size > 1
    },
    { badge, only },
  )
}
