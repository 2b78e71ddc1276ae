import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'

const root = join(import.meta.dirname, '../..')

/** The launcher in a package of its own, with this program, started by a Node that gives itself out as another version. */
async function launch(t: TestContext, { version, program }: { version: string; program: string }) {
  const base = await mkdtemp(join(tmpdir(), 'quire-launcher-'))
  t.after(() => rm(base, { recursive: true, force: true }))
  const folder = join(base, 'node_modules', 'quire-mcp')
  await mkdir(join(folder, 'dist', 'program'), { recursive: true })
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'dist', 'program', 'main.js'), program)
  const disguise = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
    Object.defineProperty(process, 'version', { value: 'v${version}' })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`]
  return new Promise<{ code: unknown; stdout: string; stderr: string }>(resolve =>
    execFile(process.execPath, [...args, join(folder, 'bin', 'quire.js')], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  )
}

const greeting = 'console.log("started")'

for (const version of ['20.20.2', '22.18.0'])
  test(`Node ${version} prints in one sentence what to do`, async t => {
    const { code, stdout, stderr } = await launch(t, { version, program: greeting })
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      new RegExp(`^Quire needs Node\\.js 22\\.19 or newer and this is v${version}: install it .*\\.\n$`),
    )
  })

for (const version of ['22.19.0', '22.23.3', '24.0.0', '26.1.0'])
  test(`Node ${version} starts the program`, async t => {
    assert.deepEqual(await launch(t, { version, program: greeting }), {
      code: 0,
      stdout: 'started\n',
      stderr: '',
    })
  })

test('that SQLite is experimental in Node 22 is not shown; every other warning is', async t => {
  const notice = 'SQLite is an experimental feature and might change at any time'
  const program = `
    process.emitWarning(${JSON.stringify(notice)}, 'ExperimentalWarning')
    process.emitWarning('Wind is an experimental feature', 'ExperimentalWarning')
    process.emitWarning('Something else is wrong')`
  const { stderr } = await launch(t, { version: '22.19.0', program })
  assert.doesNotMatch(stderr, /SQLite/)
  assert.match(stderr, /ExperimentalWarning: Wind/)
  assert.match(stderr, /Warning: Something else is wrong/)
})
