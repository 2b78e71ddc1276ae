import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makePdf } from '../../../src/adapters/converters/pdf/test/make-pdf.ts'
import { decodePng } from '../../../src/adapters/converters/pictures/png.ts'
import { openCli } from '../../contract/cli/run-cli.ts'

const column = (words: string, x: number) =>
  Array.from({ length: 12 }, (_, at) => ({ text: `${words} of line ${at + 1} goes on`, x, y: 120 + 12 * at }))
const pages = [{ lines: [...column('The left column', 72), ...column('The right column', 320)] }]

test('D-LAYOUT-1 quire show draws the regions of a page and prints the orders that were compared', async t => {
  const cli = await openCli(t)
  const path = join(cli.folder, 'columns.pdf')
  await writeFile(path, makePdf({ pages }))
  const { doc_id } = (await cli.json('ingest', path)) as { doc_id: string }
  const shown = await cli.run('show', doc_id, '--page', '1', '--layout', 'page.png')
  assert.equal(shown.exitCode, 0, shown.stderr)
  assert.match(shown.stdout, /^Orders: .*drawn -?\d.*\(chosen\)/)
  assert.match(shown.stdout, /1 {2}body .*The left column of line 1 goes on\n2 {2}body .*The right column/)
  assert.match(shown.stderr, /Page 1 was written to page\.png/)
  const { width, pixels } = decodePng(await readFile(join(cli.folder, 'page.png')))
  assert.equal(width, 1600)
  assert.ok(
    pixels.some((value, at) => at % 4 === 0 && value === 200 && pixels[at + 1] === 0),
    'red frames',
  )
  const facts = (await cli.json('show', doc_id, '--page', '1', '--layout', 'page.png')) as {
    chosen: string
    regions: { role: string }[]
  }
  assert.deepEqual([facts.regions.length, facts.regions[0]?.role], [2, 'body'])

  const text = await cli.run('show', doc_id)
  assert.match(text.stdout, /The left column of line 1 goes on/)
  const onePage = await cli.run('show', doc_id, '--page', '1')
  assert.match(onePage.stdout, /^The left column of line 1 goes on/)
  const failures = [
    [['--page', '2', '--layout', 'x.png'], /There is no page 2: the file has 1 pages/],
    [['--page', '1', '--layout', 'none/x.png'], /cannot be written to 'none\/x\.png'/],
    [['--layout', 'x.png'], /--layout needs a file and --page a number/],
    [['--page', '2'], /There is no page 2: the document has 1/],
  ] as const
  for (const [flags, message] of failures) {
    const failed = await cli.run('show', doc_id, ...flags)
    assert.notEqual(failed.exitCode, 0)
    assert.match(failed.stderr, message)
  }
  await writeFile(path, makePdf({ pages, title: 'Changed' }))
  const changed = await cli.run('show', doc_id, '--page', '1', '--layout', 'page.png')
  assert.match(changed.stderr, /has changed since it was ingested/)
})
