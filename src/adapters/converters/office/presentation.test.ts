import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { context, convert, converterFor, failure, makeSource, options, sample } from '../test/make-source.ts'
import { officeConverters } from './index.ts'
import { pptConverter } from './presentation.ts'
import { makeOpenDocument, makePptx, shape } from './test/make-office.ts'

const pptx = converterFor(officeConverters(), 'pptx')

test('slides are pages in the order of the presentation, titles first, notes below', async () => {
  const bytes = makePptx(
    [
      { shapes: shape('Late title words', 'body') + shape('Of bees', 'title'), notes: 'Say hello.' },
      { shapes: shape('No title here') },
    ],
    'The deck',
  )
  const { markdown, pages, title } = await convert(pptx, makeSource('a.pptx', bytes))
  assert.equal(title, 'The deck')
  assert.deepEqual(
    pages.map(page => [page.number, page.label, markdown.slice(page.start, page.end)]),
    [
      [1, null, '## Of bees\n\nLate title words\n\n### Notes\n\nSay hello.\n'],
      [2, null, '## Slide 2\n\nNo title here\n'],
    ],
  )
})

test('a presentation without words is empty', async () => {
  await assert.rejects(
    convert(pptx, makeSource('a.pptx', makePptx([{ shapes: '' }]))),
    failure('invalid', 'NO_TEXT', /a\.pptx/),
  )
})

test('an OpenDocument presentation has pages too', async () => {
  const page = (title: string, text: string) =>
    `<draw:page draw:name="p"><draw:frame presentation:class="title"><draw:text-box><text:p>${title}</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`
  const bytes = makeOpenDocument('presentation', page('Of bees', 'They fly.') + page('Of wax', 'It melts.'))
  const { markdown, pages } = await convert(
    converterFor(officeConverters(), 'odp'),
    makeSource('a.odp', bytes),
  )
  assert.equal(pages.length, 2)
  const [first, second] = pages.map(({ start, end }) => markdown.slice(start, end))
  assert.equal(first, '## Of bees\n\nThey fly.\n')
  assert.equal(second, '## Of wax\n\nIt melts.\n')
})

const markitdown = sample('markitdown/test.pptx')
test('a real presentation gives tables, chart numbers and captions', { skip: markitdown.skip }, async () => {
  const { markdown, pages } = await convert(pptx, markitdown.read())
  assert.equal(pages.length, 6)
  assert.match(markdown, /\| 7 \| 8 \| 9 \| 1b92870d-e3b5-4e65-8153-919f4ff45592 \|/)
  const chart = pages[3]
  assert.match(
    markdown.slice(chart?.start, chart?.end),
    /a3f6004b-6f4f-4ea8-bee3-3741f4dc385f\n\n\| {2}\| Series 1 \|/,
  )
  assert.match(markdown, /This phrase of the caption is Human-written\./)
})

for (const [path, words] of [
  ['docling/powerpoint_malformed_pictures.pptx', /Slide With Dangling Rel/],
  ['unstructured/fake-power-point-malformed.pptx', /Test Slide/],
] as const) {
  const broken = sample(path)
  test(`${path} still gives its words`, { skip: broken.skip }, async () => {
    const { markdown } = await convert(pptx, broken.read())
    assert.match(markdown, words)
  })
}

test('slide numbers, dates and footers are not part of the text', async () => {
  const field = '<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld><a:r><a:t>of bees</a:t></a:r></a:p>'
  const shapes = [
    shape('Hive', 'title'),
    shape('Wax and honey.'),
    shape('12', 'sldNum'),
    shape('1 May 2026', 'dt'),
    shape('Institute of Bees', 'ftr'),
    shape('x').replace(/<a:p>.*<\/a:p>/, field),
  ].join('')
  const { markdown } = await convert(
    pptx,
    makeSource('a.pptx', makePptx([{ shapes, notes: 'Say it slowly.' }])),
  )
  assert.equal(markdown, '## Hive\n\nWax and honey.\n\nof bees\n\n### Notes\n\nSay it slowly.\n')
})

test('merged cells of a slide are repeated', async () => {
  const cell = (text: string, merged = '') =>
    `<a:tc${merged}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
  const rows = [
    `<a:tr>${cell('Kind', ' rowSpan="2"')}${cell('Size', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr>`,
    `<a:tr>${cell('', ' vMerge="1"')}${cell('wide')}${cell('high')}</a:tr>`,
  ].join('')
  const table = `<p:graphicFrame><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl>${rows}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
  const { markdown } = await convert(pptx, makeSource('a.pptx', makePptx([{ shapes: table }])))
  assert.match(markdown, /\| Kind \| Size \| Size \|\n\| --- .*\n\| Kind \| wide \| high \|/)
})

test('a presentation is named by its properties, else by its slides, else by its file', async () => {
  const titleOf = async (slides: string[], properties: string) => {
    const bytes = makePptx(
      slides.map(shapes => ({ shapes })),
      properties,
    )
    return (await convert(pptx, makeSource('deck.pptx', bytes))).title
  }
  assert.equal(await titleOf([shape('Hive', 'title')], 'Of bees'), 'Of bees')
  assert.equal(await titleOf([shape('Hive', 'title')], 'PowerPoint Presentation'), 'Hive')
  assert.equal(await titleOf([shape('Words.'), shape('Wax', 'title')], ''), 'Wax')
  assert.equal(await titleOf([shape('Words.')], 'Slide 1'), 'deck.pptx')
})

const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(100)])

