import assert from 'node:assert/strict'
import test from 'node:test'
import { cpuMs } from '../../../../test/support/cpu-ms.ts'
import { detectCharset, identifyPage, isNeverDocument } from './identify-page.ts'
import { markdownLinks, markdownTitle } from './parse-links.ts'
import { readHtml } from './read-html.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test('an answer is what its type says, and where that says nothing, what it looks like', () => {
  const cases: [path: string, type: string | null, body: string, kind: string][] = [
    ['/a', 'text/html', '', 'html'],
    ['/a', 'application/xhtml+xml', '', 'html'],
    ['/a', 'text/markdown', '', 'markdown'],
    ['/a.md', 'text/plain', '# x', 'markdown'],
    ['/llms.txt', 'text/plain', '# x', 'markdown'],
    ['/a.txt', 'text/plain', 'x', 'text'],
    ['/a', 'application/pdf', '', 'document'],
    ['/a', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', '', 'document'],
    ['/a', null, '<!-- x -->\n<!DOCTYPE html><p>', 'html'],
    ['/a', 'application/octet-stream', '%PDF-1.7', 'document'],
    ['/a.docx', 'application/octet-stream', 'PK', 'document'],
    ['/a', null, 'who knows', 'other'],
    ['/a', 'image/png', '<html>', 'other'],
    ['/a', 'application/json', '{}', 'other'],
    ['/a.js', 'text/plain', 'x', 'other'],
    ['/a', 'text/plain', 'x\0y', 'other'],
  ]
  for (const [path, type, body, kind] of cases)
    assert.equal(identifyPage(`https://example.org${path}`, type, bytes(body)), kind, `${path} ${type}`)
  assert.ok(isNeverDocument('https://example.org/a/logo.PNG?v=2'))
  assert.ok(!isNeverDocument('https://example.org/js/guide.html'))
})

test('the charset is what the bytes are, not what somebody claims', () => {
  const utf8 = Buffer.from('schön')
  const latin = bytes('sch\xf6n')
  assert.equal(detectCharset(utf8, 'iso-8859-1'), 'utf-8')
  assert.equal(detectCharset(latin, 'utf-8'), null)
  assert.equal(detectCharset(latin, 'windows-1252'), 'windows-1252')
  assert.equal(detectCharset(bytes('<meta charset="koi8-r">\xf0\xf1'), 'utf-8'), 'koi8-r')
  assert.equal(detectCharset(bytes('<?xml version="1.0" encoding="euc-jp"?>\xa4\xa2'), null), 'euc-jp')
  assert.equal(detectCharset(bytes('plain'), 'shift_jis'), 'shift_jis')
})

test('links of Markdown are found, those in code are not', () => {
  const text =
    '[a](/a "title") ![i](i.png) [b]( <b c> ) [w](https://e.org/x_(y)) <https://e.org/auto>\n`[no](/n)`\n~~~\n[no](/n)\n```\n~~~\n[ref]: /ref\n'
  assert.deepEqual(markdownLinks(text), ['/a', 'i.png', 'https://e.org/x_(y)', '/ref', 'https://e.org/auto'])
  assert.equal(markdownTitle('```\n# no\n```\n\n# Yes #\n'), 'Yes')
  assert.equal(markdownTitle('## Second level'), null)
})

test('a page is read for what a crawler needs', async () => {
  const page = await readHtml(
    `<html lang="de"><head><title>T &amp; U</title><base href="/b/"><link rel="canonical" href="/c">
    <meta name="quire-test" content="noindex"><meta http-equiv="Refresh" content="5; url='/r'"></head>
    <body><svg><title>icon</title></svg><h1>Heading</h1><script>var a = "<a href='/js'>"</script>
    <a href=" /one ">1</a><a href="#top">t</a><area href="/two"><iframe src="/three"></iframe>
    <a rel="noopener NoFollow" href="/four">4</a><p>Text<style>p{}</style></p><noscript>off</noscript></body>`,
    'quire-test/1',
  )
  assert.deepEqual(
    { ...page, meta: undefined },
    {
      title: 'T & U',
      text: 'Heading 1 t 4 Text',
      base: '/b/',
      canonical: '/c',
      refresh: '/r',
      directives: { noindex: true, nofollow: false },
      links: [
        { target: '/one', isNofollow: false },
        { target: '/two', isNofollow: false },
        { target: '/three', isNofollow: false },
        { target: '/four', isNofollow: true },
      ],
      language: 'de',
      images: [],
      media: ['/three'],
      structuredData: [],
      meta: undefined,
    },
  )
})

test('the title falls back to what the page calls itself elsewhere', async () => {
  assert.equal((await readHtml('<meta property="og:title" content="Shared"><h1>H</h1>', 'x')).title, 'Shared')
  assert.equal((await readHtml('<p>x</p><h1>Only  heading</h1>', 'x')).title, 'Only heading')
  assert.equal((await readHtml('', 'x')).title, null)
})

test('a refresh after a while is no redirect', async () => {
  assert.equal((await readHtml('<meta http-equiv="refresh" content="300; url=/r">', 'x')).refresh, null)
  assert.equal((await readHtml('<meta http-equiv="refresh" content="5">', 'x')).refresh, null)
})

test('pages made to exhaust the parser are read in little time', async () => {
  const busyMs = await cpuMs(async () => {
    for (const piece of ['<div>', '<b><i>', '<a href=x>', '<x-y>', '<!--', '<a '])
      await readHtml(piece.repeat(100_000), 'x')
  })
  assert.ok(busyMs < 5_000)
})
