/**
 * Writes the pictures of the README: the page over the sample library, in a real browser.
 *   npm run screenshots [folder]     (default: docs/images)
 */
import { mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeBrowser, openBrowser, startServer, whyNoPage } from './browse.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = resolve(process.argv[2] ?? join(root, 'docs', 'images'))
const largestBytes = 150_000

const quote = 'Ground wood keeps its lignin, which browns in light'
const screens = [
  { name: 'search', address: '/search?q=what+does+lignin+do+in+light', shows: '.hit' },
  { name: 'verify', address: `/verify?quote=${encodeURIComponent(quote)}`, shows: '.verdict' },
]

if (whyNoPage !== null) throw new Error(`No screenshots: ${whyNoPage}`)
mkdirSync(folder, { recursive: true })
const cleanups: (() => unknown)[] = []
try {
  const { url } = await startServer({ after: cleanup => cleanups.push(cleanup) })
  const context = await (await openBrowser()).newContext({ viewport: { width: 1000, height: 780 } })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  for (const { name, address, shows } of screens) {
    await page.goto(url + address)
    await page.locator(shows).first().waitFor()
    await page.waitForLoadState('networkidle')
    await shoot(name)
  }
  await page.setViewportSize({ width: 1060, height: 460 })
  await page.goto(`${url}/search?q=lignin+yellows+in+light`)
  await page.locator('.hit').first().getByRole('link', { name: 'Open' }).click()
  await page.locator('.highlight').first().waitFor()
  const picture = page
    .locator('.page', { has: page.locator('.highlight') })
    .first()
    .locator('img')
  await page.waitForFunction(
    image => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
    await picture.elementHandle(),
  )
  // A picture is complete before it is decoded and painted.
  await picture.evaluate(async image => {
    if (image instanceof HTMLImageElement) await image.decode()
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  })
  // Which folder the samples were in, and where the mouse was, is no part of the picture.
  await page.locator('.origin').evaluate(origin => {
    origin.textContent = 'samples/field-guide.pdf'
  })
  await page.mouse.move(0, 0)
  await shoot('reader')

  async function shoot(name: string): Promise<void> {
    const path = join(folder, `${name}.png`)
    await page.screenshot({ path, animations: 'disabled' })
    const { size } = statSync(path)
    if (size > largestBytes) throw new Error(`${path} has ${size} bytes, more than ${largestBytes}.`)
    console.log(`${path}  ${Math.round(size / 1000)} kB`)
  }
} finally {
  await closeBrowser()
  for (const cleanup of cleanups.reverse()) await cleanup()
}
