import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openWorld, type Value, type World } from '../../../../../test/contract/world.ts'
import { openZip } from '../../../../adapters/converters/archive/zip.ts'
import { parseXml } from '../../../../adapters/converters/web/parse-html.ts'
import { openHttp } from '../../../../app/open-http.ts'
import { confusionTable } from '../manuscripts/judge.ts'
import { checkMade, type Format, formats, type Stock, stockProject } from '../manuscripts/run-check.ts'

describe('papers of ten pages', () => {
  let world: World
  let stock: Stock
  before(async () => {
    world = await openWorld('library')
    stock = await stockProject(world, 1)
  })
  after(() => world.close())

  for (const format of formats)
    test(`C-MANUSCRIPT-1 C-MANUSCRIPT-2 a paper of ten pages with 80 known cases, as ${format}`, async () => {
      const { confusion, misses, value, draft } = await checkMade(world, stock, { format, seed: 11 })
      assert.deepEqual(misses, [], `\n${confusionTable(confusion)}`)
      assert.equal(draft.truths.length, 80)
      assert.equal(value.summary.problems, 50)
      const [close] = value.items.filter((item: { verdict: string }) => item.verdict === 'close')
      assert.ok(close.evidence[0].differences.length > 0)
      assert.match(close.evidence[0].citation, /^\(\w+, pp?\. /)
      const places: Record<Format, RegExp> = {
        docx: /^(paragraph|footnote) \d+$/,
        md: /^line \d+$/,
        tex: /^line \d+$/,
        pdf: /^page \d+$/,
        txt: /^line \d+$/,
      }
      for (const { place } of value.items) assert.match(place, places[format])
    })

  for (const marks of ['de', 'fr', 'plain'] as const)
    test(`C-MANUSCRIPT-1 the same with other quotation marks (${marks})`, async () => {
      const { confusion, misses } = await checkMade(world, stock, { format: 'md', seed: 12, marks })
      assert.deepEqual(misses, [], `\n${confusionTable(confusion)}`)
    })

  test('C-MANUSCRIPT-3 a DOCX gets Word comments where something is wrong, and keeps its text', async () => {
    const annotate = join(world.folder, 'checked.docx')
    const { value, path } = await checkMade(world, stock, { format: 'docx', seed: 13, more: { annotate } })
    assert.equal(value.annotated.path, annotate)
    const { signal } = new AbortController()
    const read = async (file: string, part: string) => {
      const zip = openZip(await readFile(file))
      return new TextDecoder().decode(await zip.read(zip.find(part)!, signal))
    }
    const comments = await parseXml(await read(annotate, 'word/comments.xml'))
    assert.equal(comments('w\\:comment').length, value.summary.problems)
    const body = await read(annotate, 'word/document.xml')
    for (const tag of ['commentRangeStart', 'commentRangeEnd', 'commentReference'])
      assert.equal(body.split(`<w:${tag} `).length - 1, value.summary.problems, tag)
    const textOf = async (file: string) =>
      (await parseXml(await read(file, 'word/document.xml')))('w\\:t').text()
    assert.equal(await textOf(annotate), await textOf(path))
    assert.match(await read(annotate, '[Content_Types].xml'), /comments\+xml/)
    assert.match(await read(annotate, 'word/_rels/document.xml.rels'), /Target="comments\.xml"/)
    const again = await world.call('verify_manuscript', { project: stock.project, path: annotate })
    assert.deepEqual(again.summary, value.summary)
  })

  test('C-MANUSCRIPT-4 a manuscript is checked as an upload, with a copy in the answer, and nothing is stored', async () => {
    const server = await openHttp(world.wired)
    try {
      const post = async (form: FormData) => {
        const response = await fetch(`${server.url}/api/v1/citations/verify_manuscript`, {
          method: 'POST',
          body: form,
        })
        const value: Value = await response.json()
        return { status: response.status, value }
      }
      const count = async () =>
        (
          await world.wired.parts.store.listDocuments({
            collections: [`proj-${stock.project.replace('/', '-')}`],
            limit: 100,
            offset: 0,
          })
        ).length
      const stored = await count()
      const made = await checkMade(world, stock, { format: 'docx', seed: 14 })
      const form = new FormData()
      form.set('files', new File([await readFile(made.path)], 'paper.docx'))
      form.set('project', stock.project)
      form.set('annotate', 'docx')
      form.set('only_problems', 'true')
      const { status, value } = await post(form)
      assert.equal(status, 200)
      assert.deepEqual(value.summary, made.value.summary)
      assert.equal(value.items.length, made.value.summary.problems)
      assert.equal(Buffer.from(value.annotated.base64, 'base64').subarray(0, 2).toString(), 'PK')
      assert.equal(await count(), stored)
      const tex = new FormData()
      tex.append('files', new File(['Own words. \\input{part}'], 'main.tex'))
      tex.append('files', new File(['\\cite{nokey}'], 'part.tex'))
      tex.set('project', stock.project)
      assert.equal((await post(tex)).value.items[0].verdict, 'unknown_citekey')
      const unknown = new FormData()
      unknown.set('files', new File(['Words.'], 'a.md'))
      unknown.set('project', 'nowhere')
      const refused = await post(unknown)
      assert.equal(refused.status, 404)
      assert.equal(refused.value.error.code, 'INVALID_PROJECT')
      assert.equal((await post(new FormData())).status, 400)
    } finally {
      await server.close()
    }
  })
})
