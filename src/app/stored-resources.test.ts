import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../../test/contract/world.ts'
import { maxCharacters } from '../core/addresses/read-address.ts'
import type { ResourceContents, ResourceProvider } from '../core/contract/resources.ts'
import { Failure } from '../core/model/failure.ts'

const local = { caller: { surface: 'stdio', isLocal: true }, signal: new AbortController().signal } as const
const remote = { ...local, caller: { surface: 'http', isLocal: false } } as const
const library = 'my papers/2026'
const long = `# Long\n\n${'🙂 is a smile. '.repeat(17_000)}The end.\n`

let world: World
let resources: ResourceProvider
let longId: string
before(async () => {
  world = await openWorld('library', { flags: ['--toolsets', 'all'] })
  resources = world.wired.resources
  const folder = join(world.folder, 'papers')
  await mkdir(folder)
  for (let place = 0; place < 105; place++)
    await writeFile(join(folder, `${place}.md`), `# Paper ${place}\n\nAbout subject ${place}.`)
  await world.call('ingest_folder', { folder, library })
  longId = (await world.call('ingest_content', { content: long, source: 'long.md', library })).doc_id
})
after(() => world.close())

async function read(uri: string): Promise<Extract<ResourceContents, { text: string }>> {
  const contents = await resources.read(uri, local)
  assert.ok(contents !== null && 'text' in contents, uri)
  return contents
}

async function refusal(uri: string, context: typeof local | typeof remote = local): Promise<string> {
  const failure = await resources.read(uri, context).then(
    () => assert.fail(uri),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof Failure)
  return failure.code
}

test('documents are listed page by page, each once, until none is left', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<ResourceProvider['list']>> = await resources.list(cursor, local)
    seen.push(...page.resources.map(resource => resource.uri))
    cursor = page.nextCursor
  } while (cursor !== null)
  assert.equal(new Set(seen).size, 106)
  assert.match(seen[0] ?? '', /^quire:\/\/my%20papers%2F2026\/[0-9a-f-]{36}$/)
  const { text, mimeType } = await read(seen.at(-1) ?? '')
  assert.match(text, /^# Paper \d+\n\nAbout subject \d+\.\n$/)
  assert.equal(mimeType, 'text/markdown')
})

test('a long document is read in parts that put together are the whole, and no part splits a character', async () => {
  const parts: string[] = []
  let uri: string | undefined = `quire://my%20papers%2F2026/${longId}`
  while (uri !== undefined) {
    const { text, rest }: Awaited<ReturnType<typeof read>> = await read(uri)
    assert.ok(text.length <= maxCharacters && text.isWellFormed())
    parts.push(text)
    uri = rest?.uri
  }
  assert.ok(parts.length > 2)
  assert.ok(parts.join('') === long)
})

test('a range of characters is that part, and stops where the text ends', async () => {
  const base = `quire://my%20papers%2F2026/${longId}`
  assert.equal((await read(`${base}?chars=2-6`)).text, 'Long')
  assert.equal((await read(`${base}?chars=${long.length - 9}-`)).text, 'The end.\n')
  assert.equal((await read(`${base}?chars=${long.length + 5}-${long.length + 9}`)).text, '')
  for (const range of ['9-3', 'a-b', '-4', '5'])
    assert.equal(await refusal(`${base}?chars=${range}`), 'INVALID_INPUT')
})

test('an address with another library, an unknown id or another form leads to nothing', async () => {
  for (const uri of [
    `quire://other/${longId}`,
    'quire://my%20papers%2F2026/none',
    'quire://my%20papers%2F2026/chunks/none',
    'quire://hansard/speeches/none',
    `quire://my%20papers%2F2026/pages/${longId}`,
    `quire://my%20papers%2F2026/${longId}?code=0`,
    `quire://${longId}`,
    'quire://%zz/id-7',
    'https://example.org/',
  ])
    assert.equal(await resources.read(uri, local), null, uri)
})

test('a project is reached by its own names only, and never by the sign for all libraries', async () => {
  const { engine } = world.wired
  const { collection } = await engine.projects.add('thesis/one', {})
  const embedding = Array.from({ length: 64 }, (_, place) => (place === 0 ? 1 : 0))
  const item = { id: 'mine-1', text: 'Kept apart.', embedding, metadata: {} }
  await world.call('store_chunks', { project: 'thesis/one', items: [item] })
  const { items } = await world.call('query', { project: 'thesis/one', text: 'apart' })
  for (const name of ['thesis%2Fone', collection])
    for (const id of [items[0].chunk_id, 'mine-1'])
      assert.equal((await read(`quire://${name}/chunks/${id}`)).text, 'Kept apart.')
  for (const name of ['*', 'thesis%2Ftwo', 'default'])
    assert.equal(await resources.read(`quire://${name}/chunks/${items[0].chunk_id}`, local), null)
  assert.equal((await read(`quire://*/${longId}?chars=2-6`)).text, 'Long')
})

test('files are read inside the allowed folders only, for every caller, and by lines', async () => {
  const uri = (path: string) => `file://${encodeURI(join(world.folder, path))}`
  await writeFile(join(world.folder, 'a b.txt'), 'one\r\ntwo\nthree\n')
  await writeFile(join(world.folder, 'picture.bin'), new Uint8Array([0x89, 0x50, 0x00, 0xff]))
  assert.equal((await read(uri('a b.txt'))).text, 'one\r\ntwo\nthree\n')
  assert.equal((await read(`${uri('a b.txt')}?lines=2-9`)).text, 'two\nthree\n')
  assert.equal((await read(`${uri('a b.txt')}?lines=2-3&chars=4-6`)).text, 'th')
  assert.equal(await refusal(uri('picture.bin')), 'BINARY_FILE')
  assert.equal(await refusal(uri('none.txt')), 'FILE_NOT_FOUND')
  for (const context of [local, remote]) {
    assert.equal(await refusal('file:///etc/passwd', context), 'FORBIDDEN_PATH')
    assert.equal(await refusal('file:///etc/none', context), 'FORBIDDEN_PATH')
  }
})

test('generated modules are read by their path, and nothing else is below them', async () => {
  assert.match((await read('quire:///servers/python/documents/search.py')).text, /async def search\(/)
  assert.equal(await refusal('quire:///servers/../../etc/passwd'), 'FORBIDDEN_PATH')
  assert.equal(await refusal('quire:///servers/none.ts'), 'FILE_NOT_FOUND')
  assert.equal(await refusal('quire:///etc/passwd'), 'FILE_NOT_FOUND')
})

test('a cursor that was not given out is refused', async () => {
  await assert.rejects(
    resources.list('abc', local),
    error => error instanceof Failure && error.code === 'INVALID_INPUT',
  )
})
