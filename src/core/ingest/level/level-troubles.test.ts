import assert from 'node:assert/strict'
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { FileReader } from '../../ports/source-reader.ts'
import { sortListing } from '../sort-listing.ts'
import { openLibrary } from './test/library.ts'

const isRoot = process.getuid?.() === 0

test('a file that cannot be converted keeps its old version, rests, and is tried again when it is written', async t => {
  const { write, level, spent, text } = await openLibrary(t)
  await write('a.md', '{"paper": "made of rags"}')
  await level()
  const before = await text('a.md')
  await write('a.md', '?!')
  assert.deepEqual(await level(), ['failed a.md'])
  assert.equal(await text('a.md'), before)
  spent.read.length = 0
  assert.deepEqual(await level(), ['failed a.md'])
  assert.deepEqual(spent.read, [], 'it was tried again at once')
  assert.deepEqual(await level({ retry: 'all' }), ['failed a.md'])
  assert.notDeepEqual(spent.read, [])
  await write('a.md', '{"paper": "made of wood"}')
  assert.deepEqual(await level(), ['changed a.md'])
  assert.match(await text('a.md'), /wood/)
})

test('a file without any text is left out, not failed, and not read again', async t => {
  const { write, level, spent, folder, parts, files } = await openLibrary(t)
  await write('a.md', 'words')
  await write('__init__.py', '')
  await write('blank.py', ' \n')
  assert.deepEqual(await level(), ['added a.md'])
  assert.deepEqual(await level(), [])
  assert.deepEqual(spent.read, [])
  const { leftOut } = sortListing(
    await files.list(folder, { recursive: true, roots: null }, new AbortController().signal),
    parts.converters,
  )
  assert.deepEqual(leftOut, [{ path: join(folder, '__init__.py'), reason: 'it is empty' }])
})

test('a file that failed is tried again after growing waits', async t => {
  const { parts, write, level, spent } = await openLibrary(t)
  let now = Date.now() + 10_000
  parts.clock.now = () => new Date(now).toISOString()
  await write('a.md', '   ')
  const tried: number[] = []
  const start = now
  for (; now < start + 200_000; now += 1_000) {
    await level()
    if (spent.read.length > 0) tried.push((now - start) / 1000)
  }
  assert.deepEqual(tried, [0, 5, 25, 105])
})

test('a file that was written a moment ago waits, and its old version stays', async t => {
  const { write, level, text } = await openLibrary(t)
  await write('a.md', 'first')
  await level()
  await write('a.md', 'sec')
  assert.deepEqual(await level({ settleMs: 60_000 }), ['waiting a.md'])
  assert.equal(await text('a.md'), 'first')
  await write('a.md', 'second')
  assert.deepEqual(await level({ settleMs: 5_000 }), ['changed a.md'])
  assert.equal(await text('a.md'), 'second')
})

test('a file that grows while it is read is not taken for whole', async t => {
  const library = await openLibrary(t)
  const { write, level, files, folder, text } = library
  await write('a.md', 'first')
  await level()
  await write('a.md', 'second, begu')
  library.files = {
    ...files,
    async read(path, roots, signal) {
      await writeFile(join(folder, 'a.md'), 'second, begun and ended')
      return files.read(path, roots, signal)
    },
  }
  assert.deepEqual(await level(), ['waiting a.md'])
  assert.equal(await text('a.md'), 'first')
  assert.deepEqual(await level(), ['changed a.md'])
  assert.equal(await text('a.md'), 'second, begun and ended')
})

test('a folder that vanished is a failure, and removes nothing', async t => {
  const { folder, write, level, held } = await openLibrary(t)
  await write('a.md', 'first')
  await level()
  await rename(folder, `${folder}-away`)
  await assert.rejects(level(), { code: 'SOURCE_NOT_FOUND' })
  assert.deepEqual(await held(), ['a.md'])
  await rename(`${folder}-away`, folder)
  assert.deepEqual(await level(), [])
})

test('an empty folder in the place of the one that was there removes nothing, until it is said to be gone', async t => {
  const { folder, write, level, held } = await openLibrary(t)
  await write('a.md', 'first')
  await level()
  await rename(folder, `${folder}-away`)
  await mkdir(folder)
  assert.deepEqual(await level(), ['unreachable a.md'])
  assert.deepEqual(await level(), ['unreachable a.md'])
  assert.deepEqual(await held(), ['a.md'])
  assert.deepEqual(await level({ forgetVanished: true }), ['removed a.md'])
  assert.deepEqual(await held(), [])
})

