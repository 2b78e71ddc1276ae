import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { identifyFormat } from './identify-format.ts'
import { createConverters } from './index.ts'
import { makeCompound, makeMsg } from './office/test/make-compound.ts'
import { makePdf } from './pdf/test/make-pdf.ts'
import { failure, makeSource } from './test/make-source.ts'

const pdf = makePdf({ pages: [{ lines: [{ text: 'Words', x: 72, y: 100 }] }] })
const html = '<!DOCTYPE html><html><body><p>Words</p></body></html>'
const png = Buffer.from(
  '89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000049454e44ae426082',
  'hex',
)

type Case = { is: string; name: string; content: string | Uint8Array; mediaType?: string; because: string }

const mail = 'From: a@example.org\nTo: b@example.org\nSubject: Bees\n\nWax.\n'

const cases: Case[] = [
  { is: 'eml', name: 'a.eml', content: mail, because: 'the name says so' },
  { is: 'eml', name: 'mail', content: mail, because: 'it begins with the headers of a mail' },
  { is: 'eml', name: 'a', content: 'X', mediaType: 'message/rfc822', because: 'the media type says so' },
  { is: 'txt', name: 'mail.txt', content: mail, because: 'a text may quote headers' },
  { is: 'rtf', name: 'a.doc', content: '{\\rtf1\\ansi x}', because: 'Rich Text is often called .doc' },
  { is: 'msg', name: 'a', content: makeMsg({ texts: {} }), because: 'its streams are those of a message' },
  {
    is: 'xls',
    name: 'a.xls',
    content: makeCompound({ 'MBD1/WordDocument': 'x', Workbook: 'y' }),
    because: 'the document inside a workbook is not the file',
  },
  {
    is: 'msg',
    name: 'a.msg',
    content: makeMsg({ texts: {}, more: { '__attach_version1.0_#00000000/Workbook': Buffer.from('x') } }),
    because: 'an attached workbook is not the file',
  },
  {
    is: 'md',
    name: 'flow.md',
    content: '# A free stream past a plate\n\nthe free stream is turbulent .',
    because: 'a word is no signature',
  },
  {
    is: 'txt',
    name: 'flow.txt',
    content: 'the free flight of bodies in a wind tunnel',
    because: 'text may begin like a film ("free" at its fifth byte)',
  },
  { is: 'pdf', name: 'page.html', content: pdf, because: 'content decides over the name' },
  {
    is: 'pdf',
    name: 'page',
    content: pdf,
    mediaType: 'text/html',
    because: 'content decides over the media type',
  },
  {
    is: 'html',
    name: 'paper.pdf',
    content: html,
    mediaType: 'application/pdf',
    because: 'an error page is no PDF',
  },
  {
    is: 'pdf',
    name: 'a',
    content: Buffer.concat([Buffer.from('\ufeff'), pdf]),
    because: 'a byte order mark is passed over',
  },
  {
    is: 'pdf',
    name: 'a',
    content: Buffer.concat([Buffer.from('junk\n'.repeat(40)), pdf]),
    because: 'junk is passed over',
  },
  {
    is: 'pdf',
    name: 'a.pdf',
    content: '1 0 obj <</Type/Catalog>> endobj',
    because: 'a PDF may lack its header',
  },
  {
    is: 'txt',
    name: 'a.txt',
    content: 'Files start with %PDF-1.4, they say.',
    because: 'mentioning the header makes no PDF',
  },
  { is: 'html', name: 'a.txt', content: `<!-- saved -->\n${html}`, because: 'comments may stand first' },
  { is: 'html', name: 'a', content: Buffer.from(`\ufeff${html}`, 'utf16le'), because: 'UTF-16 is text' },
  { is: 'xml', name: 'a', content: '<?xml version="1.0"?><feed/>', because: 'the declaration says so' },
  { is: 'html', name: 'a', content: `<?xml version="1.0"?>\n${html}`, because: 'XHTML is HTML' },
  {
    is: 'html',
    name: 'a.html',
    content:
      '<?xml version="1.0"?>\n<!DOCTYPE head PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "x.dtd"><head xmlns="http://www.w3.org/1999/xhtml"><title>Tea</title></head><div><p>Tea is green.</p></div>',
    because: 'the first element is of XHTML',
  },
  {
    is: 'xml',
    name: 'a',
    content:
      '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><div xmlns="http://www.w3.org/1999/xhtml">Tea</div></feed>',
    because: 'a feed that holds pages is none',
  },
  { is: 'json', name: 'a', content: '{"tea": [1, 2]}', because: 'it parses as JSON' },
  { is: 'txt', name: 'a', content: '{tea: not really JSON', because: 'a brace alone is not JSON' },
  {
    is: 'csv',
    name: 'a',
    content: 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n',
    because: 'rows have the same number of cells',
  },
  { is: 'md', name: 'notes.md', content: '# Tea', because: 'the name says so' },
  {
    is: 'md',
    name: 'notes.md',
    content: '# Tea',
    mediaType: 'text/plain',
    because: 'text/plain says nothing',
  },
  {
    is: 'html',
    name: 'a',
    content: '<p>Half a page</p>',
    mediaType: 'text/html',
    because: 'the transport declared it',
  },
  { is: 'code', name: 'tea.ts', content: 'export const tea = 1', because: 'the name says so' },
  { is: 'code', name: 'Dockerfile', content: 'FROM debian', because: 'some names have no ending' },
  { is: 'image', name: 'a.txt', content: png, because: 'pictures are recognised by their signature' },
  { is: 'txt', name: 'LICENSE', content: 'You may do as you like.', because: 'text is text' },
]

