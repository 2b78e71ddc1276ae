import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { after, test } from 'node:test'
import { temporaryPrefix } from '../../../src/adapters/confine/confine.ts'
import { createChildPool } from '../../../src/adapters/converters/isolate/child-pool.ts'
import { makeSource, options } from '../../../src/adapters/converters/test/make-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-compiled-'))
after(() => rmSync(folder, { recursive: true, force: true }))
// Has no effect where a whole run has a compile cache already.
enableCompileCache(join(folder, 'cache'))
process.env.TMPDIR = folder

async function convertPage(): Promise<string> {
  const pool = createChildPool({
    setup: { tesseractPath: null, transcription: null },
    limits: { timeMs: 600_000, memoryBytes: 1_500_000_000 },
    size: 1,
    environment: {},
    observe: () => {},
  })
  try {
    const raw = makeSource('page.html', Buffer.from('<h1>Bees</h1><p>They fly.</p>'))
    const { signal } = new AbortController()
    const request = { converter: 'html', sharesChild: true, raw, options }
    return (await pool.convert(request, { signal, progress: () => {} })).markdown
  } finally {
    await pool.close()
  }
}

/** The kept modules of this converter with their hashes. */
function kept(): Map<string, string> {
  const files = readdirSync(join(getCompileCacheDir() ?? '', 'converters'), {
    recursive: true,
    withFileTypes: true,
  })
  return new Map(
    files
      .filter(file => file.isFile() && file.parentPath.split(sep).includes('html'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map(path => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}

test('children keep the modules that they compiled, and replace only those that do not fit', async t => {
  const markdown = await convertPage()
  const first = kept()
  assert.ok(first.size > 20, `${first.size} modules`)

  const left = readdirSync(folder).filter(name => name.startsWith(temporaryPrefix))
  assert.deepEqual(left, [], 'children leave no folder behind')

  await t.test('a second child compiles nothing and changes nothing', async () => {
    assert.equal(await convertPage(), markdown)
    assert.deepEqual(kept(), first)
  })

  await t.test('damaged modules are compiled again', async () => {
    const damage = 'not a compiled module'
    for (const path of first.keys()) writeFileSync(path, damage)
    assert.equal(await convertPage(), markdown)
    const damaged = createHash('sha256').update(damage).digest('hex')
    const repaired = [...kept().values()].filter(hash => hash !== damaged)
    assert.ok(repaired.length > 20, `${repaired.length} modules`)
  })
})