test('the same folder emptied is emptied in the library', async t => {
  const { folder, write, level, held } = await openLibrary(t)
  await write('a.md', 'first')
  await write('b/c.md', 'second')
  await level()
  await rm(join(folder, 'a.md'))
  await rm(join(folder, 'b'), { recursive: true })
  assert.deepEqual(await level(), ['removed a.md', 'removed b/c.md'])
  assert.deepEqual(await held(), [])
})

test('what lay on a drive that is not mounted stays, while the rest is brought level', async t => {
  const library = await openLibrary(t)
  const { folder, write, level, files, held } = library
  await write('a.md', 'first')
  await write('drive/b.md', 'second')
  const drive = join(folder, 'drive')
  library.files = onAnotherDevice(files, drive)
  await level()
  await rm(join(drive, 'b.md'))
  await rm(join(folder, 'a.md'))
  await write('c.md', 'third')
  library.files = files
  assert.deepEqual(await level(), ['removed a.md', 'added c.md', 'unreachable drive/b.md'])
  assert.deepEqual(await held(), ['c.md', 'drive/b.md'])
  await write('drive/b.md', 'second')
  library.files = onAnotherDevice(files, drive)
  assert.deepEqual(await level(), [])
})

test('a folder below that may not be entered keeps its documents', {
  skip: isRoot && 'root may enter all',
}, async t => {
  const { folder, write, level, held } = await openLibrary(t)
  await write('a.md', 'first')
  await write('b/c.md', 'second')
  await level()
  await chmod(join(folder, 'b'), 0)
  assert.deepEqual(await level(), ['unreachable b/c.md'])
  await chmod(join(folder, 'b'), 0o700)
  assert.deepEqual(await held(), ['a.md', 'b/c.md'])
})

test('another version of the program looks into every file once, and writes none that would be the same', async t => {
  const { write, level, spent } = await openLibrary(t)
  await write('a.md', 'first')
  await level()
  assert.deepEqual(await level({ program: '2' }), [])
  assert.deepEqual([spent.read, spent.embedded], [['a.md'], 0])
  await level({ program: '2' })
  assert.deepEqual(spent.read, [])
})

test('a document that someone removed or replaced otherwise is put right', async t => {
  const { folder, parts, write, level, held } = await openLibrary(t)
  await write('a.md', 'first')
  await level()
  const found = await parts.store.findDocument('notes', join(folder, 'a.md'))
  await parts.store.deleteDocument(found?.id ?? '')
  assert.deepEqual(await level(), ['added a.md'])
  assert.deepEqual(await held(), ['a.md'])
})

test('a folder or a link in the place of a file takes the document out', async t => {
  const { folder, write, level, held } = await openLibrary(t)
  for (const name of ['a.md', 'b.md', 'sub/c.md']) await write(name, `words of ${name}`)
  await level()
  await rm(join(folder, 'a.md'))
  await write('a.md/inside.md', 'another')
  await rename(join(folder, 'b.md'), join(folder, '../outside.md'))
  await symlink(join(folder, '../outside.md'), join(folder, 'b.md'))
  await rename(join(folder, 'sub'), join(folder, '../sub'))
  await symlink(join(folder, '../sub'), join(folder, 'sub'))
  await level()
  assert.deepEqual(await held(), ['a.md/inside.md'])
})

test('a link in the place of the folder is a failure, and changes nothing', async t => {
  const { folder, write, level, held } = await openLibrary(t)
  await write('a.md', 'first')
  await level()
  await rename(folder, `${folder}-moved`)
  await symlink(`${folder}-moved`, folder)
  await assert.rejects(level(), { code: 'SOURCE_NOT_FOUND' })
  assert.deepEqual(await held(), ['a.md'])
})

/** Simulates a drive that is mounted there. */
function onAnotherDevice(files: FileReader, drive: string): FileReader {
  return {
    ...files,
    async list(folder, options, signal) {
      const found = await files.list(folder, options, signal)
      const moved = found.files.map(file =>
        file.path.startsWith(drive) ? { ...file, device: 'drive' } : file,
      )
      return { ...found, files: moved }
    },
  }
}
