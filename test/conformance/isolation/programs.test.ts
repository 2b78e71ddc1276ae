import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createChildPool } from '../../../src/adapters/converters/isolate/child-pool.ts'
import { makeScan } from '../../../src/adapters/converters/ocr/test/make-scan.ts'
import { makePptx, shape } from '../../../src/adapters/converters/office/test/make-office.ts'
import { makeSource } from '../../../src/adapters/converters/test/make-source.ts'

const opened: { close(): Promise<void> }[] = []
function openPool(options: { tesseractPath: string | null; path: string }) {
  const pool = createChildPool({
    setup: { tesseractPath: options.tesseractPath, transcription: null },
    limits: { timeMs: 300_000, memoryBytes: 1_500_000_000 },
    size: 1,
    environment: { PATH: options.path },
    observe: () => {},
  })
  opened.push(pool)
  return pool
}
const context = () => ({ signal: new AbortController().signal, progress: () => {} })
const options = { password: null, ocrLanguages: ['en'] }
const systemPath = '/usr/local/bin:/usr/bin:/bin'

describe('programs that a converting process needs', () => {
  after(() => Promise.all(opened.map(pool => pool.close())))

  for (const tesseractPath of ['tesseract', null])
    test(`pictures are read by ${tesseractPath ?? 'the module'} for a process that may start nothing`, async () => {
      if (tesseractPath !== null && !existsSync('/usr/bin/tesseract')) return
      const { png } = await makeScan([{ text: 'Words in a picture', x: 40, y: 50, size: 16 }])
      const pool = openPool({ tesseractPath, path: systemPath })
      const { markdown } = await pool.convert(
        { converter: 'image', raw: makeSource('a.png', png), options },
        context(),
      )
      assert.match(markdown, /Words in a picture/)
    })

  test('LibreOffice gets the file, a folder of its own and no variables but where programs are', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-office-'))
    try {
      await writeFile(
        join(folder, 'made.pptx'),
        makePptx([{ shapes: shape('Of bees', 'title') + shape('They fly.') }]),
      )
      const script = `#!/bin/sh\ncp ${folder}/made.pptx "$7/slides.pptx"\nenv | cut -d= -f1 | sort | tr '\\n' ' ' > ${folder}/environment\n`
      await writeFile(join(folder, 'soffice'), script)
      await chmod(join(folder, 'soffice'), 0o755)
      const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
      const pool = openPool({ tesseractPath: null, path: `${folder}:${systemPath}` })
      const request = { converter: 'ppt', raw: makeSource('a.ppt', compound), options }
      const { markdown } = await pool.convert(request, context())
      assert.equal(markdown, '## Of bees\n\nThey fly.\n')
      const seen = (await readFile(join(folder, 'environment'), 'utf8')).trim().split(' ')
      assert.deepEqual(
        seen.filter(name => !['PATH', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name)),
        [],
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
