import assert from 'node:assert/strict'
import test from 'node:test'
import { convert, failure, makeSource, sample } from '../test/make-source.ts'
import { htmlConverter } from './html.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

const read = (html: string | Uint8Array, rest = {}) =>
  convert(htmlConverter, makeSource('page.html', html, rest))
const words = 'The bees left the hive at noon and came back before the rain began. '.repeat(5)

test('the main part is kept; menus, scripts and footers are not', async () => {
  const { markdown, title } = await read(`<!doctype html><html><head><title>Bees &amp; rain</title>
    <style>p{}</style><script>var x = "<p>no</p>"</script></head><body>
    <header><a href="/">Site name</a></header><nav><ul><li><a href="/a">Menu entry</a></li></ul></nav>
    <main><h1>Of bees</h1><p>${words}</p><aside>A side note.</aside></main>
    <footer>Imprint</footer></body></html>`)
  assert.equal(title, 'Of bees')
  assert.equal(markdown, `# Of bees\n\n${words.trim()}\n\nA side note.\n`)
})

test('without a main part the page chrome goes, but never the text or its only title', async () => {
  const { markdown } = await read(`<body><header><h1>Of bees</h1><a href="/">Site</a></header>
    <div class="cookie-banner">We use cookies.</div><div class="sidebar-wrapper"><p>${words}</p></div>
    <div class="breadcrumb">Home / Bees</div><footer>Imprint</footer></body>`)
  assert.equal(markdown, `# Of bees\n\n${words.trim()}\n`)
})

test('a page whose whole text lies in a navigation or footer keeps it', async () => {
  assert.match((await read(`<body><nav><p>${words}</p></nav><p>x</p></body>`)).markdown, /came back/)
  assert.match((await read(`<body><footer><p>${words}</p></footer></body>`)).markdown, /came back/)
})

test('a small main part beside a long text is not believed', async () => {
  const { markdown } = await read(`<body><main><p>Loading…</p></main><div><p>${words}</p></div></body>`)
  assert.match(markdown, /came back/)
})

test('links are made absolute by the base, the address or the canonical link; others leave their words', async () => {
  const html = `<head><link rel="canonical" href="https://b.example/x/"></head><p>${words}<a href="../y?a=1">why</a>
    <a href="#top">top</a> <a href="javascript:alert(1)">click</a> <a href="data:text/html,hi">data</a></p>`
  const fetched = await read(html, { source: 'https://a.example/one/two' })
  assert.match(fetched.markdown, /\[why\]\(https:\/\/a\.example\/y\?a=1\) top click data/)
  const saved = await read(html)
  assert.match(saved.markdown, /\[why\]\(https:\/\/b\.example\/y\?a=1\)/)
  const based = await read(`<base href="https://c.example/d/">${html}`, { source: 'https://a.example/' })
  assert.match(based.markdown, /\[why\]\(https:\/\/c\.example\/y\?a=1\)/)
})

test('no picture and no data address gets through', async () => {
  const { markdown } = await read(
    `<p>${words}<img alt="pic" src="data:image/png;base64,AAAA"></p><svg><text>drawn</text></svg>`,
  )
  assert.doesNotMatch(markdown, /data:|AAAA|pic|drawn/)
})

test('the encoding is found by mark, declaration, meta element or look', async () => {
  const page = (meta: string) =>
    `<html><head>${meta}<title>Grüße</title></head><body><p>Käse für alle.</p></body></html>`
  const latin = (meta: string) => Buffer.from(page(meta), 'latin1')
  const variants: [string, Uint8Array, object][] = [
    ['mark', Buffer.from(`\ufeff${page('')}`, 'utf16le'), {}],
    ['declared by the transport', latin(''), { charset: 'iso-8859-1' }],
    ['meta charset', latin('<meta charset="iso-8859-1">'), {}],
    [
      'meta http-equiv',
      latin('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">'),
      {},
    ],
    ['look', latin(''), {}],
    ['meta claims UTF-16 but the bytes are not', Buffer.from(page('<meta charset="utf-16">')), {}],
  ]
  for (const [name, bytes, rest] of variants) {
    const { markdown, title } = await read(bytes, rest)
    assert.deepEqual([name, title, markdown], [name, 'Grüße', 'Käse für alle.\n'])
  }
  const shiftJis = Buffer.concat([
    Buffer.from('<meta charset="Shift_JIS"><p>'),
    Buffer.from('82a082a282a4', 'hex'),
    Buffer.from('</p>'),
  ])
  assert.equal((await read(shiftJis)).markdown, 'あいう\n')
})

