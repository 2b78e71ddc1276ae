import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convert, failure, makeSource, sample } from '../test/make-source.ts'
import { emlConverter, mendUtf8 } from './eml.ts'
import { type MailPart, makeMail } from './test/make-mail.ts'

const read = (mail: string) => convert(emlConverter, makeSource('a.eml', mail))
const plain = (text: string): MailPart => ({ type: 'text/plain; charset=utf-8', text })
const html = (text: string): MailPart => ({ type: 'text/html; charset=utf-8', text })

test('headers are the metadata and are written above the text', async () => {
  const { markdown, metadata, title, attachments } = await read(
    makeMail({
      headers: {
        From: '=?utf-8?q?J=C3=BCrgen?= <jo@example.org>',
        To: 'Ann <ann@example.org>, bob@example.org',
        Cc: 'team@example.org',
        Date: 'Thu, 4 May 2023 10:06:11 -0400',
        'Message-ID': '<1@example.org>',
        Subject: '=?utf-8?b?SG9uZXkg4oCTIG5vdw==?=',
      },
      parts: [plain('The hive is full.')],
    }),
  )
  assert.equal(title, 'Honey – now')
  assert.deepEqual(metadata, {
    from: 'Jürgen <jo@example.org>',
    to: ['Ann <ann@example.org>', 'bob@example.org'],
    cc: ['team@example.org'],
    date: '2023-05-04T14:06:11.000Z',
    subject: 'Honey – now',
    message_id: '1@example.org',
  })
  assert.equal(
    markdown,
    '# Honey – now\n\nFrom: Jürgen <jo@example.org>\nTo: Ann <ann@example.org>, bob@example.org\nCc: team@example.org\nDate: 2023-05-04 14:06 UTC\n\nThe hive is full.\n',
  )
  assert.deepEqual(attachments, [])
})

test('the HTML part is the text, without what mail programs hide', async () => {
  const body =
    '<head><title>x</title><style>p{}</style></head><div style="display:none">Preview</div><p>Honey <b>now</b></p><ul><li>wax</li></ul>'
  const { markdown } = await read(
    makeMail({ parts: [plain('Honey now\n* wax'), html(body)], kind: 'alternative' }),
  )
  assert.match(markdown, /Honey \*\*now\*\*\n\n- wax\n$/)
  assert.doesNotMatch(markdown, /Preview|p\{\}/)
})

test('an HTML part with hardly any words gives way to the plain text', async () => {
  const parts = [plain('A long text about bees and their wax.'), html('<img src="cid:1"><p>Bees</p>')]
  assert.match((await read(makeMail({ parts, kind: 'alternative' }))).markdown, /their wax\.\n$/)
})

test('attachments are files with names of their own; signatures and shown pictures are not listed', async () => {
  const picture = { type: 'image/png', file: 'logo.png', bytes: Buffer.alloc(20_000, 1) }
  const { markdown, attachments } = await read(
    makeMail({
      parts: [
        html('<p>See</p><img src="cid:logo">'),
        { ...picture, id: 'logo', disposition: 'inline' },
        { type: 'text/plain', file: 'a/notes.txt', text: 'one' },
        { type: 'text/plain', file: 'notes.txt', text: 'two' },
        { type: 'application/pgp-signature', file: 'signature.asc', text: 'xx' },
        { type: 'message/rfc822', text: 'From: x@example.org\nSubject: Inner\n\nHi' },
      ],
    }),
  )
  assert.deepEqual(
    attachments?.map(({ name, isShown, bytes }) => [name, isShown, bytes.length]),
    [
      ['logo.png', true, 20_000],
      ['notes.txt', false, 4],
      ['notes (2).txt', false, 4],
      ['attachment-4.eml', false, 39],
    ],
  )
  assert.match(markdown, /^Attachments: notes\.txt, notes \(2\)\.txt, attachment-4\.eml$/m)
})

test('a mail without text but with headers is one; one without anything is not', async () => {
  assert.match((await read(makeMail({ headers: { Subject: 'Only this' }, parts: [] }))).markdown, /Only this/)
  await assert.rejects(read('X-Nothing: 1\n\n   '), failure('invalid', 'NO_TEXT', /a\.eml/))
})

test('text declared as Latin-1 that is UTF-8 is mended; true Latin-1 stays', () => {
  assert.equal(mendUtf8('Iâ€™m here, Ã¼ber'), 'I’m here, über')
  assert.equal(mendUtf8('über Äpfel'), 'über Äpfel')
  assert.equal(mendUtf8('Привет Ã¼'), 'Привет Ã¼')
})

test('parts nested a thousand deep, endless headers and a mail in a mail are bounded', async () => {
  let nested = 'Content-Type: text/plain\n\ndeep'
  for (let depth = 0; depth < 1000; depth++)
    nested = `Content-Type: multipart/mixed; boundary="b${depth}"\n\n--b${depth}\n${nested}\n--b${depth}--`
  await assert.rejects(
    read(`Subject: x\n${nested}`),
    failure('too_large', 'SOURCE_TOO_LARGE', /a\.eml exceeds/),
  )
  await assert.rejects(
    read(`Subject: ${'x'.repeat(3_000_000)}\n\nbody`),
    failure('too_large', 'SOURCE_TOO_LARGE', /a\.eml exceeds/),
  )
})

test('a long base64 part that is not base64 and a part without an end are read', async () => {
  const broken = `Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n${'!'.repeat(1_000_000)}`
  const { attachments } = await read(`Subject: x\n${broken}`)
  assert.equal(attachments?.[0]?.name, 'a.pdf')
})

const real: readonly (readonly [name: string, words: RegExp, files: string[], folder?: string])[] = [
  [
    'tika__test-incremental-updates.eml',
    /container email with an embedded pdf/,
    ['testPDF_incrementalUpdates.pdf'],
  ],
  ['tika__testEmailWithPNGAtt.eml', /This email has a PNG attachment/, ['testPNG.png']],
  ['tika__testGroupWiseEml.eml', /# test333[\s\S]*\ntest\n$/, ['test.eml', 'Neues Textdokument.txt']],
  ['unstructured__email-no-utf8-2008-07-16.062410.eml', /אני חושב שזה לא יהיה מקצועי והוגן/, []],
  ['unstructured__email-replace-mime-encodings-error-2.eml', /I appreciate if you could let me know/, []],
  [
    'unstructured__email-replace-mime-encodings-error-4.eml',
    /As a fellow startup, we understand how it is important/,
    [],
  ],
  ['unstructured__fake-email-image-embedded.eml', /- Roses are red\n- Violets are blue/, []],
  ['unstructured__mime-no-body.eml', /# Image Only Email/, ['image.jpg']],
  ['unstructured__mime-simple.eml', /This is a simple email message\./, []],
  [
    'unstructured__email-with-image.eml',
    /logo is attached to this email/,
    ['unstructured_logo.png'],
    'regressions',
  ],
]
for (const [name, words, files, folder = 'mail'] of real) {
  const { skip, read: open } = sample(name, folder)
  test(`${name} gives its words and files`, { skip }, async () => {
    const { markdown, attachments } = await convert(emlConverter, open())
    assert.match(markdown, words)
    assert.deepEqual(
      attachments?.filter(file => !file.isShown).map(file => file.name),
      files,
    )
    assert.doesNotMatch(markdown, /[A-Za-z0-9+/]{100}/, 'base64')
  })
}
