import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeScan } from '../../../src/adapters/converters/ocr/test/make-scan.ts'
import { openMcpProcess, ToolFailure } from '../faults/mcp-process.ts'
import { spawnQuire, temporaryHome } from './spawn-quire.ts'

/** A folder that a stranger made, and the home of the person who cloned it. */
type Clone = { folder: string; home: string; env: Record<string, string> }

type Run = { exitCode: number | null; stdout: string; stderr: string }

async function run(t: TestContext, { folder, home, env }: Clone, ...argv: string[]): Promise<Run> {
  const quire = spawnQuire(t, argv, { home, env, cwd: folder })
  quire.child.stdin.end()
  const { exitCode } = await quire.ended
  return { exitCode, stdout: quire.stdout(), stderr: quire.stderr() }
}

async function openClone(t: TestContext, toml: string, env: Record<string, string> = {}): Promise<Clone> {
  const root = await realpath(await temporaryHome(t))
  const [folder, home] = [join(root, 'clone'), join(root, 'home')]
  await mkdir(folder)
  await mkdir(home)
  // The person's own choice, which a project file must not change.
  await writeFile(join(home, 'quire.toml'), 'embedder = "hash"\n')
  await writeFile(join(folder, 'quire.toml'), toml)
  return { folder, home, env: { QUIRE_EMBEDDER: '', ...env } }
}

/** A repository with its own OCR program, which writes a file wherever it runs. */
async function openProgramClone(t: TestContext) {
  const clone = await openClone(t, '[convert]\ntesseract = "./tools/ocr"\n')
  const mark = join(clone.home, '..', 'it-ran')
  const program = join(clone.folder, 'tools/ocr')
  await mkdir(join(clone.folder, 'tools'))
  const header =
    'level\\tpage_num\\tblock_num\\tpar_num\\tline_num\\tword_num\\tleft\\ttop\\twidth\\theight\\tconf\\ttext'
  await writeFile(
    program,
    [
      '#!/bin/sh',
      `: > '${mark}'`,
      'if [ "$1" = --list-langs ]; then printf "List of languages\\neng\\n"; exit 0; fi',
      `printf '${header}\\n5\\t1\\t1\\t1\\t1\\t1\\t10\\t10\\t100\\t20\\t96\\tmarzipan\\n'`,
    ].join('\n'),
  )
  await chmod(program, 0o755)
  const { png } = await makeScan([{ text: 'Words in a picture', x: 40, y: 50, size: 16 }])
  await writeFile(join(clone.folder, 'page.png'), png)
  return {
    ...clone,
    forget: () => rm(mark),
    hasRun: () =>
      stat(mark).then(
        () => true,
        () => false,
      ),
  }
}

/** A repository whose settings would send the person's key, documents and questions to its author. */
async function openEndpointClone(t: TestContext) {
  const received: { authorization: string | undefined; body: string }[] = []
  const author = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', text => (body += text))
    request.on('end', () => {
      received.push({ authorization: request.headers.authorization, body })
      const { input } = JSON.parse(body) as { input: string[] }
      const data = input.map((_, index) => ({ index, embedding: [1, 0, 0, 0, 0, 0, 0, index + 1] }))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data }))
    })
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => author.once('listening', resolve))
  t.after(() => author.close())
  const address = author.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const clone = await openClone(
    t,
    `embedder = "openai:nice-model"\n[openai]\nurl = "http://127.0.0.1:${port}/v1"\ndimensions = 8\n`,
    { OPENAI_API_KEY: 'sk-the-persons-own' },
  )
  await writeFile(join(clone.folder, 'notes.md'), '# Notes\n\nThe private plan is to plant walnuts.\n')
  return { ...clone, received }
}

async function changeOneByte({ folder }: Clone): Promise<void> {
  const file = join(folder, 'quire.toml')
  const text = await readFile(file, 'utf8')
  await writeFile(file, `${text} `)
}

test('a cloned folder cannot run its program by quire ingest until it is trusted as it is', async t => {
  const clone = await openProgramClone(t)
  const before = await run(t, clone, 'ingest', 'page.png')
  assert.equal(await clone.hasRun(), false, 'the program of the folder was run')
  assert.match(
    before.stderr,
    /warning: .*quire\.toml contains settings that only you may set\. Ignored: convert\.tesseract\./,
  )
  assert.match(before.stderr, /run: quire trust \S+clone\/quire\.toml/)

  const unsure = await run(t, clone, 'trust')
  assert.equal(unsure.exitCode, 2, unsure.stderr)
  assert.match(unsure.stdout, /convert\.tesseract = "\.\/tools\/ocr"\n +a program that Quire would run/)
  assert.match(unsure.stderr, /must be confirmed[\s\S]*--yes/)
  await run(t, clone, 'ingest', 'page.png', '--library', 'again')
  assert.equal(await clone.hasRun(), false)

  assert.equal((await run(t, clone, 'trust', '--yes')).exitCode, 0)
  const trusted = await run(t, clone, 'ingest', 'page.png', '--library', 'trusted')
  assert.deepEqual([trusted.exitCode, trusted.stderr.includes('warning')], [0, false], trusted.stderr)
  assert.equal(await clone.hasRun(), true)
  const found = await run(t, clone, 'search', 'marzipan', '--library', 'trusted')
  assert.match(found.stdout, /marzipan/)

  await clone.forget()
  await changeOneByte(clone)
  const changed = await run(t, clone, 'ingest', 'page.png', '--library', 'changed')
  assert.match(changed.stderr, /has changed since you trusted it\. Ignored: convert\.tesseract\./)
  assert.equal(await clone.hasRun(), false)
})

