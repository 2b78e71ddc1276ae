import assert from 'node:assert/strict'
import test from 'node:test'
import { convert, failure, makeSource } from '../test/make-source.ts'
import { xmlConverter } from './xml.ts'

const read = (xml: string | Uint8Array) => convert(xmlConverter, makeSource('a.xml', xml))

test('titles become headings by depth, prose stays prose', async () => {
  const { markdown, title } = await read(`<?xml version="1.0"?><book><title>Of bees</title>
    <chapter><title>The hive</title><para>It has <emphasis>six</emphasis> sides.</para></chapter></book>`)
  assert.equal(title, 'Of bees')
  assert.equal(markdown, '# Of bees\n\n## The hive\n\nIt has six sides.\n')
})

test('fields and attributes are written by their names', async () => {
  const { markdown } = await read(
    '<stock><item sku="7"><name>Wax</name><price unit="EUR">3</price><gone/></item><at where="here"/></stock>',
  )
  assert.equal(markdown, '# Wax\n\n- sku: 7\n- price: 3 (unit: EUR)\n- at: where: here\n')
})

test('feeds carry HTML as text; its tags are not words', async () => {
  const { markdown } = await read(
    '<rss><channel><title>News</title><item><title>One</title><description><![CDATA[<p>Rain <b>fell</b>.</p>]]></description></item></channel></rss>',
  )
  assert.equal(markdown, '# News\n\n## One\n\nRain fell .\n')
})

test('entities of the document are never expanded', async () => {
  const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
  const bomb = `<!DOCTYPE x [<!ENTITY l0 "lol"><!ENTITY file SYSTEM "file:///etc/passwd">${lol}]><x><p>Safe &l9; &file; text</p></x>`
  const { markdown } = await read(bomb)
  assert.ok(markdown.length < 200)
  assert.match(markdown, /Safe .*text/)
  assert.doesNotMatch(markdown, /root:/)
})

test('the declared encoding is used', async () => {
  const xml = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a><p>K\xe4se</p></a>', 'latin1')
  assert.equal((await read(xml)).markdown, 'Käse\n')
})

test('hostile nesting gives the text and a warning', async () => {
  const { markdown, warnings } = await read(`${'<a>'.repeat(20_000)}deep words${'</a>'.repeat(20_000)}`)
  assert.match(markdown, /deep words/)
  assert.equal(warnings.length, 1)
})

test('what has no elements is not XML', async () => {
  await assert.rejects(read('just words'), failure('invalid', 'BROKEN_SOURCE', /a\.xml is not XML/))
})
