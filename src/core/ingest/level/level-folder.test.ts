import assert from 'node:assert/strict'
import { copyFile, mkdir, rename, rm, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ingest } from '../ingest.ts'
import { openLibrary } from './test/library.ts'

test('what is new is added, what changed is replaced, what is gone is removed', async t => {
  const { folder, write, level, held, text } = await openLibrary(t)
  await write('a.md', '# A\n\nfirst')
  await write('b/c.txt', 'second')
  assert.deepEqual(await level(), ['added a.md', 'added b/c.txt'])
  await write('a.md', '# A\n\nfirst, changed')
  await rm(join(folder, 'b'), { recursive: true })
  await write('d.md', 'third')
  assert.deepEqual(await level(), ['changed a.md', 'removed b/c.txt', 'added d.md'])
  assert.deepEqual(await held(), ['a.md', 'd.md'])
  assert.equal(await text('a.md'), '# A\n\nfirst, changed')
})

test('when nothing has changed no file is opened', async t => {
  const { write, level, spent } = await openLibrary(t)
  for (const name of ['a.md', 'b.md', 'c/d.md']) await write(name, `# ${name}\n\nwords`)
  await level()
  assert.equal(spent.read.length, 3)
  assert.deepEqual(await level(), [])
  assert.deepEqual(spent.read, [])
})

test('a file that was only touched is read, found to be the same, and not read again', async t => {
  const { folder, write, level, spent } = await openLibrary(t)
  await write('a.md', '# A\n\nwords')
  await level()
  await utimes(join(folder, 'a.md'), new Date(), new Date(Date.now() - 60_000))
  assert.deepEqual(await level(), [])
  assert.deepEqual([spent.read, spent.embedded], [['a.md'], 0])
  await level()
  assert.deepEqual(spent.read, [])
})

test('a file written within a tick of the clock is read once more before it counts as seen', async t => {
  const { parts, write, level, spent } = await openLibrary(t)
  parts.clock.now = () => new Date().toISOString()
  await write('a.md', '# A\n\nwords')
  await level()
  await level()
  assert.deepEqual(spent.read, ['a.md'])
})

test('a moved file keeps its vectors, its metadata and the day it came', async t => {
  const { folder, parts, write, level, spent } = await openLibrary(t)
  await write('a.md', '# Paper\n\nMade of rags.')
  await level({ metadata: { shelf: 'blue' } })
  const before = await parts.store.findDocument('notes', join(folder, 'a.md'))
  await mkdir(join(folder, 'deep'))
  await rename(join(folder, 'a.md'), join(folder, 'deep/b.md'))
  assert.deepEqual(await level(), ['moved deep/b.md < a.md'])
  assert.equal(spent.embedded, 0)
  const after = await parts.store.findDocument('notes', join(folder, 'deep/b.md'))
  assert.deepEqual(
    [after?.title, after?.metadata, after?.createdAt, after?.fingerprint],
    [before?.title, { shelf: 'blue' }, before?.createdAt, before?.fingerprint],
  )
  assert.equal(await parts.store.findDocument('notes', join(folder, 'a.md')), null)
})

test('a moved file keeps what a user corrected', async t => {
  const { folder, parts, write, level } = await openLibrary(t)
  await write('draft.txt', 'Made of rags.')
  await level()
  const before = await parts.store.findDocument('notes', join(folder, 'draft.txt'))
  await parts.store.correctDocument(before?.id ?? '', { title: 'On Paper', labels: [] })
  await rename(join(folder, 'draft.txt'), join(folder, 'paper.txt'))
  assert.deepEqual(await level(), ['moved paper.txt < draft.txt'])
  const now = await parts.store.findDocument('notes', join(folder, 'paper.txt'))
  assert.deepEqual([now?.title, now?.corrected?.original.title], ['On Paper', 'paper.txt'])
})

test('a moved file without a title bears its new name, in the index too', async t => {
  const { folder, parts, write, level, spent } = await openLibrary(t)
  await write('draft.txt', 'Made of rags.')
  await level()
  await rename(join(folder, 'draft.txt'), join(folder, 'paper.txt'))
  assert.deepEqual(await level(), ['moved paper.txt < draft.txt'])
  const now = await parts.store.findDocument('notes', join(folder, 'paper.txt'))
  assert.equal(now?.title, 'paper.txt')
  // This chunk was embedded with the file name, so it is embedded again.
  assert.equal(spent.embedded, 1)
})

test('a moved folder is not embedded again, whatever its files are called', async t => {
  const { folder, write, level, spent, held } = await openLibrary(t)
  for (const name of ['one.txt', 'two.txt', 'three.md']) await write(`old/${name}`, `words of ${name}`)
  await level()
  await rename(join(folder, 'old'), join(folder, 'new'))
  const items = await level()
  assert.deepEqual(items, [
    'moved new/one.txt < old/one.txt',
    'moved new/three.md < old/three.md',
    'moved new/two.txt < old/two.txt',
  ])
  assert.equal(spent.embedded, 0)
  assert.deepEqual(await held(), ['new/one.txt', 'new/three.md', 'new/two.txt'])
})

