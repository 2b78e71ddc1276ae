import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openTable } from '../../../src/adapters/converters/index.ts'
import type { Order, Report } from '../../../src/adapters/converters/isolate/messages.ts'
import { loadConverter } from '../../../src/adapters/converters/load-converter.ts'
import { officeConverters } from '../../../src/adapters/converters/office/index.ts'
import { makePdf } from '../../../src/adapters/converters/pdf/test/make-pdf.ts'
import { makeSource, options } from '../../../src/adapters/converters/test/make-source.ts'
import { webConverters } from '../../../src/adapters/converters/web/index.ts'

const setup = { tesseractPath: null, transcription: null }

/** Prints the URL of every loaded module. */
const listing = `import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
process.on('exit', () => console.log(loaded.join('\\n')))`

async function modulesToRead(converter: string, content: string | Uint8Array): Promise<string[]> {
  const program = new URL('../../../src/adapters/converters/isolate/child.ts', import.meta.url)
  const child = fork(fileURLToPath(program), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: ['--no-warnings', '--import', `data:text/javascript,${encodeURIComponent(listing)}`],
  })
  const printed = child.stdout === null ? '' : text(child.stdout)
  const exited = once(child, 'exit')
  const outcome = new Promise<Report['kind']>(resolve => {
    child.on('message', ({ kind }: Report) => kind !== 'prepared' && kind !== 'progress' && resolve(kind))
  })
  const orders: Order[] = [
    { kind: 'prepare', setup, converter, isShared: true },
    { kind: 'convert', converter, raw: makeSource(`page.${converter}`, Buffer.from(content)), options },
  ]
  for (const order of orders) child.send(order)
  const kind = await outcome
  child.disconnect()
  await exited
  assert.equal(kind, 'converted')
  return (await printed).trim().split('\n')
}

test('a child loads the converter of its source and none of the others', async () => {
  const modules = await modulesToRead('html', '<h1>Bees</h1><p>They fly.</p>')
  assert.ok(modules.some(url => url.endsWith('/converters/web/html.ts')))
  assert.deepEqual(
    modules.filter(url => /\/converters\/(pdf|office|ocr|audio|archive)\/|\/converters\/index\.ts/.test(url)),
    [],
  )
})

test('what reads XML does not load what fetches pages', async () => {
  const modules = await modulesToRead('xml', '<hive><bee>Anna</bee></hive>')
  assert.ok(modules.some(url => url.includes('/node_modules/cheerio/')))
  assert.deepEqual(
    modules.filter(url => url.includes('/node_modules/undici/')),
    [],
  )
})

test('what reads PDFs does not load what draws them', async () => {
  const pdf = makePdf({ pages: [{ lines: [{ text: 'Bees fly in summer.', x: 72, y: 300 }] }] })
  const modules = await modulesToRead('pdf', pdf)
  assert.ok(modules.some(url => url.includes('/node_modules/pdfjs-dist/')))
  assert.deepEqual(
    modules.filter(url => /canvas/.test(url)),
    [],
  )
})

test('a converter that is loaded alone is the one of the table', async () => {
  const table = openTable(setup)
  const names = [...officeConverters(), ...webConverters].map(({ name }) => name)
  for (const name of ['pdf', 'image', 'zip', ...names]) {
    const alone = await loadConverter(name, { setup, means: {} })
    const row = table.get(name)
    assert.ok(alone !== null && row !== null, name)
    for (const field of ['name', 'version', 'formats', 'isolated', 'sharesChild'] as const)
      assert.deepEqual(alone[field], row[field], `${field} of ${name}`)
  }
  for (const name of ['constructor', 'no-such'])
    assert.equal(await loadConverter(name, { setup, means: {} }), null)
})
