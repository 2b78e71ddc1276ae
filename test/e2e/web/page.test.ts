import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testAdding } from './adding.ts'
import { assertAccessible, closeBrowser, openWindow, type Server, startServer, whyNoPage } from './browse.ts'
import { testHostile } from './hostile.ts'
import { testLibrary } from './library.ts'
import { testPictures } from './pictures.ts'
import { countMarks } from './pixels.ts'
import { testReading } from './reading.ts'
import { testServerScreens } from './server-screens.ts'
import { testViews } from './views.ts'

if (whyNoPage !== null) console.log(`skipped: ${whyNoPage}`)

describe('the page', { skip: whyNoPage ?? false }, () => {
  const cleanups: (() => unknown)[] = []
  let server: Server
  before(async () => {
    server = await startServer({ after: cleanup => cleanups.push(cleanup) })
  })
  after(async () => {
    await closeBrowser()
    for (const cleanup of cleanups.reverse()) await cleanup()
  })

  testReading(() => server)
  testAdding(() => server)
  testHostile(() => server)
  testLibrary(() => server)
  testViews(() => server)
  testPictures(() => server)
  testServerScreens(() => server)

  test('a question is searched, opened on its printed page, marked, and copied with its citation', async t => {
    const { url } = server
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/search?in=samples`)
    await page.getByRole('searchbox').fill('lignin yellows in light')
    const hit = page.locator('.hit').first()
    await hit.getByRole('link', { name: 'A Field Guide to the Book' }).waitFor()
    assert.match(page.url(), /\/search\?q=lignin\+yellows\+in\+light&in=samples$/)
    assert.match((await hit.locator('.place').textContent()) ?? '', /p\. 2 · PDF 5/)
    assert.ok((await hit.locator('mark').allTextContents()).some(word => /lignin/i.test(word)))

    await hit.getByRole('button', { name: 'Copy citation' }).click()
    await page.getByRole('menuitem', { name: 'Quote with citation' }).click()
    await page.getByText('Copied: Quote with citation').waitFor()
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^“.*lignin.*” \(.*p\. 2\)$/s)

    await hit.getByRole('link', { name: 'Open' }).click()
    await page.locator('.highlight').first().waitFor()
    const drawn = page.locator('.page[data-page="5"] img')
    await page.waitForFunction(() => {
      const picture = document.querySelector<HTMLImageElement>('.page[data-page="5"] img')
      return picture?.complete === true && picture.naturalWidth > 0
    })
    assert.equal(await drawn.count(), 1)
    assert.ok(await page.locator('.page[data-page="5"] .highlight').first().isVisible())
    const lines = await marksAndLines(page)
    assert.ok(lines.words.includes('Ground wood keeps its lignin'), lines.words)
    assert.deepEqual(lines.outside, [], 'every mark lies on a line of the passage')
    const { markedInside, markedOutside, letters } = await pixelsOfMarks(page)
    assert.ok(letters.length > 5 && letters.every(count => count > 20), `letters: ${letters}`)
    assert.ok(markedInside > 0.97, `of the words' rectangles ${markedInside} is marked`)
    assert.ok(markedOutside < 40, `${markedOutside} pixels outside the words' rectangles are marked`)

    await page.getByRole('button', { name: 'Pages', exact: true }).click()
    const small = page.locator('.thumbnails [aria-current=page] img')
    await page.waitForFunction(
      image => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
      await small.elementHandle(),
    )
    await page.locator('.thumbnails button').first().click()
    await page.waitForFunction(() => new URL(location.href).searchParams.get('at') === '0-0')
    await page.goBack()

    await page.goBack()
    await hit.waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), 'lignin yellows in light')
    assert.deepEqual(troubles, [])
  })

  test('works with the keyboard alone', async t => {
    const { url } = server
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/verify`)
    await page.goto(url)
    await page.getByRole('searchbox').waitFor()
    await page.keyboard.type('sewing')
    await page.locator('.hit').nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    const chosen = (await page.locator('.hit.chosen h2').textContent()) ?? ''
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: chosen }).waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a question is answered by quotations, each opening its place on the page', async t => {
    const { url } = server
    const { page, troubles } = await openWindow(t)
    await page.goto(`${url}/ask`)
    await page.getByLabel('Question').fill('What does lignin do in light?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('.answer .sources a').first().click()
    await page.locator('.page[data-page="5"] .highlight').first().waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a quotation is verified: exact, close with the letters marked, or not found', async t => {
    const { url } = server
    const { page, troubles } = await openWindow(t)
    const verify = async (quote: string) => {
      await page.goto(`${url}/verify`)
      await page.getByLabel('Quotation').fill(quote)
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.locator('.verdict').waitFor()
      return page.locator('.verdict h2').textContent()
    }
    assert.equal(await verify('Ground wood keeps its lignin, which yellows in light'), 'Exact')
    assert.equal(
      await verify('Ground wood keeps its lignin, which browns in light'),
      'Close, but not the same',
    )
    assert.match((await page.locator('del').allTextContents()).join(''), /br/)
    assert.equal(
      await verify('Zebras quantify lasagne on every odd-numbered Thursday of the leap year'),
      'Not found',
    )
    assert.deepEqual(troubles, [])
  })

  test('with a token, a person signs in once; the token is in no script’s reach', async t => {
    const token = 'a-token-of-enough-letters'
    const { url } = await startServer(
      { after: cleanup => t.after(async () => void (await cleanup())) },
      { QUIRE_TOKEN: token },
    )
    const { page } = await openWindow(t)
    await page.goto(url)
    await page.getByLabel('Token').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The token is wrong.').waitFor()
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('searchbox').fill('lignin')
    await page.locator('.hit').first().waitFor()
    assert.equal(await page.evaluate(() => document.cookie), '')
    await page.reload()
    await page.locator('.hit').first().waitFor()
  })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`every screen is accessible and fits a phone: ${colorScheme}`, async t => {
      const { url } = server
      const { page } = await openWindow(t, { colorScheme, viewport: { width: 390, height: 800 } })
      const screens = {
        search: '/search?q=paper',
        verify: '/verify?quote=Ground+wood+keeps+its+lignin',
        ask: '/ask?q=What+does+lignin+do+in+light%3F',
        hansard: '/hansard?q=housing',
        code: '/code',
        facts: '/facts',
        start: '/',
        library: '/library',
        documents: '/library/samples',
        add: '/add',
        connect: '/connect',
        status: '/status',
      }
      for (const [what, address] of Object.entries(screens)) {
        await page.goto(url + address)
        await page.locator('main h1').first().waitFor({ state: 'attached' })
        await page.waitForLoadState('networkidle')
        await assertAccessible(page, `${what}, ${colorScheme}`)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        assert.ok(overflow <= 0, `${what} is ${overflow} px wider than the screen`)
      }
    })
})

/** Marked pixels of page 5, compared with the rectangles that the server stores for the words of the passage. */
async function pixelsOfMarks(page: import('playwright-core').Page) {
  const address = new URL(page.url())
  const [start = 0, end = 0] = (address.searchParams.get('at') ?? '').split('-').map(Number)
  const id = address.pathname.split('/')[2]
  const stored = await fetch(`${address.origin}/api/v1/documents/${id}/pages/5`)
  type Line = { x0: number; y0: number; x1: number; y1: number; start: number; end: number }
  const { width, lines } = (await stored.json()) as { width: number; lines: Line[] }
  const paper = page.locator('.page[data-page="5"] .paper')
  const scale = ((await paper.boundingBox())?.width ?? 0) / width
  const boxes = lines
    .filter(line => line.start >= start && line.end <= end)
    .map(({ x0, y0, x1, y1 }) => ({
      left: x0 * scale,
      top: y0 * scale,
      right: x1 * scale,
      bottom: y1 * scale,
    }))
  return countMarks(page, paper, boxes)
}

/** The text of the lines that the marks of page 5 lie on, and marks that lie on none. */
async function marksAndLines(page: import('playwright-core').Page) {
  return page.evaluate(() => {
    const sheet = document.querySelector('.page[data-page="5"]')
    const boxes = [...(sheet?.querySelectorAll('.highlight') ?? [])].map(mark => mark.getBoundingClientRect())
    const lines = [...(sheet?.querySelectorAll('.text-layer span') ?? [])].map(line => ({
      box: line.getBoundingClientRect(),
      text: line.textContent ?? '',
    }))
    const on = (mark: DOMRect) =>
      lines.find(
        ({ box }) =>
          Math.abs(box.top - mark.top) < 3 && mark.left >= box.left - 3 && mark.right <= box.right + 3,
      )
    return {
      words: boxes
        .map(mark => on(mark)?.text ?? '')
        .join(' ')
        .replace(/\s+/g, ' '),
      outside: boxes.filter(mark => on(mark) === undefined).map(({ top, left }) => [top, left]),
    }
  })
}
