import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertAccessible, callTool, openWindow, type Server } from './browse.ts'
import { openAgent } from './views.ts'

const said = [
  {
    speaker: 'Ada Ashby',
    party: 'Labor',
    date: '2024-02-06',
    text: 'Housing is the first duty of this house. We build homes.',
  },
  {
    speaker: 'Ada Ashby',
    party: 'Labor',
    date: '2024-04-11',
    text: 'Housing again: the waiting list for homes has grown.',
  },
  {
    speaker: 'Ben Birch',
    party: 'Liberal',
    date: '2024-04-11',
    text: 'The housing plan costs more than the homes are worth.',
  },
]

const binder = [
  'class Binder:',
  '    def __init__(self, thread: str):',
  '        self.thread = thread',
  '',
  '    def sew(self, sheets: list) -> str:',
  '        return self.thread * len(sheets)',
  '',
  'def fold(sheet):',
  '    return Binder("linen").sew([sheet])',
].join('\n')

/** Tests of the screens that draw: parliament, code and facts; and of a manuscript. */
export function testPictures(server: () => Server): void {
  test('speeches are drawn over time, read in their sitting, and speakers are compared', async t => {
    const { url } = server()
    for (const { text, ...facts } of said)
      await callTool(url, 'hansard/ingest_speech', {
        ...facts,
        full_text: text,
        title: 'Housing',
        topic_tags: ['housing'],
        chamber: 'Senate',
        state: 'NSW',
        hansard_reference: `Senate, ${facts.date}`,
      })
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/hansard`)
    await page.getByLabel('Words that the speeches contain').fill('housing')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('3 of 3 speeches').waitFor()
    const bars = page.locator('.chart rect')
    assert.equal(await bars.count(), 2, 'two months')
    const heights = await bars.evaluateAll(all => all.map(bar => Number(bar.getAttribute('height'))))
    assert.equal((heights[1] ?? 0) / (heights[0] ?? 1), 2, 'two speeches are twice as high as one')
    await assertAccessible(page, 'speeches over time')

    await page.getByRole('link', { name: 'Ben Birch (Liberal)' }).click()
    assert.match((await page.locator('.speech mark').textContent()) ?? '', /housing plan/)
    await page.locator('.neighbour', { hasText: 'the waiting list for homes has grown' }).waitFor()
    await page.goBack()

    await page.getByLabel('Party').fill('Liberal')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText(/^1 of \d speech/).waitFor()
    assert.equal(await bars.count(), 1, 'one month of this party')
    await page.getByLabel('Party').fill('')
    await page.getByRole('button', { name: 'Show' }).click()

    await page.getByLabel('Compare Ada Ashby').check()
    await page.getByLabel('Compare Ben Birch').check()
    await page.getByRole('heading', { name: 'Side by side: housing' }).waitFor()
    assert.equal(await page.locator('.chart polyline').count(), 2)
    assert.match(
      (await page.locator('.columns .card', { hasText: 'Ben Birch' }).textContent()) ?? '',
      /costs more/,
    )
    await assertAccessible(page, 'speakers side by side')

    // Errors of this toolset are plain text.
    await page.goto(`${url}/hansard/no-such-speech`)
    await page.getByText('speech_id must be a UUID').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('code is walked as a graph to its line, and a script’s invented call is marked in place', async t => {
    const { url, shelf } = server()
    const folder = join(shelf, 'binding')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'binder.py'), binder)
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/code`)
    await page.getByLabel('Address of a Git repository, or a folder').fill(folder)
    await page.getByRole('button', { name: 'Read its code' }).click()
    await page.getByRole('link', { name: 'binding (1 file)' }).click()
    await page.getByRole('button', { name: 'Class Binder' }).click()
    await page.getByRole('link', { name: 'Show what is around it' }).click()
    await page.locator('section[aria-busy=false] svg.graph').waitFor()
    const method = page.getByRole('button', { name: 'Method sew' })
    await method.focus()
    await page.keyboard.press('Enter')
    await page.getByText('binder.py, line 5').waitFor()
    assert.match((await page.locator('.source .at').textContent()) ?? '', /5 +def sew/)
    await page.getByRole('checkbox', { name: 'Method' }).uncheck()
    await method.waitFor({ state: 'detached' })
    await assertAccessible(page, 'the graph')

    await page
      .getByRole('textbox', { name: 'Script', exact: true })
      .fill('from binder import Binder\n\nb = Binder("silk")\nb.stitch_all([1])\n')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.locator('.source .wrong', { hasText: 'b.stitch_all' }).waitFor()
    assert.match((await page.locator('.remark').first().textContent()) ?? '', /stitch_all/)
    await assertAccessible(page, 'the checked script')
    assert.deepEqual(troubles, [])
  })

  test('an agent’s window shows speeches, their chart and the graph of code', async t => {
    const { view, show, calls } = await openAgent(t, server(), 'hansard,graph')
    await show({ name: 'count_speeches_by_month', arguments: { query: 'housing' } })
    await view.getByText('3 of 3 speeches').waitFor()
    assert.equal(await view.locator('.chart rect').count(), 2)
    await show({ name: 'search_speeches', arguments: { query: 'housing plan' } })
    await view.locator('.hit', { hasText: 'Ben Birch' }).getByRole('button', { name: 'Open' }).click()
    await view.locator('mark', { hasText: 'The housing plan' }).first().waitFor()
    assert.ok((await calls()).includes('tools/call get_speech'))
    await show({ name: 'show_graph', arguments: { of: 'Binder' } })
    await view.getByRole('button', { name: 'Method sew' }).click()
    await view.getByRole('button', { name: 'Show what is around it' }).click()
    await view.getByRole('heading', { name: /sew/ }).waitFor()
  })

  test('facts are on a line of time, each with its source', async t => {
    const { url } = server()
    await callTool(url, 'documents/ingest_content', {
      content:
        '# Annual report\n\nJane Doe was appointed chief executive of Acme Corporation on 12 June 2014.\n\nJohn Roe became the chief executive of Acme Corporation on 1 March 2019.',
      source: 'report.md',
      library: 'town',
    })
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/facts?q=chief+executive+of+Acme+Corporation`)
    const facts = page.locator('.time-line li', { hasText: 'Acme' })
    await facts.nth(1).waitFor()
    assert.match((await facts.nth(0).textContent()) ?? '', /Jane Doe[\s\S]*2014-06-12 to/)
    assert.match((await facts.nth(1).textContent()) ?? '', /John Roe[\s\S]*2019-03-01 to/)
    const [held] = await facts
      .locator('.held')
      .evaluateAll(all => all.slice(1).map(bar => Number(bar.getAttribute('x'))))
    assert.ok((held ?? 0) > 0, 'the later fact begins further to the right')
    await assertAccessible(page, 'facts')
    await facts.nth(0).getByRole('link', { name: 'Annual report' }).click()
    assert.match((await page.locator('.prose mark').first().textContent()) ?? '', /Jane Doe/)
    assert.deepEqual(troubles, [])
  })

  test('a manuscript is dropped and each quotation gets its verdict', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/verify`)
    await page.getByLabel('Against the sources of').selectOption('samples')
    const paper =
      '# Essay\n\nThe guide says: “Ground wood keeps its lignin, which yellows in light”. It also says: “Ground wood keeps its lignin, which browns in light”.\n'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'essay.md', mimeType: 'text/markdown', buffer: Buffer.from(paper) })
    await page.getByRole('heading', { name: 'essay.md' }).waitFor()
    await page.locator('.findings li').nth(1).waitFor()
    assert.match((await page.locator('.findings').textContent()) ?? '', /browns in light/)
    await assertAccessible(page, 'a checked manuscript')
    assert.deepEqual(troubles, [])
  })
}
