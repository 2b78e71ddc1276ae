import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { FrameLocator, Page } from 'playwright-core'
import { spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'
import { callTool, openWindow, type Server } from './browse.ts'

type Activity = { calls: { tool: string; surface: string }[] }

/** Tests of the views in the MCP Inspector: a host that others wrote, with its sandbox proxy of another origin. */
export function testInspector(server: () => Server): void {
  test('the MCP Inspector shows the hits and the reader, and passes calls of the view on', async t => {
    const { url } = server()
    const { page, open } = await openInspector(t, url)
    const hits = await open('Search documents', {
      query: 'lignin yellows in light',
      library: 'samples',
    })
    const hit = hits.locator('.hit').first()
    await hit.getByText('p. 2 · PDF 5').waitFor()
    assert.ok((await hit.locator('mark').allTextContents()).some(word => /lignin/i.test(word)))
    const readBefore = await countCalls(url, 'get_passage')
    await hit.getByRole('button', { name: 'Open' }).click()
    await hits.locator('img.drawn').waitFor()
    assert.equal(await countCalls(url, 'get_passage'), readBefore + 1, 'the view has called a tool')

    type Found = { results: { chunk_id: string }[] }
    const wanted = { query: 'lignin yellows in light', library: 'samples' }
    const { results } = await callTool<Found>(url, 'documents/search', wanted)
    const chunk_id = results[0]?.chunk_id ?? ''
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    const reader = await open('Read around a hit', { library: 'samples', chunk_id })
    await reader.locator('img.drawn').waitFor()
    await reader.getByRole('button', { name: 'Text' }).click()
    assert.match((await reader.locator('.prose mark').allTextContents()).join(' '), /lignin/)
  })
}

async function countCalls(url: string, tool: string): Promise<number> {
  const { calls } = await callTool<Activity>(url, 'system/list_activity', {})
  return calls.filter(call => call.tool === tool && call.surface === 'http').length
}

type Inspector = {
  page: Page
  /** Fills the form of a tool, calls it and returns its view. */
  open(title: string, input: Readonly<Record<string, string>>): Promise<FrameLocator>
}

async function openInspector(t: TestContext, quire: string): Promise<Inspector> {
  const main = import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js')
  const [own, sandbox, app] = await freePorts()
  const inspector = spawnQuire(t, ['--web', '--transport', 'http', '--server-url', `${quire}/mcp`], {
    launcher: fileURLToPath(main),
    home: await temporaryHome(t),
    env: {
      CLIENT_PORT: String(own),
      MCP_SANDBOX_PORT: String(sandbox),
      MCP_APP_ORIGIN_PORT: String(app),
      MCP_AUTO_OPEN_ENABLED: 'false',
      MCP_INSPECTOR_SECRET_STORE: 'memory',
      DANGEROUSLY_OMIT_AUTH: 'true',
    },
  })
  const [, address = ''] = await inspector.until(/running at:\s+(http:\S+)/)
  const { page } = await openWindow(t, { viewport: { width: 1400, height: 1000 } })
  await page.goto(address)
  // The switch that is seen is drawn beside this one, which has no size to be clicked on.
  await page.getByRole('switch', { name: 'Connect or disconnect' }).dispatchEvent('click')
  await page.getByText('Apps', { exact: true }).click()
  return {
    page,
    async open(title, input) {
      await page.getByText(title, { exact: true }).first().click()
      for (const [name, value] of Object.entries(input))
        await page.getByRole('textbox', { name, exact: true }).first().fill(value)
      await page.getByRole('button', { name: 'Open App' }).click()
      return page.frameLocator('iframe').frameLocator('iframe')
    },
  }
}

async function freePorts(): Promise<number[]> {
  const servers = [0, 1, 2].map(() => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map(server => once(server, 'listening')))
  // SAFETY: they listen on ports.
  const ports = servers.map(server => (server.address() as AddressInfo).port)
  await Promise.all(servers.map(server => once(server.close(), 'close')))
  return ports
}
