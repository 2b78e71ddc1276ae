import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectV2Http } from '../clients.ts'
import { assertAccessible, callTool, openWindow, type Server, startServer } from './browse.ts'

/** Tests of the screens about the server: connecting, its state, and parts that are closed. */
export function testServerScreens(server: () => Server): void {
  test('Connect shows what toolsets cost, writes configurations, and says when a client has connected', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/connect`)
    const total = page.locator('.toolsets [role=status]')
    await page
      .getByText(/tools · [\d,]+ tokens/)
      .first()
      .waitFor()
    const cost = async () => Number((await total.textContent())?.match(/[\d,]+/)?.[0].replaceAll(',', ''))
    const usual = await cost()
    assert.ok(usual > 1_000, String(usual))
    const code = page.locator('.card', { hasText: 'VS Code' })
    assert.doesNotMatch((await code.locator('pre').textContent()) ?? '', /toolsets/)
    await page.getByRole('checkbox', { name: /citations/ }).uncheck()
    assert.ok((await cost()) < usual)
    assert.match((await code.locator('pre').textContent()) ?? '', /mcp\?toolsets=documents,system/)
    const link = (await code.getByRole('link', { name: 'Add to VS Code' }).getAttribute('href')) ?? ''
    const { url: address } = JSON.parse(decodeURIComponent(link.replace('vscode:mcp/install?', '')))
    assert.equal(address, `${url}/mcp?toolsets=documents,system`)
    assert.match(
      (await page.getByRole('link', { name: 'Add to Cursor' }).getAttribute('href')) ?? '',
      /^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/,
    )
    const client = await connectV2Http(address)
    t.after(() => client.close())
    assert.ok((await client.listTools()).every(({ name }) => name !== 'query_hybrid'))
    await page.locator('.watch .here', { hasText: 'quire-test' }).waitFor()
    await assertAccessible(page, 'connect with a client')
    assert.deepEqual(troubles, [])
  })

  test('Status shows what doctor finds, the disk, the store and the last calls without their content', async t => {
    const { url } = server()
    await callTool(url, 'documents/search', { query: 'marginalia of a hermit' })
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/status`)
    for (const what of ['disk space', 'store', 'model', 'embedding'])
      await page.locator('.health li', { hasText: what }).first().waitFor()
    assert.match((await page.locator('.health li', { hasText: 'disk space' }).textContent()) ?? '', /GB free/)
    await page.locator('.log td', { hasText: 'search' }).first().waitFor()
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /hermit/)
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText(/checked at/).waitFor()
    await assertAccessible(page, 'status with findings and calls')
    assert.deepEqual(troubles, [])
  })

  test('the theme is chosen by a button and stays', async t => {
    const { url } = server()
    const { page } = await openWindow(t, { colorScheme: 'light' })
    await page.goto(`${url}/verify`)
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await page.getByRole('button', { name: 'Theme: Auto' }).click()
    await page.getByRole('button', { name: 'Theme: Light' }).click()
    assert.equal(await scheme(), 'dark')
    await page.reload()
    await page.getByRole('button', { name: 'Theme: Dark' }).waitFor()
    assert.equal(await scheme(), 'dark')
  })

  test('with --toolsets, closed parts are hidden and say how to open them', async t => {
    const own = { after: (cleanup: () => unknown) => t.after(async () => void (await cleanup())) }
    const { url } = await startServer(own, { QUIRE_TOOLSETS: 'documents,system' })
    const { page } = await openWindow(t)
    await page.goto(`${url}/verify`)
    await page.getByText('Start it with --toolsets citations').waitFor()
    const nav = page.getByRole('navigation', { name: 'Parts of the page' })
    assert.equal(await nav.getByRole('link', { name: 'Verify' }).count(), 0)
    await nav.getByRole('link', { name: 'Status' }).click()
    await page.getByText('Closed parts').waitFor()
    await assertAccessible(page, 'status with closed parts')
  })
}
