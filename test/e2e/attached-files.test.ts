import assert from 'node:assert/strict'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type MailPart, makeMail } from '../../src/adapters/converters/mail/test/make-mail.ts'
import { ingest } from '../../src/core/ingest/ingest.ts'
import { type Library, openLibrary } from '../../src/core/ingest/level/test/library.ts'
import { attachedNote } from '../../src/core/model/attached.ts'

const text: MailPart = { type: 'text/plain', text: 'See the notes about wax.' }
const notes: MailPart = { type: 'text/plain', file: 'notes.txt', text: 'Wax melts at 62 degrees.' }
const table: MailPart = { type: 'text/csv', file: 'hives.csv', text: 'hive,honey\nnorth,12' }
const inner: MailPart = {
  type: 'message/rfc822',
  file: 'inner.eml',
  text: makeMail({ parts: [text, notes] }),
}

const documentOf = async ({ parts, folder }: Library, name: string) => {
  const found = await parts.store.findDocument('notes', join(folder, name))
  assert.ok(found, name)
  return found
}

test('attachments of a mail are documents of their own, also those of a mail inside it', async t => {
  const library = await openLibrary(t)
  await library.write('a.eml', makeMail({ parts: [text, notes, inner] }))
  assert.deepEqual(await library.level({ metadata: { project: 'bees' } }), ['added a.eml'])
  assert.deepEqual(await library.held(), [
    'a.eml',
    'a.eml!/inner.eml',
    'a.eml!/inner.eml!/notes.txt',
    'a.eml!/notes.txt',
  ])
  assert.equal(await library.text('a.eml!/notes.txt'), 'Wax melts at 62 degrees.')
  const mail = await documentOf(library, 'a.eml')
  assert.equal(mail.metadata.subject, 'Bees')
  const attached = await documentOf(library, 'a.eml!/notes.txt')
  assert.equal(attached.metadata.attached_to, mail.source)
  assert.equal(attached.metadata.project, 'bees')
  assert.equal(attached.metadata.subject, undefined)
  assert.deepEqual(await library.level(), [], 'attachments count as files of the folder')
})

test('a changed mail loses the attachments it no longer has, and its headers are the new ones', async t => {
  const library = await openLibrary(t)
  await library.write('a.eml', makeMail({ parts: [text, notes, table, inner] }))
  await library.level()
  await library.write('a.eml', makeMail({ headers: { Subject: 'Wax' }, parts: [text, table] }))
  assert.deepEqual(await library.level(), ['changed a.eml'])
  assert.deepEqual(await library.held(), ['a.eml', 'a.eml!/hives.csv'])
  const { metadata } = await documentOf(library, 'a.eml')
  assert.equal(metadata.subject, 'Wax')
  assert.equal(metadata.from, undefined)
})

test('attachments go with their mail', async t => {
  const library = await openLibrary(t)
  await library.write('a.eml', makeMail({ parts: [text, notes] }))
  await library.write('b.md', 'stays')
  await library.level()
  await rm(join(library.folder, 'a.eml'))
  assert.deepEqual(await library.level(), ['removed a.eml'])
  assert.deepEqual(await library.held(), ['b.md'])
})

test('attachments move with their mail and keep their vectors', async t => {
  const library = await openLibrary(t)
  await library.write('a.eml', makeMail({ parts: [text, notes, inner] }))
  await library.level()
  await rename(join(library.folder, 'a.eml'), join(library.folder, 'b.eml'))
  assert.deepEqual(await library.level(), ['moved b.eml < a.eml'])
  assert.deepEqual(await library.held(), [
    'b.eml',
    'b.eml!/inner.eml',
    'b.eml!/inner.eml!/notes.txt',
    'b.eml!/notes.txt',
  ])
  const moved = await documentOf(library, 'b.eml!/inner.eml!/notes.txt')
  assert.equal(moved.metadata[attachedNote], join(library.folder, 'b.eml!/inner.eml'))
  assert.deepEqual(await library.level(), [])
})

test('an attachment that cannot be read is named in the warnings of its mail; a shown picture is not', async t => {
  const library = await openLibrary(t)
  const broken: MailPart = { type: 'application/pdf', file: 'a.pdf', text: '%PDF-1.4 broken' }
  const secret: MailPart = { type: 'text/plain', file: '.env', text: 'KEY=1' }
  const logo: MailPart = {
    type: 'image/png',
    file: 'logo.png',
    bytes: Buffer.from('no picture'),
    id: '1',
    disposition: 'inline',
  }
  const page: MailPart = { type: 'text/html', text: '<p>See</p><img src="cid:1">' }
  await library.write('a.eml', makeMail({ parts: [page, broken, secret, notes, logo] }))
  assert.deepEqual(await library.level(), ['added a.eml'])
  assert.deepEqual(await library.held(), ['a.eml', 'a.eml!/notes.txt'])
  const { warnings } = await documentOf(library, 'a.eml')
  assert.equal(warnings.length, 2)
  assert.match(warnings[0] ?? '', /^a\.pdf was skipped: /)
  assert.match(warnings[1] ?? '', /^\.env was skipped: .*credentials/)
})

test('mails inside mails are read to a depth, and the report names every document', async t => {
  const library = await openLibrary(t)
  let mail = makeMail({ parts: [text, notes] })
  for (let depth = 0; depth < 7; depth++)
    mail = makeMail({ parts: [text, { type: 'message/rfc822', file: 'm.eml', text: mail }] })
  const source = join(library.folder, 'deep.eml')
  const raw = {
    source,
    name: 'deep.eml',
    bytes: Buffer.from(mail),
    mediaType: null,
    charset: null,
    lastModified: null,
    fileType: null,
  }
  const request = {
    collection: 'notes',
    read: async () => raw,
    metadata: {},
    options: { password: null, ocrLanguages: [] },
  }
  const context = { signal: new AbortController().signal, progress: () => {} }
  const report = await ingest(request, library.parts, context)
  assert.deepEqual(
    report.attachments.map(({ name }) => name),
    Array.from({ length: 5 }, (_, index) =>
      Array(index + 1)
        .fill('m.eml')
        .join('!/'),
    ),
  )
  assert.equal(report.chunksWritten, 6)
  const deepest = await documentOf(library, `deep.eml${'!/m.eml'.repeat(5)}`)
  assert.match(deepest.warnings.join(), /attachments were skipped: mails are nested 5 deep/)
  assert.equal((await ingest(request, library.parts, context)).outcome, 'skipped')
})
