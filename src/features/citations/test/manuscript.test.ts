import assert from 'node:assert/strict'
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openWorld, testProcess, type World } from '../../../../test/contract/world.ts'
import { slow } from '../../../../test/support/slow.ts'
import { runProgram } from '../../../app/run-program.ts'
import type { DraftManuscript } from './manuscripts/make-manuscript.ts'
import { contentOf, type Stock, stockProject } from './manuscripts/run-check.ts'

describe('manuscripts', slow, () => {
  let world: World
  let stock: Stock
  before(async () => {
    world = await openWorld('library')
    stock = await stockProject(world, 1, 2)
  })
  after(() => world.close())

  test('C-MANUSCRIPT-3 other formats become an HTML page that runs nothing', async () => {
    const path = join(world.folder, 'hostile.md')
    await writeFile(
      path,
      'He says “<script>alert(1)</script> nobody ever wrote these nine words” [@nokey, p. 1].',
    )
    const annotate = join(world.folder, 'hostile.html')
    await world.call('verify_manuscript', { project: stock.project, path, annotate })
    const html = await readFile(annotate, 'utf8')
    assert.doesNotMatch(html, /<script/)
    assert.match(html, /default-src 'none'/)
    assert.match(html, /The project has no “nokey”/)
  })

  test('C-MANUSCRIPT-3 the copy replaces nothing unasked, never the manuscript, never credentials', async () => {
    const { project } = stock
    const path = join(world.folder, 'own.md')
    await writeFile(path, 'Some words of my own.')
    const refuse = async (annotate: string, more: object = {}) =>
      (await world.refuse('verify_manuscript', { project, path, annotate, ...more })).error.message
    const there = join(world.folder, 'there.html')
    await writeFile(there, 'mine')
    assert.match(await refuse(there), /exists already/)
    assert.match(await refuse(join(world.folder, 'own.docx')), /must end with \.html/)
    assert.match(await refuse(join(world.folder, 'gone', 'x.html')), /does not exist/)
    assert.match(await refuse(join(world.folder, '.ssh.html', 'x.html')), /does not exist/)
    await mkdir(join(world.folder, '.ssh'))
    assert.match(await refuse(join(world.folder, '.ssh', 'x.html')), /credentials/)
    const html = join(world.folder, 'page.html')
    await writeFile(html, '<p>Some words of my own.</p>')
    const self = await world.refuse('verify_manuscript', {
      project,
      path: html,
      annotate: html,
      overwrite: true,
    })
    assert.match(self.error.message, /is the manuscript itself/)
    assert.equal(await readFile(there, 'utf8'), 'mine')
    await symlink(path, join(world.folder, 'link.html'))
    await world.call('verify_manuscript', {
      project,
      path,
      annotate: join(world.folder, 'link.html'),
      overwrite: true,
    })
    assert.equal(await readFile(path, 'utf8'), 'Some words of my own.')
    assert.equal((await stat(join(world.folder, 'link.html'))).isFile(), true)
  })

  test('C-MANUSCRIPT-5 LaTeX includes files of its folder only', async () => {
    const folder = join(world.folder, 'tex')
    await mkdir(folder)
    await writeFile(join(world.folder, 'secret.tex'), 'A secret.')
    await symlink(join(world.folder, 'secret.tex'), join(folder, 'link.tex'))
    await writeFile(join(folder, 'part.tex'), '\\cite{nokey}')
    const path = join(folder, 'main.tex')
    await writeFile(path, 'Own words. \\input{part} \\input{../secret} \\input{link} \\input{.env}')
    const { items, warnings } = await world.call('verify_manuscript', { project: stock.project, path })
    assert.deepEqual(
      items.map(({ place, verdict }: Record<string, string>) => [place, verdict]),
      [['part.tex line 1', 'unknown_citekey']],
    )
    assert.equal(warnings.filter((warning: string) => warning.includes('left out')).length, 3)
  })

  test('C-MANUSCRIPT-1 citations without a quotation: known, unknown with similar keys, a page that does not exist', async () => {
    const [source] = stock.sources
    const { citekey } = source!
    const content = `One [@${citekey}]. Two [@${citekey}, p. 99999]. Three [@${citekey.slice(0, -1)}]. Four [@${citekey}, p. ${source!.pages[2]!.label}].`
    const { items } = await world.call('verify_manuscript', { project: stock.project, content })
    assert.deepEqual(
      items.map(({ verdict, nearest_keys }: { verdict: string; nearest_keys: string[] }) => [
        verdict,
        nearest_keys[0],
      ]),
      [
        ['cited', undefined],
        ['page_out_of_range', undefined],
        ['unknown_citekey', citekey],
        ['cited', undefined],
      ],
    )
  })

  test('C-MANUSCRIPT-1 a quotation of an unknown work: where its words are, and how they differ there', async () => {
    const quoted = 'the vatman shakes the mould until the fibres lie even'
    const content = `# Vats\n\nIn this shop ${quoted}, and then the coucher takes over.`
    await world.call('ingest_content', { content, source: 'vats.md', library: 'vats' })
    const finding = async (quote: string) => {
      const paper = `It is said that “${quote}” (Nobody, 1999, p. 3).`
      const { items } = await world.call('verify_manuscript', { library: 'vats', content: paper })
      return items[0]
    }
    const exact = await finding(quoted)
    assert.equal(exact.verdict, 'unknown_citekey')
    assert.match(exact.message, /The words are in “Vats”\.$/)
    const altered = await finding(quoted.replace('even', 'flat'))
    assert.equal(altered.verdict, 'unknown_citekey')
    assert.match(altered.message, /Similar words are in “Vats”\. The wording differs: “flat” is “even”/)
  })

  test('C-MANUSCRIPT-6 quire check prints a table and exits with 9, or with 0', async () => {
    const run = async (content: string) => {
      const path = join(world.folder, 'shell.md')
      await writeFile(path, content)
      let output = ''
      const { home, 'store.url': store } = world.wired.config.values
      const place = ['--home', home, '--store', store]
      const argv = ['check', path, '--project', stock.project, ...place, '--embedder', 'hash']
      const code = await runProgram(testProcess(world.folder, argv, { onOutput: part => (output += part) }))
      return { code, output }
    }
    const wrong = await run('One [@nokey, p. 3].')
    assert.equal(wrong.code, 9)
    assert.match(wrong.output, /line 1\s+unknown_citekey\s+\[@nokey, p\. 3\]/)
    assert.match(wrong.output, /1 problem/)
    const right = await run('No quotation here.')
    assert.equal(right.code, 0)
    assert.match(right.output, /nothing wrong/)
  })

  test('C-MANUSCRIPT-5 what cannot be read is refused with its reason', async () => {
    const { project } = stock
    const refuse = async (name: string, content: string | Uint8Array) => {
      const path = join(world.folder, name)
      await writeFile(path, content)
      return (await world.refuse('verify_manuscript', { project, path })).error
    }
    assert.match((await refuse('broken.docx', Buffer.from('PK\u0003\u0004 broken'))).message, /broken\.docx/)
    assert.match((await refuse('empty.md', ' \n')).message, /contains no text/)
    assert.match((await refuse('long.txt', 'word '.repeat(500_000))).message, /at most 2000000/)
    const both = await world.refuse('verify_manuscript', { project, path: 'a.md', content: 'x' })
    assert.equal(both.error.code, 'VALIDATION_ERROR')
    const draft: DraftManuscript = { paragraphs: [], truths: [] }
    assert.match((await refuse('bare.md', String(contentOf('txt', draft, 1, 'en')))).message, /no text/)
  })
})
