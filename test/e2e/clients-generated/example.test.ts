import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { launcher, spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

test('Y-CODE-2 the worked example writes a note whose quotations are verified and cited, and keeps the rest in files', async t => {
  const home = await temporaryHome(t)
  const folder = await mkdtemp(join(tmpdir(), 'quire-example-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  await copyFile(join(root, 'examples/cited-note/write-note.ts'), join(folder, 'write-note.ts'))
  await run(process.execPath, [launcher, 'generate', '--out', join(folder, 'servers'), '--home', home])
  const samples = join(root, 'samples')
  const server = spawnQuire(t, ['serve', '--port', '0', '--json', '--root', samples], { home })
  const [, url = ''] = await server.until(/"url":"([^"]+)"/)

  const sources = ['field-guide.pdf', 'letterpress.html'].map(name => join(samples, name))
  const { stdout } = await run(
    process.execPath,
    ['write-note.ts', 'Why does old paper turn brown?', ...sources],
    { cwd: folder, env: { ...process.env, QUIRE_URL: url } },
  )
  assert.equal(stdout.trim().split('\n').length, 3)
  assert.match(stdout, /^2 sources: indexed, indexed$/m)

  const note = await readFile(join(folder, 'work/note.md'), 'utf8')
  const quoted = note.match(/^\d+\. “.+” \(\[.+\]\(.+\)\)$/gm) ?? []
  assert.ok(quoted.length >= 3, note)
  assert.match(note, /, p\. \w+\]\(/)
  const verdicts = JSON.parse(await readFile(join(folder, 'work/3-verdicts.json'), 'utf8'))
  assert.equal(
    verdicts.filter(({ verdict }: { verdict: string }) => verdict === 'exact').length,
    quoted.length,
  )
  const passages = await readFile(join(folder, 'work/2-passages.json'), 'utf8')
  assert.ok(passages.length > 5 * stdout.length)
})
