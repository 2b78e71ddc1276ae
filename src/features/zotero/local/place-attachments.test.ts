import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveAttachment } from './place-attachments.ts'

const folders = { storageFolder: '/z/storage', linkedBaseFolder: '/papers' }
const stored = (path: string | null) => ({ key: 'ABCD2345', linkMode: 'imported_file' as const, path })
const linked = (path: string) => ({ key: 'ABCD2345', linkMode: 'linked_file' as const, path })

const found: [string, ReturnType<typeof stored> | ReturnType<typeof linked>, string][] = [
  ['in the storage folder', stored('storage:a b.pdf'), '/z/storage/ABCD2345/a b.pdf'],
  ['below the base folder', linked('attachments:2019/a.pdf'), '/papers/2019/a.pdf'],
  ['by address', linked('file:///home/me/a%20b.pdf'), '/home/me/a b.pdf'],
  ['by absolute path', linked('/home/me/a.pdf'), '/home/me/a.pdf'],
]
for (const [form, attachment, path] of found)
  test(`a file is found ${form}`, () =>
    assert.deepEqual(resolveAttachment(attachment, folders), { path, missing: null }))

const lacking: [string, Parameters<typeof resolveAttachment>[0], RegExp][] = [
  ['a link to a web page', { ...stored('x'), linkMode: 'linked_url' }, /link to a web page/],
  ['no path', stored(null), /no file name/],
  ['a path out of the storage folder', stored('storage:../../secret'), /leads out/],
  ['a path out of the base folder', linked('attachments:../secret'), /leads out/],
  ['a path of Windows', linked('C:\\papers\\a.pdf'), /another computer/],
  ['an address of another computer', linked('file://server/share/a.pdf'), /another computer/],
  ['a bare name', linked('a.pdf'), /unknown form/],
]
for (const [what, attachment, reason] of lacking)
  test(`${what} is said to be missing, with the reason`, () => {
    const resolved = resolveAttachment(attachment, folders)
    assert.equal(resolved.path, null)
    assert.match(resolved.missing ?? '', reason)
  })

test('a relative path without a base folder says that the folder is not known', () => {
  const resolved = resolveAttachment(linked('attachments:a.pdf'), { ...folders, linkedBaseFolder: null })
  assert.match(resolved.missing ?? '', /base folder, which is not known/)
})
