import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { testAdding } from './adding.ts'
import {
  assertAccessible,
  callTool,
  closeBrowser,
  openWindow,
  type Server,
  startServer,
  whyNoPage,
} from './browse.ts'
import { testHostile } from './hostile.ts'
import { testInspector } from './inspector.ts'
import { testLibrary } from './library.ts'
import { testPictures } from './pictures.ts'
import { countMarks } from './pixels.ts'
import { testReading } from './reading.ts'
import { testSearching } from './searching.ts'
import { testServerScreens } from './server-screens.ts'
import { testSeveralLibraries } from './several-libraries.ts'
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
  testSearching(() => server)
  testAdding(() => server)
  testHostile(() => server)
  testLibrary(() => server)
  testViews(() => server)
  testInspector(() => server)
  testPictures(() => server)
  testServerScreens(() => server)
  testSeveralLibraries(() => server)

  test('a question is searched, opened on its printed page, marked, and copied with its citation', async t => {
    const { url } = server
    // High enough for a whole page below the bar that stays at the top: every marked pixel is counted.
    const { page, troubles } = await openWindow(t, { viewport: { width: 1280, height: 2400 } })
    await page.goto(`${url}/search?in=samples`)
    await page.getByRole('searchbox').fill('lignin yellows in light')
    const hit = page.locator('.hit').first()
    await hit.getByRole('link', { name: 'A Field Guide to the Book' }).waitFor()
    await page.waitForURL(/\/search\?q=lignin\+yellows\+in\+light&in=samples$/)
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
    await page.locator('[data-answers=sewing] .hit').nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    const chosen = (await page.locator('.hit.chosen h2').textContent()) ?? ''
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: chosen }).waitFor()

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.ok(
      await page.locator('main').evaluate(main => main === document.activeElement),
      'skipped to the content',
    )
    await page.goBack()
    await page.locator('.hit.chosen').waitFor()
    await page.locator('.hit.chosen').getByRole('button', { name: 'Copy citation' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Copied: Reference (APA)').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('gold')
    await page.waitForURL(/q=gold/)
    assert.deepEqual(troubles, [])
  })

  test('the chosen hit is in the address: it can be shared, and going back returns to it', async t => {
    const { url } = server
    const { page, troubles } = await openWindow(t, { viewport: { width: 900, height: 500 } })
    const searches: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/documents/search')) searches.push(request.postData() ?? '')
    })
    const answered = page.waitForResponse(response => response.url().endsWith('/documents/search'))
    await page.goto(`${url}/search?q=paper&in=samples`)
    const { results } = (await (await answered).json()) as { results: { chunk_id: string }[] }
    await page.locator('.hit').nth(5).waitFor()
    await page.getByRole('searchbox').focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowDown')
    await page.waitForURL(address => address.searchParams.get('hit') === results[5]?.chunk_id)
    assert.equal(searches.length, 1, 'choosing a hit does not search again')
    const chosen = page.locator('.hit.chosen')
    const passage = await chosen.locator('.passage').textContent()
    assert.equal(await page.locator('.hit').nth(5).locator('.passage').textContent(), passage)
    const address = page.url()

    await page.keyboard.press('Enter')
    await page.waitForURL(/\/read\//)
    await page.goBack()
    await chosen.waitFor()
    assert.equal(page.url(), address)
    assert.equal(await chosen.locator('.passage').textContent(), passage)

    const other = await openWindow(t, { viewport: { width: 900, height: 500 } })
    await other.page.goto(address)
    await other.page.locator('.hit.chosen').waitFor()
    assert.equal(await other.page.locator('.hit.chosen .passage').textContent(), passage)
    await other.page.waitForFunction(() => {
      const box = document.querySelector('.hit.chosen')?.getBoundingClientRect()
      // The browser scrolls to whole pixels.
      return box !== undefined && box.top >= -1 && box.bottom <= window.innerHeight + 1
    })

    // A hit that is opened by a click is chosen too.
    await other.page.locator('.hit').nth(2).getByRole('link', { name: 'Open' }).click()
    await other.page.waitForURL(/\/read\//)
    await other.page.goBack()
    await other.page.locator('.hit.chosen').waitFor()
    assert.equal(
      await other.page.locator('.hit.chosen .passage').textContent(),
      await other.page.locator('.hit').nth(2).locator('.passage').textContent(),
    )
    await other.page.getByRole('searchbox').fill('sewing')
    await other.page.waitForURL(/\/search\?q=sewing&in=samples$/)
    assert.deepEqual([...troubles, ...other.troubles], [])
  })

  test('a question is answered by quotations, each opening its place on the page', async t => {
    const { url } = server
    const { page, troubles } = await openWindow(t)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/agent_query', async route => {
      await held
      await route.continue()
    })
    await page.goto(`${url}/ask`)
    await page.getByLabel('Question').fill('What does lignin do in light?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('.waiting .seconds', { hasText: /^1 s$/ }).waitFor()
    await assertAccessible(page, 'waiting for an answer')
    release()
    await page.locator('.answer .sources a').first().click()
    await page.locator('.page[data-page="5"] .highlight').first().waitFor()
    const passage = await marksAndLines(page)
    await page.goBack()
    // On its first line: the middle of a link of two lines is between them.
    const onFirstLine = { position: { x: 60, y: 8 } }
    await page.locator('.statements a', { hasText: 'keeps its lignin' }).first().click(onFirstLine)
    await page.locator('.page[data-page="5"] .highlight').first().waitFor()
    const quoted = await marksAndLines(page)
    assert.match(quoted.words, /keeps its lignin/)
    assert.ok(quoted.words.length < passage.words.length, 'the sentence is marked, not the whole passage')

    await page.goto(`${url}/ask?q=What+is+the+capital+of+Peru%3F`)
    await page.locator('.refusal').waitFor()
    await page.getByText('These passages are the nearest:').waitFor()
    assert.doesNotMatch(
      (await page.locator('main').textContent()) ?? '',
      /samples\//,
      'no path of the server',
    )
    await page.locator('.hit').first().getByRole('link', { name: 'Open' }).click()
    await page.locator('.highlight, .prose mark').first().waitFor()
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
    assert.deepEqual(await page.locator('del').allTextContents(), ['br', 'n'])
    assert.deepEqual(await page.locator('ins').allTextContents(), ['yell'])
    await assertAccessible(page, 'a quotation that differs')
    await page.locator('.verdict .match a').first().click()
    await page.locator('.page[data-page="5"] .highlight').first().waitFor()
    const { words } = await marksAndLines(page)
    assert.match(words, /which yellows in light/)
    const paragraph =
      'Ground wood keeps its lignin, which yellows in light, and in the course of the century rosin and alum took the place of gelatine as glue, and they leave acid behind. Acid cuts cellulose into longer and shorter chains until a corner snaps off when it is folded.'
    assert.equal(await verify(paragraph), 'Close, but not the same')
    assert.match((await page.locator('.verdict').textContent()) ?? '', /differs in 2 places/)
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
    await page.getByLabel('Token').waitFor()
    await assertAccessible(page, 'signing in')
    await page.getByLabel('Token').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The token is wrong.').waitFor()
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('searchbox').fill('lignin')
    await page.locator('.hit').first().waitFor()
    assert.equal(await page.evaluate(() => document.cookie), '')
    const [cookie] = await page.context().cookies()
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Strict'])
    await page.reload()
    await page.locator('.hit').first().waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Token').waitFor()
    assert.deepEqual(await page.context().cookies(), [])
  })

  test('every screen is accessible, light and dark, and fits a phone', async t => {
    const { url } = server
    const { page } = await openWindow(t, { viewport: { width: 390, height: 800 } })
    const screens = {
      ...(await readers(server)),
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
      // The text of every other format is typeset as that of a web page is.
      if (!/ (?:docx|epub|md|eml)$/.test(what)) await assertAccessible(page, what)
      if (what.startsWith('reader of')) {
        const marked = await page.locator('.prose mark, .highlight').first()
        assert.ok(await marked.isVisible(), `${what} marks its passage`)
        assert.ok(await page.locator('.outline button').first().isVisible(), `${what} has its outline`)
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      assert.ok(overflow <= 0, `${what} is ${overflow} px wider than the screen`)
    }
  })
})

