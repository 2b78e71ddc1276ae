import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { startAgentHost } from './agent-host/start-agent-host.ts'
import { callTool, openWindow, type Server } from './browse.ts'

type HostWindow = {
  showTool(call: object): Promise<void>
  shown: { calls: string[]; size: { height?: number } }
}

/** Tests of the views in the window of an agent: the SDK's bridge, a sandbox, and the protocol's own content policy. */
export function testViews(server: () => Server): void {
  test('an agent’s window shows the hits, and opens one on its printed page', async t => {
    const { page, view, show, calls } = await openAgent(t, server())
    await show({ name: 'search', arguments: { query: 'lignin yellows in light', library: 'samples' } })
    const hit = view.locator('.hit').first()
    assert.match((await hit.textContent()) ?? '', /A Field Guide to the Book[\s\S]*p\. 2 · PDF 5/)
    assert.ok((await hit.locator('mark').allTextContents()).some(word => /lignin/i.test(word)))
    assert.ok(
      ((await page.evaluate(shownIn)).size.height ?? 0) > 200,
      'the host is told how high the view is',
    )

    await hit.getByRole('button', { name: 'Open' }).click()
    await view.locator('img.drawn').waitFor()
    assert.ok((await calls()).includes('tools/call get_passage'), 'the view calls a tool through the host')
    assert.ok((await calls()).includes('resources/read'))
    assert.ok(await isMarked(view), 'the passage is marked on the drawn page')
    await view.getByRole('button', { name: 'Text' }).click()
    assert.match((await view.locator('.prose mark').allTextContents()).join(' '), /lignin/)
    await view.getByRole('button', { name: 'Back' }).click()
    await hit.waitFor()
  })

  test('an agent’s window shows a passage in the reader, dark as the window is', async t => {
    const { url } = server()
    const { view, show } = await openAgent(t, server())
    type Found = { results: { chunk_id: string }[] }
    const { results } = await callTool<Found>(url, 'documents/search', {
      query: 'lignin',
      library: 'samples',
    })
    const chunk_id = results[0]?.chunk_id
    await show({ name: 'get_passage', arguments: { library: 'samples', chunk_id }, theme: 'dark' })
    await view.locator('img.drawn').waitFor()
    assert.ok(await isMarked(view))
    const scheme = () => getComputedStyle(document.documentElement).colorScheme
    assert.equal(await view.locator('html').evaluate(scheme), 'dark')
  })

  test('an agent’s window shows a verdict with the letters that differ, and the answer to a question', async t => {
    const { view, show } = await openAgent(t, server(), 'documents,citations,knowledge')
    const quote = 'Ground wood keeps its lignin, which browns in light'
    await show({ name: 'verify_citation', arguments: { library: 'samples', quote } })
    await view.getByRole('heading', { name: 'Close, but not the same' }).waitFor()
    assert.match((await view.locator('del').allTextContents()).join(''), /br/)
    await view.getByRole('button', { name: 'A Field Guide to the Book' }).first().click()
    await view.locator('img.drawn').waitFor()

    await show({ name: 'agent_query', arguments: { query: 'What does lignin do in light?' } })
    await view.locator('.answer').waitFor()
    await show({ name: 'search_knowledge_base', arguments: { query: 'lignin' } })
    await view.locator('.hit').first().waitFor()
  })
}

export type Agent = {
  page: Page
  view: FrameLocator
  show(call: object): Promise<void>
  calls(): Promise<string[]>
}

/** The window of an agent that is connected to a server. */
export async function openAgent(t: TestContext, { url }: Server, toolsets?: string): Promise<Agent> {
  const host = await startAgentHost(url)
  t.after(() => host.close())
  const { page, troubles } = await openWindow(t)
  t.after(() => assert.deepEqual(troubles, []))
  await page.goto(`${host.url}/${toolsets === undefined ? '' : `?toolsets=${toolsets}`}`)
  await page.waitForFunction(() => 'showTool' in window)
  return {
    page,
    view: page.frameLocator('iframe'),
    // SAFETY: the page of the host defines it.
    show: call => page.evaluate(given => (window as unknown as HostWindow).showTool(given), call),
    calls: async () => (await page.evaluate(shownIn)).calls,
  }
}

function shownIn(): HostWindow['shown'] {
  // SAFETY: the page of the host defines it.
  return (window as unknown as HostWindow).shown
}

/** Whether the drawn page has the colour of marks on it. */
function isMarked(view: FrameLocator): Promise<boolean> {
  return view.locator('img.drawn').evaluate(async image => {
    if (!(image instanceof HTMLImageElement)) return false
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(image, 0, 0)
    const { data } = drawing?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    let yellow = 0
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 0) > 180 && (data[at + 2] ?? 255) < 190) yellow++
    return yellow > 2_000
  })
}
