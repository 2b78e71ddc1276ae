import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMsg } from '../office/test/make-compound.ts'
import { convert, failure, makeSource, sample } from '../test/make-source.ts'
import { msgConverter } from './msg.ts'

const read = (bytes: Uint8Array) => convert(msgConverter, makeSource('a.msg', bytes))

test('properties are the metadata, attachments are files', async () => {
  const bytes = makeMsg({
    texts: {
      '0037': 'Honey',
      '0C1A': 'Jo',
      '5D01': 'jo@example.org',
      '1000': 'The hive is full.',
      '1035': '<1@example.org>',
    },
    recipients: [
      { name: 'Ann', address: 'ann@example.org', kind: 1 },
      { name: 'Team', address: 'team@example.org', kind: 2 },
    ],
    files: [{ name: 'notes.txt', bytes: Buffer.from('wax') }],
  })
  const { markdown, metadata, attachments, title } = await read(bytes)
  assert.equal(title, 'Honey')
  assert.deepEqual(metadata, {
    from: 'Jo <jo@example.org>',
    to: ['Ann <ann@example.org>'],
    cc: ['Team <team@example.org>'],
    subject: 'Honey',
    message_id: '1@example.org',
  })
  assert.equal(
    markdown,
    '# Honey\n\nFrom: Jo <jo@example.org>\nTo: Ann <ann@example.org>\nCc: Team <team@example.org>\nAttachments: notes.txt\n\nThe hive is full.\n',
  )
  assert.deepEqual(
    attachments?.map(({ name, bytes: content }) => [name, Buffer.from(content).toString()]),
    [['notes.txt', 'wax']],
  )
})

test('a message that is stored only as Rich Text is read', async () => {
  const rtf = Buffer.from('{\\rtf1\\ansi Only in Rich Text.\\par}')
  const header = Buffer.alloc(16)
  header.writeUInt32LE(rtf.length + 12, 0)
  header.writeUInt32LE(rtf.length, 4)
  header.write('MELA', 8)
  const more = { '__substg1.0_10090102': Buffer.concat([header, rtf]) }
  assert.match((await read(makeMsg({ texts: { '0037': 'x' }, more }))).markdown, /Only in Rich Text\./)
  header.writeUInt32LE(0xffffffff, 4)
  const bomb = makeMsg({
    texts: { '0037': 'x' },
    more: { '__substg1.0_10090102': Buffer.concat([header, rtf]) },
  })
  assert.deepEqual((await read(bomb)).warnings, ['The text of the message is too large and was left out.'])
})

test('a chain of sectors that runs in circles is refused at once', async () => {
  const bytes = makeMsg({ texts: { '0037': 'x', '1000': 'y'.repeat(10_000) } })
  const table = (bytes.readUInt32LE(76) + 1) * 512
  for (let at = 0; at < 512; at += 4) bytes.writeUInt32LE(1, table + at)
  await assert.rejects(read(bytes), failure('invalid', 'BROKEN_SOURCE', /damaged/))
  await assert.rejects(read(bytes.subarray(0, 700)), failure('invalid', 'BROKEN_SOURCE', /damaged/))
})

const real: readonly (readonly [name: string, words: RegExp, files: string[]])[] = [
  ['tika__test-outlook2003.msg', /Thank you for using Microsoft® Office Outlook® 2003!/, []],
  ['tika__testMSG_Appointment.msg', /Location: under lazy dog\n\nThis is a meeting to discuss jumping/, []],
  ['tika__testMSG_StickyNote.msg', /This is a note about the quick brown fox/, []],
  [
    'tika__testMSG_att_msg.msg',
    /Test email with 1 msg attachment, 1 pdf/,
    ['Test Attachment.msg', 'smbprn.00009008.KdcPjl.pdf'],
  ],
]
for (const [name, words, files] of real) {
  const { skip, read: open } = sample(name, 'mail')
  test(`${name} gives its words and files`, { skip }, async () => {
    const { markdown, attachments } = await convert(msgConverter, open())
    assert.match(markdown, words)
    assert.deepEqual(
      attachments?.filter(file => !file.isShown).map(file => file.name),
      files,
    )
  })
}

const outer = sample('tika__testMSG_att_msg.msg', 'mail')
test('a message inside a message is a message of its own', { skip: outer.skip }, async () => {
  const { attachments } = await convert(msgConverter, outer.read())
  const { title } = await convert(msgConverter, makeSource('b.msg', attachments?.[0]?.bytes ?? ''))
  assert.equal(title, 'Test Attachment')
})