test('a file that becomes another format is converted again', async t => {
  const { folder, parts, write, level } = await openLibrary(t)
  await write('a.txt', 'one | two')
  await level()
  await rename(join(folder, 'a.txt'), join(folder, 'a.csv'))
  assert.deepEqual(await level(), ['added a.csv', 'removed a.txt'])
  assert.equal((await parts.store.findDocument('notes', join(folder, 'a.csv')))?.fileType, 'csv')
})

test('a copy takes the vectors of what it is a copy of, and both stay', async t => {
  const { folder, write, level, spent, held } = await openLibrary(t)
  await write('a.md', '# Paper\n\nMade of rags.')
  await level()
  await copyFile(join(folder, 'a.md'), join(folder, 'b.md'))
  assert.deepEqual(await level(), ['added b.md'])
  assert.equal(spent.embedded, 0)
  assert.deepEqual(await held(), ['a.md', 'b.md'])
})

test('two files that swap their names end as they are', async t => {
  const { folder, write, level, text } = await openLibrary(t)
  await write('a.md', '# A\n\nfirst')
  await write('b.md', '# B\n\nother')
  await level()
  await rename(join(folder, 'a.md'), join(folder, 'x'))
  await rename(join(folder, 'b.md'), join(folder, 'a.md'))
  await rename(join(folder, 'x'), join(folder, 'b.md'))
  assert.deepEqual(await level(), ['changed a.md', 'changed b.md'])
  assert.deepEqual([await text('a.md'), await text('b.md')], ['# B\n\nother', '# A\n\nfirst'])
})

test('a changed file keeps the metadata its document was given', async t => {
  const { folder, parts, write, level } = await openLibrary(t)
  await write('a.md', 'first')
  await level({ metadata: { shelf: 'blue' } })
  await write('a.md', 'second')
  await level()
  assert.deepEqual((await parts.store.findDocument('notes', join(folder, 'a.md')))?.metadata, {
    shelf: 'blue',
  })
})

test('hidden files, installed packages, unknown formats and links out of the folder are ignored', async t => {
  const { folder, write, level } = await openLibrary(t)
  for (const name of ['.a.md', '.git/b.md', 'node_modules/c/d.md', 'e.unknown', '../outside.md', 'f.md'])
    await write(name, `words of ${name}`)
  await symlink(join(folder, '../outside.md'), join(folder, 'link.md'))
  await symlink(join(folder, 'f.md'), join(folder, 'same.md'))
  assert.deepEqual(await level(), ['added f.md'])
})

test('without looking below, what lies there is neither added nor removed', async t => {
  const { folder, write, level, held } = await openLibrary(t)
  await write('a.md', 'first')
  await write('b/c.md', 'second')
  await level()
  await rm(join(folder, 'b/c.md'))
  await rm(join(folder, 'a.md'))
  await write('d.md', 'third')
  await write('b/e.md', 'fourth')
  assert.deepEqual(await level({ recursive: false }), ['removed a.md', 'added d.md'])
  assert.deepEqual(await held(), ['b/c.md', 'd.md'])
})

test('what came into the library by other means is never touched', async t => {
  const { folder, parts, write, level, held } = await openLibrary(t)
  await write('a.md', 'first')
  await write('.hidden.md', 'taken in by name')
  const others = ['https://example.org/page', '/elsewhere/b.md', 'notes/label.md', join(folder, 'said.md')]
  for (const source of others) {
    const lastModified = source.startsWith('/elsewhere') ? '2026-01-01T00:00:00+00:00' : null
    await put(source, lastModified)
  }
  await put(join(folder, '.hidden.md'), '2026-01-01T00:00:00+00:00')
  assert.deepEqual(await level(), ['added a.md'])
  await rm(join(folder, 'a.md'))
  await rm(join(folder, '.hidden.md'))
  await write('z.md', 'another')
  assert.deepEqual(await level(), ['removed a.md', 'added z.md'])
  assert.deepEqual(await held(), [...others.slice(0, 3), '.hidden.md', 'said.md', 'z.md'].sort())

  async function put(source: string, lastModified: string | null): Promise<void> {
    const bytes = new TextEncoder().encode('words')
    const raw = {
      source,
      name: 'x.md',
      bytes,
      mediaType: null,
      charset: 'utf-8',
      lastModified,
      fileType: null,
    }
    const request = {
      collection: 'notes',
      metadata: {},
      options: { password: null, ocrLanguages: [] },
      read: async () => raw,
    }
    await ingest(request, parts, { signal: new AbortController().signal, progress: () => {} })
  }
})

test('a dry run says what would happen and changes nothing', async t => {
  const { folder, write, level, held } = await openLibrary(t)
  for (const name of ['a.md', 'b.md', 'c.md', 'd.md']) await write(name, `# ${name}\n\nwords`)
  await level()
  await write('a.md', 'changed')
  await rename(join(folder, 'b.md'), join(folder, 'moved.md'))
  await rm(join(folder, 'c.md'))
  await utimes(join(folder, 'd.md'), new Date(), new Date())
  await write('new.md', 'new')
  const expected = ['changed a.md', 'removed c.md', 'moved moved.md < b.md', 'added new.md']
  assert.deepEqual(await level({ isDryRun: true }), expected)
  assert.deepEqual(await held(), ['a.md', 'b.md', 'c.md', 'd.md'])
  assert.deepEqual(await level(), expected)
})
