import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { groupId } from '../test/corpus/build-library.ts'

import { build, everything, idle, keysOf, open } from './test/database-fixtures.ts'

test('all four forms of paths lead to their files; what is missing says why', async context => {
  const { library } = await open(context, build(context))
  const items = await library.listItems(everything, idle)
  const attachments = items.flatMap(item => item.attachments)
  const contents = new Map<string, string>()
  for (const attachment of attachments.filter(({ missing }) => missing === null)) {
    const read = await library.readAttachment(attachment, idle)
    assert.equal(read.origin, 'local')
    assert.equal(read.source, attachment.uri)
    contents.set(attachment.key, Buffer.from(read.bytes).toString())
  }
  assert.deepEqual(Object.fromEntries(contents), {
    ALONE001: '1/ALONE001',
    ATTABSOL: 'absolute',
    ATTADDRS: 'addressed',
    ATTRELAT: 'relative',
    ATTSECND: '1/ATTSECND',
    ATTSNAPS: '1/ATTSNAPS',
    ATTSTORE: '1/ATTSTORE',
    GROUPATT: '2/GROUPATT',
  })
  const missing = attachments.filter(attachment => attachment.missing !== null)
  assert.deepEqual(
    missing.map(({ key, keeper }) => [key, keeper]),
    [
      ['ATTMISSI', 'manager'],
      ['ATTLINKU', 'nobody'],
    ],
  )
  assert.match(missing[0]?.missing ?? '', /no file at .*lost\.pdf/)
  assert.match(missing[1]?.missing ?? '', /link to a web page/)
})

test('several files of an item are all given, those in the trash and pictures of notes are not', async context => {
  const { library } = await open(context, build(context))
  const items = new Map((await library.listItems(everything, idle)).map(item => [item.key, item]))
  assert.deepEqual(keysOf(items.get('BOOK0001')?.attachments ?? []), ['ATTSECND', 'ATTSTORE'])
  assert.deepEqual(items.get('NOFILES1')?.attachments, [])
  assert.equal(items.get('GROUPIT1')?.attachments[0]?.uri, `zotero://select/groups/${groupId}/items/GROUPATT`)
})

test('a file that lost its attachment, or lies in the trash, is refused by name', async context => {
  const { library } = await open(context, build(context))
  const items = await library.listItems(everything, idle)
  const [lost] = items.find(({ key }) => key === 'MISSING1')?.attachments ?? []
  assert.ok(lost)
  await assert.rejects(library.readAttachment(lost, idle), {
    code: 'ATTACHMENT_NOT_FOUND',
    message: /lost\.pdf/,
  })
  const below = { ...lost, key: 'ATTOFTRS', name: 'gone.pdf' }
  await assert.rejects(library.readAttachment(below, idle), { code: 'ATTACHMENT_NOT_FOUND' })
  const trashed = { ...lost, key: 'ATTTRASH', name: 'old.pdf' }
  await assert.rejects(library.readAttachment(trashed, idle), {
    code: 'ATTACHMENT_NOT_FOUND',
    message: /old\.pdf/,
  })
})

test('accents in a file name are found however the disk spells them', async context => {
  const built = build(context)
  mkdirSync(join(built.storageFolder, 'ATTMISSI'))
  writeFileSync(join(built.storageFolder, 'ATTMISSI', 'Müller.pdf'.normalize('NFD')), 'found')
  built.writer.run(
    'UPDATE itemAttachments SET path = ? WHERE path = ?',
    'storage:Müller.pdf',
    'storage:lost.pdf',
  )
  const { library } = await open(context, built)
  const items = await library.listItems(everything, idle)
  assert.equal(items.find(({ key }) => key === 'MISSING1')?.attachments[0]?.missing, null)
})
