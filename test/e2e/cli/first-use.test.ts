import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { makePdf } from '../../../src/adapters/converters/pdf/test/make-pdf.ts'
import { spawnQuire, temporaryHome } from './spawn-quire.ts'

type Given = { home: string; env?: Record<string, string>; stdin?: string }

async function run(t: TestContext, given: Given, ...argv: string[]) {
  const quire = spawnQuire(t, argv, given)
  quire.child.stdin.end(given.stdin ?? '')
  const { exitCode } = await quire.ended
  return { exitCode, stdout: quire.stdout(), stderr: quire.stderr() }
}

/** A PDF of five pages; the first two have Roman page numbers. */
async function writeBook(home: string): Promise<string> {
  const words = ['first', 'second', 'third', 'fourth', 'fifth']
  const pages = words.map(word => ({
    lines: [{ text: `The ${word} mill of the valley burned down in the winter.`, x: 72, y: 100 }],
  }))
  const path = join(home, 'mills.pdf')
  await writeFile(path, makePdf({ pages, labels: '[0 <</S/r>> 2 <</S/D>>]', title: 'Mills' }))
  return path
}

test('verify exits with 0 for the right page, 8 for a wrong one and 4 for words that are not there', async t => {
  const home = await temporaryHome(t)
  assert.equal((await run(t, { home }, 'ingest', await writeBook(home))).exitCode, 0)
  const quote = 'The fifth mill of the valley burned down'
  const verify = (...more: string[]) => run(t, { home }, 'verify', quote, ...more)
  const wrong = await verify('--page', '200')
  assert.equal(wrong.exitCode, 8)
  assert.match(
    wrong.stdout,
    /^wrong page {2}It is not on page 200, but on printed page 3 \(PDF page 5\)\.\nexact\n/,
  )
  const printed = await verify('--page', '3')
  assert.deepEqual(
    [printed.exitCode, printed.stdout.split('\n')[0]],
    [0, 'exact  It is on printed page 3 (PDF page 5).'],
  )
  const counted = await verify('--page', '5', '--json')
  assert.equal(counted.exitCode, 0)
  assert.equal(JSON.parse(counted.stdout).page_check.matched, 'pdf')
  assert.equal((await verify('--page', '200', '--json')).exitCode, 8)
  assert.equal(
    (await run(t, { home }, 'verify', 'Nobody wrote these seven words here', '--page', '3')).exitCode,
    4,
  )
})

test('a search without a relevant hit prints no score', async t => {
  const home = await temporaryHome(t)
  await run(t, { home }, 'ingest', await writeBook(home))
  const { exitCode, stdout } = await run(t, { home }, 'search', 'zebra quantum lasagne')
  assert.equal(exitCode, 0)
  assert.doesNotMatch(stdout, /\d\.\d\d/)
})

test('quire open hands the source to the opener of the system, at its page and without a shell', {
  skip: platform() !== 'linux' && 'xdg-open belongs to Linux',
}, async t => {
  const home = await temporaryHome(t)
  const bin = join(home, 'bin')
  await mkdir(bin)
  const seen = join(home, 'seen')
  await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s|' "$#" "$@" > '${seen}'\n`)
  await chmod(join(bin, 'xdg-open'), 0o755)
  const folder = join(home, 'a $(touch pwned); b')
  await mkdir(folder)
  const book = join(folder, 'mills.pdf')
  await writeFile(book, await readFile(await writeBook(home)))
  await run(t, { home }, 'ingest', book)
  const found = JSON.parse((await run(t, { home }, 'search', 'fourth mill', '--json')).stdout)
  const hit = found.results.find(({ content }: { content: string }) => content.includes('fourth'))
  const address = `${pathToFileURL(book).href}#page=${hit.page}`

  const env = { PATH: `${bin}:${process.env.PATH}`, DISPLAY: ':0' }
  const shown = await run(t, { home, env }, 'open', hit.chunk_id)
  assert.deepEqual([shown.exitCode, shown.stdout], [0, `opened  ${address}\n`])
  assert.equal(await readFile(seen, 'utf8'), `1|${address}|`)
  await run(t, { home, env }, 'open', hit.doc_id, '--page', '2')
  assert.match(await readFile(seen, 'utf8'), /#page=2\|$/)

  const blind = await run(t, { home }, 'open', hit.chunk_id)
  assert.deepEqual([blind.exitCode, blind.stdout], [0, `${address}\n`])
  assert.match(blind.stderr, /no display/)
  const script = join(home, 'run-me.py')
  await writeFile(script, 'print("hello")\n')
  await run(t, { home }, 'ingest', script)
  await writeFile(seen, '')
  const refused = await run(t, { home, env }, 'open', pathToFileURL(script).href)
  assert.match(refused.stderr, /It is not a document/)
  assert.equal(await readFile(seen, 'utf8'), '')
})

test('a list of objects is taken whole, from a file and from a pipe', async t => {
  const home = await temporaryHome(t)
  await run(t, { home }, 'project', 'add', 'thesis')
  const body = JSON.stringify([{ id: 'a' }, { id: 'b' }])
  const file = join(home, 'items.json')
  await writeFile(file, body)
  for (const [stdin, word] of [
    ['', body],
    ['', `@${file}`],
    [body, '-'],
  ] as const) {
    const { exitCode, stderr } = await run(
      t,
      { home, stdin },
      'citations',
      'store-chunks',
      'thesis',
      '--items',
      word,
    )
    assert.equal(exitCode, 2, stderr)
    // Both items were parsed: the error names what is missing in each.
    assert.match(stderr, /items\.0\.\w+ is missing/, word)
    assert.match(stderr, /items\.1\.\w+ is missing/, word)
    assert.doesNotMatch(stderr, /Invalid input|expected/)
  }
})

test('a run stopped with Ctrl-C counts what is stored and says how to go on', async t => {
  const home = await temporaryHome(t)
  const folder = join(home, 'many')
  await mkdir(folder)
  for (let index = 0; index < 400; index++)
    await writeFile(join(folder, `${index}.md`), `# Note ${index}\n\nText.`)
  const quire = spawnQuire(t, ['ingest', folder], { home })
  await quire.until(/\d+\/400 documents, \d+ s/, 'stderr')
  quire.child.kill('SIGINT')
  assert.deepEqual(await quire.ended, { exitCode: 130, signal: null })
  const told = /stopped: Ingest .*many: (\d+) of 400 documents stored/.exec(quire.stderr())
  assert.match(
    quire.stderr(),
    /hint: {2}Run the same command again to continue: stored documents are skipped\./,
  )
  const { total } = JSON.parse((await run(t, { home }, 'list', '--json')).stdout)
  assert.equal(total, Number(told?.[1]))
  assert.ok(total < 400)
  const again = JSON.parse((await run(t, { home }, 'ingest', folder, '--json')).stdout)
  assert.deepEqual([again.skipped, again.indexed], [total, 400 - total])
})

test('a missing or unknown argument is named the same way at a shell', async t => {
  const home = await temporaryHome(t)
  const unknown = await run(
    t,
    { home },
    'system',
    'call-tool',
    'search',
    '--arguments',
    '{"query":"x","limit":3}',
  )
  assert.equal(unknown.exitCode, 2)
  assert.match(unknown.stderr, /Unknown parameter: limit\. The parameters are: .*top_k|--top-k/)
  const missing = await run(t, { home }, 'system', 'call-tool', 'search', '--arguments', '{}')
  assert.match(missing.stderr, /query is missing: a question or keywords/)
})
