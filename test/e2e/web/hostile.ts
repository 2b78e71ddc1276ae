import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWindow, type Server } from './browse.ts'

const away = 'http://192.0.2.1'
const run = 'window.pwned = 1'

/** Documents that try to run something or to load something. Each has a word to be found by. */
const documents: readonly { name: string; text: string }[] = [
  {
    name: 'page.html',
    text: `<html><head><script>${run}</script><link rel=stylesheet href="${away}/x.css"></head><body onload="${run}"><h1>Otter <img src="${away}/x.png" onerror="${run}"></h1><p>The otter <a href="javascript:${run}">sleeps</a>.</p><iframe srcdoc="<script>parent.${run}</script>"></iframe></body></html>`,
  },
  {
    name: 'drawing.svg',
    text: `<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"><script>${run}</script><text>otter drawing</text><image href="${away}/x.png"/></svg>`,
  },
  {
    name: 'links.md',
    text: `# <img src=x onerror="${run}">\n\n<script>${run}</script>\n\n[click](javascript:${run}) [data](data:text/html,<script>${run}</script>) ![picture](${away}/x.png)\n\nThe otter <b onclick="${run}">dives</b>.`,
  },
  { name: '"><img src=x onerror=window.pwned=1>.md', text: 'The otter in a file whose name is markup.' },
  { name: 'long.txt', text: `The otter of one long line. ${'x'.repeat(2_000_000)}` },
  { name: 'script.pdf', text: scriptPdf() },
]

/** Tests that document text is never markup: nothing runs, nothing loads, and the content policy has nothing to refuse. */
export function testHostile(server: () => Server): void {
  test('hostile documents are text: nothing in them runs or loads, and the content policy is not touched', async t => {
    const { url } = server()
    const { page, troubles } = await openWindow(t)
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`policy: ${violatedDirective} ${blockedURI}`)
      })
    })
    const ids: string[] = []
    for (const { name, text } of documents) {
      const form = new FormData()
      form.set('library', 'hostile')
      form.set('file', new File([text], name))
      ids.push(await upload(url, form))
    }
    await page.goto(`${url}/search?q=otter&in=hostile`)
    await page.locator('.hit').first().waitFor()
    await page.goto(`${url}/library/hostile`)
    await page.locator('.document').first().waitFor()
    for (const id of ids) {
      await page.goto(`${url}/read/${id}?at=0-20&as=text`)
      await page.locator('.prose mark').first().waitFor()
      assert.equal(
        await page.locator('a[href^="javascript"], a[href^="data"], .prose script, .prose img').count(),
        0,
      )
    }
    // The last one is the PDF: its page is a picture.
    await page.goto(`${url}/read/${ids.at(-1)}`)
    await page.waitForFunction(() => {
      const picture = document.querySelector<HTMLImageElement>('.page img')
      return picture?.complete === true && picture.naturalWidth > 0
    })
    assert.equal(await page.evaluate(() => (window as unknown as { pwned?: number }).pwned), undefined)
    assert.deepEqual(troubles, [])
  })
}

/** Stores a file. What takes longer than a request goes on as work on the server, which the same request joins. */
async function upload(url: string, body: FormData): Promise<string> {
  for (;;) {
    const response = await fetch(`${url}/upload`, { method: 'POST', body })
    // SAFETY: as /openapi.json says.
    const { status, doc_id } = (await response.json()) as { status: string; doc_id: string | null }
    if (status === 'running') continue
    assert.ok(doc_id, `${Reflect.get(Object(body.get('file')), 'name')}: ${status}`)
    return doc_id
  }
}

/** A PDF that opens with a script. */
function scriptPdf(): string {
  const stream = 'BT /F1 12 Tf 72 700 Td (The otter of the portable document.) Tj ET'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1); window.pwned = 1) >> >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((body, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  return `${text}xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
}
