import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { launcher, spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'
import { calls, pythonScript, typescriptScript } from './scripts.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const python = await run('python3', ['--version']).then(
  () => 'python3',
  () => null,
)
const needsPython = { skip: python === null ? 'there is no python3 here' : false }

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-generated-'))
  // Like a project that has installed only the types of Node.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [lang, out] of [
    ['typescript', 'ts'],
    ['python', 'servers'],
  ] as const)
    await quire('generate', '--lang', lang, '--out', join(folder, out))
  await writeFile(join(folder, 'run.ts'), typescriptScript)
  await writeFile(join(folder, 'run.py'), pythonScript)
})
after(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

function quire(...argv: string[]) {
  return run(process.execPath, [launcher, ...argv, '--home', join(folder, 'home')])
}

const runTypescript = async (...argv: string[]) =>
  JSON.parse((await run(process.execPath, [join(folder, 'run.ts'), ...argv])).stdout)
const runPython = async (...argv: string[]) =>
  JSON.parse((await run(python ?? '', [join(folder, 'run.py'), ...argv], { cwd: folder })).stdout)

describe('generated modules', () => {
  test('Y-CODE-2 TypeScript modules of every tool pass the strictest checks', async () => {
    const options = {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: ['node'],
    }
    const config = { compilerOptions: options, include: ['ts', 'run.ts'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    )
  })

  test(
    'Y-CODE-2 Python modules of every tool compile and import nothing but the standard library',
    needsPython,
    async () => {
      const files = globSync('servers/**/*.py', { cwd: folder })
      assert.ok(files.length > 40)
      await run(python ?? '', ['-m', 'py_compile', ...files], { cwd: folder })
      const imported = new Set<string>()
      for (const file of files)
        for (const [, name = ''] of (await readFile(join(folder, file), 'utf8')).matchAll(
          /^(?:from|import) ([\w.]+)/gm,
        ))
          imported.add(name)
      const { stdout } = await run(python ?? '', [
        '-c',
        'import sys; print("\\n".join(sys.stdlib_module_names))',
      ])
      const standard = new Set(stdout.split('\n'))
      for (const name of imported)
        assert.ok(name.startsWith('.') || standard.has(name.split('.')[0] ?? ''), name)
    },
  )

  test('Y-CODE-4 generating again writes nothing', async () => {
    for (const [lang, out] of [
      ['typescript', 'ts'],
      ['python', 'servers'],
    ] as const) {
      const { stdout } = await quire('generate', '--lang', lang, '--out', join(folder, out), '--json')
      const { files, written, removed } = JSON.parse(stdout)
      assert.ok(files > 40)
      assert.deepEqual([written, removed], [0, 0])
    }
  })

  test(
    'Y-CODE-2 over HTTP both run the same ten and more tools with the same answers',
    needsPython,
    async t => {
      const home = await temporaryHome(t)
      const server = spawnQuire(t, ['serve', '--port', '0', '--json', '--token', 'let-me-in'], { home })
      const [, url = ''] = await server.until(/"url":"([^"]+)"/)
      const first = await runTypescript(url, 'let-me-in')
      const again = await runTypescript(url, 'let-me-in')
      const other = await runPython(url, 'let-me-in')
      assert.ok(calls.length >= 10)
      assert.deepEqual(Object.keys(again.answers), calls)
      assert.equal(first.answers.ingest_content.status, 'indexed')
      assert.deepEqual(other.answers, again.answers)
      assert.deepEqual(other.failures, again.failures)
      const denied = await runPython(url, 'wrong').catch((error: { stderr: string }) => error.stderr)
      assert.match(String(denied), /MCP tool 'ingest_content' failed with HTTP_401: /)
    },
  )

  test('Y-CODE-3 a failure is an exception with the tool, the code and the message', needsPython, async t => {
    const home = await temporaryHome(t)
    const server = spawnQuire(t, ['serve', '--port', '0', '--json'], { home })
    const [, url = ''] = await server.until(/"url":"([^"]+)"/)
    const { failures } = await runTypescript(url)
    assert.deepEqual(failures, (await runPython(url)).failures)
    assert.match(
      failures.get_document,
      /^MCP tool 'get_document' failed with DOCUMENT_NOT_FOUND: Document not found: none\./,
    )
    assert.equal(failures.get_job, `MCP tool 'get_job' failed with HTTP_ERROR: There is no job "none".`)
    assert.match(failures.get_speech, /^MCP tool 'get_speech' failed with INVALID_INPUT: Invalid input: /)
    assert.match(failures.query, /^MCP tool 'query' failed with INVALID_PROJECT: /)
  })

  test('Y-CODE-2 both also start a server of their own, and end with it', needsPython, async t => {
    const home = await temporaryHome(t)
    const command = [process.execPath, launcher, 'mcp', '--home', home, '--embedder', 'hash']
    const argv = ['stdio', ...command, '--toolsets', 'all', '--log-level', 'error']
    await runTypescript(...argv)
    const again = await runTypescript(...argv)
    assert.deepEqual(await runPython(...argv), again)
    assert.equal(again.answers.ingest_content.status, 'skipped')
  })

  test('Y-CODE-3 a server that cannot be reached is reported', needsPython, async () => {
    for (const work of [runTypescript, runPython]) {
      const error = await work('http://127.0.0.1:9').catch((reason: { stderr: string }) => reason.stderr)
      assert.match(
        String(error),
        /MCP tool 'ingest_content' failed with UNREACHABLE: http:\/\/127\.0\.0\.1:9/,
      )
    }
  })
})