/** Replaces LibreOffice: a program that gets the same arguments. */
async function withProgram(
  script: string,
  run: (program: string, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-test-'))
  try {
    const program = join(folder, 'soffice')
    await writeFile(program, `#!/bin/sh\n${script}\n`)
    await chmod(program, 0o755)
    await run(program, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('PPT without LibreOffice says what is needed', async () => {
  const ppt = pptConverter({ commands: ['quire-no-such-office'], timeoutMs: 1000 })
  await assert.rejects(
    convert(ppt, makeSource('a.ppt', compound)),
    failure('unsupported', 'UNSUPPORTED_FORMAT', /PPT needs LibreOffice/),
  )
  await assert.rejects(
    convert(ppt, makeSource('a.ppt', 'text')),
    failure('invalid', 'BROKEN_SOURCE', /a\.ppt/),
  )
})

test('PPT goes through LibreOffice, in a folder of its own that is removed', async () => {
  await withProgram(
    'cp "$(dirname "$0")/made.pptx" "$7/slides.pptx"; echo "$7" > "$(dirname "$0")/where"',
    async (program, folder) => {
      await writeFile(
        join(folder, 'made.pptx'),
        makePptx([{ shapes: shape('Of bees', 'title') + shape('They fly.') }]),
      )
      const ppt = pptConverter({ commands: ['quire-no-such-office', program], timeoutMs: 600_000 })
      const { markdown, fileType, pages } = await convert(ppt, makeSource('a.ppt', compound))
      assert.deepEqual([markdown, fileType, pages.length], ['## Of bees\n\nThey fly.\n', 'ppt', 1])
      const where = (await readFile(join(folder, 'where'), 'utf8')).trim()
      assert.ok(where.length > 0 && !existsSync(where), where)
    },
  )
})

test('a LibreOffice that fails is a broken source', async () => {
  await withProgram('exit 1', async program => {
    const ppt = pptConverter({ commands: [program], timeoutMs: 600_000 })
    await assert.rejects(
      convert(ppt, makeSource('a.ppt', compound)),
      failure('invalid', 'BROKEN_SOURCE', /could not be opened by LibreOffice/),
    )
  })
})

/** A program that hangs in a process of its own, as LibreOffice starts one, and reports its id. */
const hanging = 'sleep 900 & echo $! > "$(dirname "$0")/pid"; wait'

async function untilGone(folder: string, signal: AbortSignal): Promise<void> {
  // On a busy machine it may be killed before it starts anything.
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'))
  while (pid > 0 && isRunning(pid)) await setTimeout(5, null, { signal })
}

/** A killed process without a parent stays in the process table for a while, as a zombie. */
function isRunning(pid: number): boolean {
  const status = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  return status !== '' && !/\) [ZX] /.test(status)
}

async function untilStarted(folder: string, signal: AbortSignal): Promise<void> {
  while (!existsSync(join(folder, 'pid')) || readFileSync(join(folder, 'pid'), 'utf8') === '')
    await setTimeout(5, null, { signal })
}

const onLinux = {
  skip: existsSync('/proc/self/stat') ? false : 'processes are counted by /proc',
  timeout: 600_000,
}

test('a LibreOffice that takes too long is ended with all it started', onLinux, async ({ signal }) => {
  await withProgram(hanging, async (program, folder) => {
    const ppt = pptConverter({ commands: [program], timeoutMs: 1000 })
    await assert.rejects(
      convert(ppt, makeSource('a.ppt', compound)),
      failure('timeout', 'CONVERSION_TIMEOUT', /LibreOffice did not finish/),
    )
    await untilGone(folder, signal)
  })
})

test('a LibreOffice is ended with all it started when the call is cancelled', onLinux, async ({ signal }) => {
  await withProgram(hanging, async (program, folder) => {
    const controller = new AbortController()
    const ppt = pptConverter({ commands: [program], timeoutMs: 600_000 })
    const work = ppt.convert(makeSource('a.ppt', compound), options, {
      ...context(),
      signal: controller.signal,
    })
    work.catch(() => {})
    await untilStarted(folder, signal)
    controller.abort()
    await assert.rejects(work, failure('cancelled', 'CANCELLED', /./))
    await untilGone(folder, signal)
  })
})

test(
  'a LibreOffice is ended with all it started when our own process is killed',
  onLinux,
  async ({ signal }) => {
    await withProgram(hanging, async (program, folder) => {
      const door = new URL('./run-libre-office.ts', import.meta.url).href
      const run = { commands: [program], timeoutMs: 600_000, folder, file: 'a.ppt', format: 'pptx' }
      const script = `import { runLibreOffice } from ${JSON.stringify(door)}; await runLibreOffice(${JSON.stringify(run)}, new AbortController().signal)`
      const owner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
      await untilStarted(folder, signal)
      owner.kill('SIGKILL')
      await untilGone(folder, signal)
    })
  },
)
