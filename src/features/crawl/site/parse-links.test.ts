import assert from 'node:assert/strict'
import test from 'node:test'
import { cpuMs } from '../../../../test/support/cpu-ms.ts'
import { slow } from '../../../../test/support/slow.ts'
import { markdownLinks, markdownTitle, parseSitemap } from './parse-links.ts'

test('pages of a sitemap, without their pictures, with entities undone', () => {
  const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc> https://example.org/?a=1&amp;b=2 </loc><image:image><image:loc>https://example.org/x.png</image:loc></image:image></url>
    <url><loc><![CDATA[https://example.org/two]]></loc></url></urlset>`
  assert.deepEqual(parseSitemap(xml, 10), {
    kind: 'pages',
    locations: ['https://example.org/?a=1&b=2', 'https://example.org/two'],
  })
})

test('an index lists sitemaps', () => {
  const xml =
    '<sitemapindex><sitemap><loc>/a.xml.gz</loc></sitemap><sitemap><loc>/b.xml</loc></sitemap></sitemapindex>'
  assert.deepEqual(parseSitemap(xml, 10), { kind: 'index', locations: ['/a.xml.gz', '/b.xml'] })
})

test('plain lists and feeds are sitemaps too', () => {
  assert.deepEqual(parseSitemap('https://example.org/a\nhttps://example.org/b\n', 10)?.locations.length, 2)
  assert.deepEqual(
    parseSitemap('<rss><channel><item><link>https://example.org/i</link></item></channel></rss>', 10)
      ?.locations,
    ['https://example.org/i'],
  )
  assert.deepEqual(
    parseSitemap('<feed><entry><link rel="x" href="https://example.org/e"/></entry></feed>', 10)?.locations,
    ['https://example.org/e'],
  )
})

test('no more locations than asked for, and nothing from what is no sitemap', () => {
  const many = `<urlset>${'<url><loc>https://example.org/a</loc></url>'.repeat(100)}</urlset>`
  assert.equal(parseSitemap(many, 7)?.locations.length, 7)
  for (const text of ['', '<html><body>https://example.org</body></html>', 'just words', '{"a":1}'])
    assert.equal(parseSitemap(text, 10), null, text)
})

test('a broken file of a megabyte is read in no time', slow, async () => {
  const busyMs = await cpuMs(() => {
    parseSitemap(`<urlset>${'<loc'.repeat(250_000)}`, 10)
    parseSitemap(`<urlset>${'<image:loc>'.repeat(100_000)}`, 10)
  })
  assert.ok(busyMs < 2_000)
})

test('links are found however they are written, and none in code', () => {
  const text = [
    '[a](/a) and [b]( </b> "its title"), [c](/c_(d)e \'t\')',
    '`[no](/no)` and ``[nor](/nor)`` but [f](/f)',
    '```',
    '[no](/fenced)',
    '```',
    '[ref]: /g',
    '<https://h.example/i>',
  ].join('\n')
  assert.deepEqual(markdownLinks(text), ['/a', '/b', '/c_(d)e', '/f', '/g', 'https://h.example/i'])
})

test('the title is the first heading of the first level, without the signs that close it', () => {
  assert.equal(markdownTitle('## No\n```\n# Nor\n```\n#  What C# is  ##  \n# Later'), 'What C# is')
  assert.equal(markdownTitle('#\n#Paper\n'), null)
})

test(
  'a page made of what is nearly a link, a heading or a list of addresses is read to its end',
  slow,
  () => {
    // Each of these once took quadratic or cubic time.
    for (const piece of ['](a', '](a "', '`', '``a', '[a]: ', '<https://', '](a(b)', '# '])
      assert.ok(markdownLinks(piece.repeat(40_000)).length < 40_000)
    assert.equal(markdownTitle(`# a${' '.repeat(19_000)}b`)?.length, 19_002)
    assert.equal(parseSitemap(`https://a.example/b\n${' \n'.repeat(200_000)}x`, 10)?.locations.length, 1)
  },
)