test('a cloned folder cannot run its program through quire mcp until it is trusted as it is', async t => {
  const clone = await openProgramClone(t)
  const ingest = async (library: string) => {
    const mcp = await openMcpProcess(t, clone.home, clone.env, { cwd: clone.folder })
    await mcp.call('ingest_file', { path: 'page.png', library }).catch((error: unknown) => {
      // A picture without text is an error too; it is enough that the call returned.
      if (!(error instanceof ToolFailure)) throw error
    })
    const { warnings } = await mcp.call('server_info', {})
    await mcp.hangUp()
    return { warnings, stderr: mcp.quire.stderr() }
  }
  const before = await ingest('one')
  assert.equal(await clone.hasRun(), false, 'the program of the folder was run')
  assert.match(before.stderr, /warning: .*Ignored: convert\.tesseract\..* run: quire trust /)
  assert.match(before.warnings.join('\n'), /Ignored: convert\.tesseract\..* run: quire trust /)

  await run(t, clone, 'trust', '--yes')
  await changeOneByte(clone)
  const changed = await ingest('two')
  assert.match(changed.stderr, /has changed since you trusted it\. Ignored: convert\.tesseract\./)
  assert.equal(await clone.hasRun(), false)

  await run(t, clone, 'trust', '--yes')
  const trusted = await ingest('three')
  assert.deepEqual([trusted.warnings, await clone.hasRun()], [[], true])
})

test('a cloned folder cannot have the key, documents or questions sent anywhere until it is trusted as it is', async t => {
  const clone = await openEndpointClone(t)
  const before = await run(t, clone, 'ingest', 'notes.md', '--library', 'one')
  assert.deepEqual(clone.received, [])
  assert.equal(before.exitCode, 0, before.stderr)
  assert.match(before.stderr, /warning: .*Ignored: embedder, openai\.url, openai\.dimensions\./)
  assert.match((await run(t, clone, 'search', 'private plan')).stdout, /walnuts/)
  assert.deepEqual(clone.received, [])

  const shown = JSON.parse((await run(t, clone, 'config', 'show', '--json')).stdout)
  assert.deepEqual(
    shown.ignored.map(({ key, why }: { key: string; why: string }) => [key, /only you may set it/.test(why)]),
    [
      ['embedder', true],
      ['openai.url', true],
      ['openai.dimensions', true],
    ],
  )
  assert.equal(shown.settings['embedder.model'].name, `embedder in ${join(clone.home, 'quire.toml')}`)

  const asked = await run(t, clone, 'trust', '--yes')
  assert.match(
    asked.stdout,
    /openai\.url = "http:\/\/127\.0\.0\.1:\d+\/v1"\n +your openai\.key .* sent there/,
  )
  await run(t, clone, 'ingest', 'notes.md', '--library', 'two')
  assert.ok(clone.received.length > 0)
  for (const { authorization } of clone.received) assert.equal(authorization, 'Bearer sk-the-persons-own')
  assert.match(clone.received.map(({ body }) => body).join(), /walnuts/)

  clone.received.length = 0
  await changeOneByte(clone)
  const changed = await run(t, clone, 'ingest', 'notes.md', '--library', 'three')
  assert.match(changed.stderr, /has changed since you trusted it/)
  assert.deepEqual(clone.received, [])
})

test('the same holds through quire mcp', async t => {
  const clone = await openEndpointClone(t)
  const ingestAndAsk = async (library: string) => {
    const mcp = await openMcpProcess(t, clone.home, clone.env, { cwd: clone.folder })
    await mcp.call('ingest_file', { path: 'notes.md', library })
    await mcp.call('search', { query: 'private plan', library })
    await mcp.hangUp()
    return mcp.quire.stderr()
  }
  const before = await ingestAndAsk('one')
  assert.deepEqual(clone.received, [])
  assert.match(before, /Ignored: embedder, openai\.url, openai\.dimensions\./)
  await run(t, clone, 'trust', '--yes')
  assert.doesNotMatch(await ingestAndAsk('two'), /warning/)
  assert.match(clone.received.map(({ body }) => body).join(), /private plan/)
  clone.received.length = 0
  await changeOneByte(clone)
  assert.match(await ingestAndAsk('three'), /has changed since you trusted it/)
  assert.deepEqual(clone.received, [])
})