describe('identifyFormat', () => {
  for (const { is, name, content, mediaType = null, because } of cases)
    test(`${name} (${mediaType ?? 'no media type'}) is ${is}: ${because}`, async () => {
      assert.equal(await identifyFormat(makeSource(name, content, { mediaType })), is)
    })

  test('an empty source is refused as empty', async () => {
    await assert.rejects(
      identifyFormat(makeSource('a.pdf', '')),
      failure('invalid', 'EMPTY_SOURCE', /a\.pdf is empty/),
    )
  })

  test('binary data of no known kind is refused with its name', async () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, index) => (index * 37) & 255)
    await assert.rejects(
      identifyFormat(makeSource('data.bin', bytes)),
      failure('unsupported', 'UNSUPPORTED_FORMAT', /^Unsupported format: .*data\.bin/),
    )
  })

  test('a known kind that we do not read is named', async () => {
    const gzip = Buffer.from('1f8b08000000000000030300000000000000000000', 'hex')
    await assert.rejects(
      identifyFormat(makeSource('tea.gz', gzip)),
      failure('unsupported', 'UNSUPPORTED_FORMAT', /^Unsupported format: .*gz/),
    )
  })
})

describe('createConverters', () => {
  test('accepts by name what it could read, and audio only with an endpoint', async () => {
    const without = createConverters()
    const endpoint = { baseUrl: 'http://127.0.0.1:1', apiKey: null, model: null }
    const withEndpoint = createConverters({ transcription: endpoint })
    for (const name of ['a.pdf', 'b.DOCX', 'c.md', 'd.py', 'Makefile', 'e.tiff'])
      assert.ok(without.refusal(name) === null, name)
    for (const name of ['a.exe', 'b', 'c.mp3', '.git']) assert.ok(without.refusal(name) !== null, name)
    assert.ok(withEndpoint.refusal('c.mp3') === null)
    await Promise.all([without.close(), withEndpoint.close()])
  })

  test('identify tells converter, version and format without reading', async () => {
    const converters = createConverters()
    assert.deepEqual(await converters.identify(makeSource('a.pdf', pdf)), {
      name: 'pdf',
      version: 14,
      format: 'pdf',
    })
    await converters.close()
  })

  test('a source over the limit is refused before anything is read', async () => {
    const converters = createConverters({ limits: { maxSourceBytes: 100 } })
    const context = { signal: new AbortController().signal, progress: () => {} }
    await assert.rejects(
      converters.convert(makeSource('a.pdf', pdf), { password: null, ocrLanguages: [] }, context),
      failure('too_large', 'SOURCE_TOO_LARGE', /a\.pdf/),
    )
    await converters.close()
  })
})