/** The reader at a passage of a PDF, a web page, an office file, a book, Markdown, a mail and code, and its text. */
async function readers({ url, shelf }: Server): Promise<Record<string, string>> {
  const mail =
    'From: ada@example.org\nTo: ben@example.org\nSubject: On paper\nDate: Mon, 5 Feb 2024 10:00:00 +0000\n\nThe paper has come. It is laid paper.\n'
  const code =
    '# Sizes of paper.\n\n\nclass Paper:\n    def fold(self):\n        # Folds the paper.\n        return 2\n'
  // A name that is wider than a phone.
  const desk = 'the-desk-of-someone-who-gives-libraries-long-names'
  for (const [name, content] of Object.entries({ 'letter.eml': mail, 'paper.py': code })) {
    await writeFile(join(shelf, name), content)
    await callTool(url, 'documents/ingest_file', { path: join(shelf, name), library: desk })
  }
  type Found = { results: { doc_id: string; char_span: number[] }[] }
  const found: Record<string, string> = {}
  for (const file_type of ['pdf', 'html', 'docx', 'epub', 'md', 'eml', 'py']) {
    const library = file_type === 'eml' || file_type === 'py' ? desk : 'samples'
    const input = { query: 'paper', library, top_k: 1, filter: { file_type } }
    const { results } = await callTool<Found>(url, 'documents/search', input)
    for (const { doc_id, char_span } of results)
      found[`reader of ${file_type}`] = `/read/${doc_id}?at=${char_span.join('-')}&q=paper`
  }
  assert.equal(Object.keys(found).length, 7)
  return { ...found, 'reader of the text of pdf': `${found['reader of pdf']}&as=text` }
}

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
