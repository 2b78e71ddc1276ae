import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownLinks, markdownTitle } from './markdown-links.ts'
import { parseSitemap } from './parse-sitemap.ts'

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

test('a page made of what is nearly a link, a heading or a list of addresses is read to its end', () => {
  // Each of these once took a time that grew with the square or the cube of the length.
  for (const piece of ['](a', '](a "', '`', '``a', '[a]: ', '<https://', '](a(b)', '# '])
    assert.ok(markdownLinks(piece.repeat(40_000)).length < 40_000)
  assert.equal(markdownTitle(`# a${' '.repeat(19_000)}b`)?.length, 19_002)
  assert.equal(parseSitemap(`https://a.example/b\n${' \n'.repeat(200_000)}x`, 10)?.locations.length, 1)
})
