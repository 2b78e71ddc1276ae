import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { vendored } from '../../scripts/vendor-packages.ts'
import { writeDocFiles } from '../support/doc-files.ts'
import { askForTools } from './cli/ask-for-tools.ts'
import { spawnQuire, temporaryHome } from './cli/spawn-quire.ts'

/** The package as npm installs it: without sources, run from dist/. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

let base = ''
let launcher = ''

before(async () => {
  // Below node_modules, where packages find each other and Node strips no types.
  const cache = join(root, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  base = await mkdtemp(join(cache, 'built-'))
  const folder = join(base, 'node_modules', 'quire-mcp')
  await run(process.execPath, [join(root, 'scripts', 'build.ts'), join(folder, 'dist')], { cwd: root })
  for (const part of ['bin', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  for (const part of ['models', 'samples', 'templates']) await symlink(join(root, part), join(folder, part))
  launcher = join(folder, 'bin', 'quire.js')
})

after(() => rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

test('the built program reads files in children, embeds on threads, and finds what it read', async t => {
  const home = await temporaryHome(t)
  const env = { QUIRE_EMBEDDER: 'gte-small' }
  const ask = async (...argv: string[]) => {
    const quire = spawnQuire(t, [...argv, '--json'], { home, launcher, env })
    assert.equal((await quire.ended).exitCode, 0, quire.stderr())
    return JSON.parse(quire.stdout())
  }
  const stored = await ask('ingest', join(root, 'samples', 'field-guide.pdf'))
  assert.equal(stored.status, 'indexed')
  const { results } = await ask('search', 'which fibres make the strongest paper')
  assert.equal(results[0].doc_id, stored.doc_id)
  const unpacked = await readdir(join(launcher, '../../dist/onnxruntime/unpacked'))
  assert.equal(unpacked.length, 1, 'the model ran on the runtime that comes with the package')
  assert.match(unpacked[0] ?? '', new RegExp(`-${process.platform}-${process.arch}$`))
})

test('the built program offers over stdio what the sources do', async t => {
  const home = await temporaryHome(t)
  const listed = async (options: { launcher?: string }) => {
    const quire = spawnQuire(t, ['mcp', '--toolsets', 'all'], { home, ...options })
    askForTools(quire)
    await quire.until(/"id":2\}/)
    quire.child.stdin.end()
    assert.equal((await quire.ended).exitCode, 0, quire.stderr())
    return JSON.parse(quire.stdout().split('\n')[1] ?? '').result.tools
  }
  assert.deepEqual(await listed({ launcher }), await listed({}))
})

test('the package contains the page, and serves it with its script, its style and the views of answers', async t => {
  const quire = spawnQuire(t, ['serve', '--port', '0'], { home: await temporaryHome(t), launcher })
  const [, url = ''] = await quire.until(/listens on (http:\S+)/)
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  assert.ok(assets.length >= 3, html)
  for (const path of assets) assert.equal((await fetch(`${url}${path}`)).status, 200, path)
  assert.match(await readFile(join(launcher, '../../dist/page/views.html'), 'utf8'), /<script/)
  const { files } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  assert.ok(files.includes('dist'), 'npm packs what was built')
})

test('licences of the packages that were built in come with it', async () => {
  const text = await readFile(join(launcher, '../../dist/program/LICENSES.txt'), 'utf8')
  for (const name of ['zod', '@modelcontextprotocol/server', '@modelcontextprotocol/core'])
    assert.ok(text.includes(`${name}\n===`), name)
  for (const name of Object.keys(vendored)) {
    const files = await readdir(join(launcher, '../../dist/node_modules', name))
    assert.ok(
      files.some(file => file.startsWith('LICENSE')),
      name,
    )
  }
})

test('the examples of docs/embed.md run with the package', async t => {
  const folder = await mkdtemp(join(base, 'embed-'))
  const files = await writeDocFiles('embed.md', folder)
  assert.deepEqual(files, ['example.js', 'cite.js'])
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(folder, 'notes.md'),
    '# Sizing\n\nPaper is sized with gelatine or rosin, so that ink does not spread.\n',
  )
  await writeFile(
    join(folder, 'refs.bib'),
    '@book{doe2020sizing, title = {Sizing}, author = {Doe, Jane}, year = {2020}, publisher = {Mill}}\n',
  )
  const first = await run(process.execPath, ['example.js'], { cwd: folder })
  assert.match(first.stdout, /Paper is sized with gelatine or rosin.*\(Sizing, file:\/\/.*notes\.md/s)
  const cited = await run(process.execPath, ['cite.js'], { cwd: folder })
  assert.match(cited.stdout, /^\(doe2020sizing.*\)\nDoe, J\. \(2020\)\. \*?Sizing\*?\. Mill\.$/m)
  t.diagnostic(first.stdout.trim())
})

test('the feature of docs/add-a-feature.md, built from an empty folder, works in every surface', async t => {
  const home = await temporaryHome(t)
  const folder = join(home, 'node_modules', 'quire-reading-list')
  const files = await writeDocFiles('add-a-feature.md', folder)
  assert.deepEqual(files, ['package.json', 'index.js', 'list.js', 'tools.js'])
  await symlink(join(base, 'node_modules', 'quire-mcp'), join(home, 'node_modules', 'quire-mcp'))
  await symlink(join(root, 'node_modules', 'zod'), join(home, 'node_modules', 'zod'))
  await writeFile(join(home, 'quire.toml'), 'features = ["quire-reading-list"]\n[reading]\nmost = 1\n')
  const ask = async (...argv: string[]) => {
    const quire = spawnQuire(t, [...argv, '--json'], { home, launcher })
    const { exitCode } = await quire.ended
    return { exitCode, value: JSON.parse(quire.stdout() || 'null'), stderr: quire.stderr() }
  }
  const sample = (name: string) => join(root, 'samples', name)
  const { value: stored } = await ask('ingest', sample('field-guide.pdf'))
  const later = await ask('later', stored.doc_id)
  assert.deepEqual([later.exitCode, later.value?.listed], [0, 1], later.stderr)
  const { value: listed } = await ask('reading', 'list-reading')
  assert.deepEqual(
    listed.documents.map((document: { doc_id: string }) => document.doc_id),
    [stored.doc_id],
  )
  const { value: other } = await ask('ingest', sample('glossary.txt'))
  const full = await ask('later', other.doc_id)
  assert.equal(full.exitCode, 2, 'its Failure is one of the program, although it comes from another copy')
  assert.match(full.stderr, /The reading list holds 1 documents/)
  const { value: config } = await ask('config', 'show')
  assert.match(JSON.stringify(config), /"reading\.most"/)
  const served = spawnQuire(t, ['mcp', '--toolsets', 'reading'], { home, launcher })
  askForTools(served)
  await served.until(/"id":2\}/)
  served.child.stdin.end()
  assert.match(served.stdout(), /"read_later"/)
})