const pieces: [name: string, html: string, markdown: string][] = [
  [
    'tables',
    '<table><tr><th>a</th><th>b|c</th></tr><tr><td><p>x</p><p>y</p></td><td>1<br>2</td></tr></table>',
    '| a | b\\|c |\n| --- | --- |\n| x y | 1 2 |\n',
  ],
  [
    'tables for layout',
    '<table><tr><td>Left words</td><td><table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>',
    'Left words\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n',
  ],
  [
    'code with blank lines and fences',
    '<pre><code class="language-py">def f():\n\n\n\n    "```"</code></pre>',
    '````py\ndef f():\n\n\n\n    "```"\n````\n',
  ],
  ['code in a list', '<ul><li>Run<pre>one\ntwo</pre></li></ul>', '- Run\n\n  ```\n  one\n  two\n  ```\n'],
  ['line breaks and source line ends', '<p>One\n   two<br>\nthree</p>', 'One two\nthree\n'],
  [
    'formulas with TeX',
    '<p>If <math><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math>.</p>',
    'If $x^2$.\n',
  ],
  ['formulas without', '<p>If <math><mi>x</mi><mo>=</mo><mn>1</mn></math>.</p>', 'If x=1.\n'],
  ['false headings', '<p># 1 is not a heading</p>', '\\# 1 is not a heading\n'],
  ['permalinks in headings', '<h2>Setup<a class="headerlink" href="#setup">¶</a></h2>', '## Setup\n'],
  ['nested lists', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c\n'],
]
for (const [name, html, markdown] of pieces)
  test(`${name} are written well`, async () => assert.equal((await htmlToMarkdown(html)).markdown, markdown))

test('hostile nesting gives the text and a warning, not a crash', async () => {
  const { markdown, warnings } = await read(`${'<div>'.repeat(20_000)}${words}${'</div>'.repeat(20_000)}`)
  assert.match(markdown, /came back/)
  assert.equal(warnings.length, 1)
})

test('a page without words is empty', async () => {
  await assert.rejects(
    read('<html><body><script>x()</script></body></html>'),
    failure('invalid', 'NO_TEXT', /page/),
  )
})

const scripted = sample('unstructured/example-with-scripts.html')
test('a real page with scripts gives its article only', { skip: scripted.skip }, async () => {
  const { markdown, title } = await convert(htmlConverter, scripted.read())
  assert.match(title ?? '', /^Russian Offensive Campaign Assessment/)
  assert.ok(markdown.startsWith('# Russian Offensive Campaign Assessment, December 13\n'))
  assert.doesNotMatch(markdown, /function\s*\(|@import|jQuery/)
})

const steel = sample('unstructured/example-steelJIS-datasheet-utf-16.html')
test('a real UTF-16 page gives its tables', { skip: steel.skip }, async () => {
  const { markdown } = await convert(htmlConverter, steel.read())
  assert.match(markdown, /\| \*\*0\.39 - 0\.46\*\* \|/)
  assert.match(markdown, /成分/)
})

test('links within the site leave their words when that is asked for', async () => {
  const source = makeSource(
    'page.html',
    `<p>${words}<a href="/other" title="Other">other</a> <a href="https://b.example/" title="B">elsewhere</a></p>`,
    { source: 'https://a.example/one' },
  )
  const { markdown } = await htmlConverter.convert(
    source,
    { password: null, ocrLanguages: [], siteLinks: 'words' },
    { signal: new AbortController().signal, progress: () => {} },
  )
  assert.match(markdown, /other \[elsewhere\]\(https:\/\/b\.example\/\)/)
})

test('the language of a block is the one that the page names, wherever it does', async () => {
  const code = '<pre>x = 1\ny = 2</pre>'
  const cases: [language: string, html: string][] = [
    ['python3', `<div class="highlight-python3 notranslate"><div class="highlight">${code}</div></div>`],
    ['', `<div class="highlight-default notranslate"><div class="highlight">${code}</div></div>`],
    ['none', `<div class="highlight-none notranslate"><div class="highlight">${code}</div></div>`],
    ['python', `<div class="highlight-python+sql notranslate"><div class="highlight">${code}</div></div>`],
    ['js', `<div class="highlight highlight-source-js">${code}</div>`],
    ['html', `<div class="highlight highlight-text-html-basic">${code}</div>`],
    ['ruby', `<div class="language-ruby highlighter-rouge"><div class="highlight">${code}</div></div>`],
    ['ts', '<pre><code class="hljs language-ts">x = 1\ny = 2</code></pre>'],
    ['lua', '<pre><code class="hljs lua">x = 1\ny = 2</code></pre>'],
    ['go', '<pre><code data-lang="go" class="language-go">x = 1\ny = 2</code></pre>'],
    [
      'haskell',
      '<div class="sourceCode"><pre class="sourceCode haskell"><code>x = 1\ny = 2</code></pre></div>',
    ],
    ['jscript', '<pre class="brush: jscript; toolbar: false">x = 1\ny = 2</pre>'],
    ['c', '<pre class="prettyprint lang-c">x = 1\ny = 2</pre>'],
    ['emacs-lisp', '<pre class="src src-emacs-lisp">x = 1\ny = 2</pre>'],
    ['', `<div class="lang-en"><p>${words}</p>${code}</div>`],
    ['', '<pre class="programlisting">x = 1\ny = 2</pre>'],
  ]
  for (const [language, html] of cases) {
    const { markdown } = await htmlToMarkdown(html)
    assert.ok(markdown.includes(`\`\`\`${language}\nx = 1\ny = 2\n`), `${html}\n${markdown}`)
  }
})

test('numbers of lines are no code, and code in the cells of a table is not lost', async () => {
  const numbered = await htmlToMarkdown(
    '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><div><pre>x = 1\ny = 2</pre></div></td></tr></table>',
  )
  assert.equal(numbered.markdown, '```\nx = 1\ny = 2\n```\n')
  const counted = await htmlToMarkdown(
    '<table><tr><td class="left"><pre>1\n2</pre></td><td><pre>x = 1\ny = 2</pre></td></tr></table>',
  )
  assert.equal(counted.markdown, '```\nx = 1\ny = 2\n```\n')
  const inline = await htmlToMarkdown('<pre><span class="linenos">1</span>x = 1</pre>')
  assert.equal(inline.markdown, '```\nx = 1\n```\n')
  const table = await htmlToMarkdown(
    '<table><tr><th>Call</th><th>Result</th></tr><tr><td>f</td><td><pre>a\nb</pre></td></tr><tr><td>g</td><td><pre>c</pre></td></tr></table><p>End.</p>',
  )
  assert.match(table.markdown, /\| f \| `a b` \|\n\| g \| `c` \|/)
  assert.match(table.markdown, /```\na\nb\n```\n\n```\nc\n```\n\nEnd\./)
})

test('menus and tables of contents go by their name and their links, content of that name stays', async () => {
  const link = (text: string) => `<li><a href="/${text}">${text}</a></li>`
  const { markdown } =
    await read(`<body><div class="menu mainmenu"><ul>${link('Home')}${link('About')}</ul></div>
    <div class="navheader"><table><tr><td><a href="/p">Prev</a></td><td>Chapter 3. Bees</td></tr></table></div>
    <h1>Of bees</h1><div id="fancy_toc"><ul>${link('Hives')}${link('Rain')}</ul></div>
    <div class="menu"><p>${words}<a href="/x">more</a></p></div><div class="toctree-wrapper">${link('Part one')}</div></body>`)
  assert.doesNotMatch(markdown, /Home|About|Prev|Chapter 3|Hives/)
  assert.match(markdown, /^# Of bees[\s\S]*came back[\s\S]*Part one/)
})

test('the language that a page declares is returned, without its region', async () => {
  const declared = async (html: string) => (await read(`${html}<body><p>${words}</p>`)).language
  assert.equal(await declared('<html lang="de-AT">'), 'de')
  assert.equal(await declared('<html lang=" EN ">'), 'en')
  assert.equal(await declared('<html lang="klingon">'), undefined)
  assert.equal(await declared(''), undefined)
})

test('a page that is little more than links is marked as a listing', async () => {
  const links = Array.from(
    { length: 20 },
    (_, i) => `<li><a href="/${i}">The ${i}th page of this site</a></li>`,
  )
  const list = `<ul>${links.join('')}</ul>`
  assert.equal((await read(`<h1>Index</h1>${list}`)).isListing, true)
  assert.equal((await read(`<h1>Index</h1><p>${words}</p>${list}`)).isListing, undefined)
  assert.equal(
    (await read(`<h1>Bees</h1><nav>${list}</nav><main><p>${words}</p></main>`)).isListing,
    undefined,
  )
})
