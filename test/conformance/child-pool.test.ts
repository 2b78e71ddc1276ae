import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { createChildPool, type PoolOptions } from '../../src/adapters/converters/isolate/child-pool.ts'
import type { ChildUse } from '../../src/adapters/converters/isolate/isolated-child.ts'
import { makePdf } from '../../src/adapters/converters/pdf/test/make-pdf.ts'
import { decodePng } from '../../src/adapters/converters/pictures/png.ts'
import { failure, makeSource } from '../../src/adapters/converters/test/make-source.ts'
import type { Progress } from '../../src/core/model/progress.ts'

const pdf = makePdf({
  pages: Array.from({ length: 45 }, (_, index) => ({
    lines: [{ text: `Words of page ${index + 1}, enough of them`, x: 72, y: 300 }],
  })),
})
const opened: { close(): Promise<void> }[] = []
const openPool = (options: Partial<PoolOptions> = {}) => {
  const pool = createChildPool({
    setup: { tesseractPath: null, transcription: null },
    limits: { timeMs: 600_000, memoryBytes: 1_500_000_000 },
    size: 1,
    environment: {},
    observe: () => {},
    ...options,
  })
  opened.push(pool)
  return pool
}
const request = {
  converter: 'pdf',
  raw: makeSource('tea.pdf', pdf),
  options: { password: null, ocrLanguages: ['en'] },
}
const context = (signal = new AbortController().signal) => ({ signal, progress: () => {} })

describe('isolated conversions', () => {
  after(() => Promise.all(opened.map(pool => pool.close())))

  test('give what the converter gives, with progress on the way, and say what they used', async () => {
    const steps: Progress[] = []
    const uses: ChildUse[] = []
    const pool = openPool({ observe: use => uses.push(use) })
    const signal = new AbortController().signal
    const converted = await pool.convert(request, { signal, progress: step => steps.push(step) })
    assert.equal(converted.pages.length, 45)
    assert.ok(steps.length >= 2 && steps.every(step => step.total === 45))
    assert.deepEqual(
      uses.map(use => use.name),
      ['tea.pdf'],
    )
  })

  test('a Failure keeps its code, hint and kind across the border', async () => {
    const pool = openPool()
    const raw = makeSource('secret.pdf', makePdf({ pages: [{}], userPassword: 'leaf' }))
    await assert.rejects(
      pool.convert({ ...request, raw }, context()),
      failure('invalid', 'PASSWORD_REQUIRED', /password/),
    )
  })

  test('a cancelled conversion does not cost the next one', async () => {
    const pool = openPool()
    await pool.convert(request, context())
    const impatient = new AbortController()
    const stopped = pool.convert(request, context(impatient.signal))
    impatient.abort()
    await assert.rejects(stopped, failure('cancelled', 'CANCELLED', /cancelled/))
    assert.equal((await pool.convert(request, context())).pages.length, 45)
  })

  test('a page is drawn in a child, with its failures, and can be cancelled', async () => {
    const uses: ChildUse[] = []
    const pool = openPool({ observe: use => uses.push(use) })
    const show = { kind: 'rects', rects: [{ x0: 72, y0: 280, x1: 200, y1: 310 }] } as const
    const drawing = { page: 2, width: 300, show }
    const { png, order } = await pool.draw({ ...request, drawing }, context())
    assert.deepEqual([decodePng(png).width, order], [300, null])
    assert.ok(uses[0]?.pid !== process.pid)
    await assert.rejects(
      pool.draw({ ...request, drawing: { ...drawing, page: 46 } }, context()),
      failure('not_found', 'PAGE_NOT_FOUND', /45 pages/),
    )
    const impatient = new AbortController()
    const stopped = pool.draw({ ...request, drawing }, context(impatient.signal))
    impatient.abort()
    await assert.rejects(stopped, failure('cancelled', 'CANCELLED', /cancelled/))
  })

  test('what does not get forward is stopped', async () => {
    const pool = openPool({ limits: { timeMs: 1, memoryBytes: 1_500_000_000 } })
    await assert.rejects(
      pool.convert(request, context()),
      failure('timeout', 'CONVERSION_TIMEOUT', /tea\.pdf/),
    )
  })

  test('what holds too much memory is stopped', async () => {
    const pool = openPool({ limits: { timeMs: 600_000, memoryBytes: 40_000_000 } })
    await assert.rejects(
      pool.convert(request, context()),
      failure('too_large', 'CONVERSION_MEMORY', /tea\.pdf/),
    )
  })

  test('a child that dies is a Failure, not our end', async () => {
    const pool = openPool()
    const uses = pool.convert(
      {
        ...request,
        raw: makeSource(
          'tea.pdf',
          makePdf({
            pages: Array.from({ length: 3000 }, () => ({ lines: [{ text: 'x'.repeat(60), x: 9, y: 300 }] })),
          }),
        ),
      },
      { signal: new AbortController().signal, progress: () => pool.close() },
    )
    await assert.rejects(uses, failure('invalid', 'CONVERSION_CRASHED', /tea\.pdf.*SIGKILL/))
  })

  test('no more children work at once than allowed, and those who wait may leave', async () => {
    const pool = openPool({ size: 1 })
    const first = pool.convert(request, context())
    const leaving = new AbortController()
    const second = pool.convert(request, context(leaving.signal))
    const third = pool.convert(request, context())
    leaving.abort()
    await assert.rejects(second, failure('cancelled', 'CANCELLED', /cancelled/))
    assert.equal((await first).pages.length, 45)
    assert.equal((await third).pages.length, 45)
  })

  test('a closed pool converts nothing more', async () => {
    const pool = openPool()
    await pool.close()
    await assert.rejects(
      pool.convert(request, context()),
      failure('unavailable', 'SHUTTING_DOWN', /shutting down/),
    )
  })

  test('a program with an idle child ends by itself, and the child with it', async () => {
    const index = new URL('../../src/adapters/converters/index.ts', import.meta.url)
    const program = `
      import { createConverters } from ${JSON.stringify(index.href)}
      import { execFileSync } from 'node:child_process'
      const converters = createConverters()
      const bytes = Buffer.from('<html><body><p>Words of a page, enough of them</p></body></html>')
      const raw = { source: 'a.html', name: 'a.html', bytes, mediaType: null, charset: null, lastModified: null, fileType: null }
      await converters.convert(raw, { password: null, ocrLanguages: [] }, { signal: new AbortController().signal, progress: () => {} })
      const { readFileSync } = await import('node:fs')
      process.stdout.write(readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim())
    `
    if (!existsSync('/proc/self/task')) return
    const child = spawn(process.execPath, ['--input-type=module', '--no-warnings', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString()
    })
    const [code] = await once(child, 'close')
    assert.equal(code, 0)
    assert.match(output, /^\d+$/, 'nothing but the pid of the one child stands on stdout')
    // The child notices the end of this process through its channel; it has ended when its folder is gone.
    const deadline = Date.now() + 600_000
    while (existsSync(`/proc/${output}/fd/0`) && Date.now() < deadline) await once(spawn('true'), 'close')
    assert.ok(!existsSync(`/proc/${output}/fd/0`))
  })
})
