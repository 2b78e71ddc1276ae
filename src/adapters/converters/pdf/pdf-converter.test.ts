import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../../core/model/failure.ts'
import { convertPdf, paragraph, textOfPage } from './test/convert-pdf.ts'
import { makePdf, type PdfPage } from './test/make-pdf.ts'

test('pages carry their numbers, printed labels and exact spans', async () => {
  const converted = await convertPdf({
    pages: [
      { lines: [{ text: 'Preface to the whole', x: 72, y: 100 }] },
      { lines: [{ text: 'Thanks to everyone', x: 72, y: 100 }] },
      { lines: [{ text: 'The first real page', x: 72, y: 100 }] },
    ],
    labels: '[0 <</S/r>> 2 <</S/D/St 7>>]',
    title: 'A Small Book',
  })
  assert.equal(converted.title, 'A Small Book')
  assert.deepEqual(
    converted.pages.map(page => [page.number, page.label, page.ocr]),
    [
      [1, 'i', false],
      [2, 'ii', false],
      [3, '7', false],
    ],
  )
  assert.equal(textOfPage(converted, 3), 'The first real page')
})

test('lines of a paragraph are joined and paragraphs are apart', async () => {
  const converted = await convertPdf({
    pages: [
      {
        lines: [
          ...paragraph(['A paragraph goes on over the end of', 'its first line until it stops.'], {
            x: 72,
            y: 100,
          }),
          ...paragraph(['Another one begins further down.'], { x: 72, y: 150 }),
        ],
      },
    ],
  })
  assert.equal(
    converted.markdown,
    'A paragraph goes on over the end of its first line until it stops.\n\nAnother one begins further down.',
  )
})

test('a word broken at the line end is mended, a compound keeps its hyphen', async () => {
  const converted = await convertPdf({
    pages: [
      {
        lines: paragraph(
          [
            'The compiler must under-',
            'stand that a well-known word stays well-',
            'known, and that text of the Euro-',
            'Dollar market keeps its own.',
          ],
          { x: 72, y: 100 },
        ),
      },
    ],
  })
  assert.match(converted.markdown, /must understand that/)
  assert.match(converted.markdown, /stays well-known, and/)
  assert.match(converted.markdown, /Euro-Dollar market/)
})

test('quotation marks and apostrophes stay what the file says', async () => {
  const converted = await convertPdf({
    pages: [{ lines: [{ text: 'Shakespeare’s estate', x: 72, y: 100 }] }],
  })
  assert.equal(converted.markdown, 'Shakespeare’s estate')
})

test('two columns are read one after the other, below a title that spans both', async () => {
  const column = (name: string, x: number) =>
    paragraph(
      Array.from({ length: 8 }, (_, index) => `${name} column, line ${index + 1}, goes on and on`),
      { x, y: 140 },
    )
  const converted = await convertPdf({
    pages: [
      {
        lines: [
          { text: 'A title that spans both of the columns of the page', x: 120, y: 100, size: 16 },
          ...column('Left', 72),
          ...column('Right', 320),
        ],
      },
    ],
  })
  const places = [
    'A title',
    'Left column, line 1',
    'Left column, line 8',
    'Right column, line 1',
    'Right column, line 8',
  ]
  const found = places.map(place => converted.markdown.indexOf(place))
  assert.ok(found.every(place => place >= 0))
  assert.deepEqual(
    found,
    found.toSorted((a, b) => a - b),
  )
})

test('a table is read row by row', async () => {
  const rows = [
    ['Line', 'Position', 'Meaning'],
    ['1', '01-05', 'Command code'],
    ['2', '06', 'Definer code'],
    ['3', '07-16', 'Identification'],
  ]
  const lines = rows.flatMap((cells, row) =>
    cells.map((text, column) => ({ text, x: 72 + 120 * column, y: 100 + 22 * row })),
  )
  const converted = await convertPdf({ pages: [{ lines }] })
  assert.match(converted.markdown, /\| 1 \| 01-05 \| Command code \|\n\| 2 \| 06 \| Definer code \|/)
})

const subjects = ['leaves', 'water', 'cups', 'milk', 'sugar', 'time']

test('running heads, feet and page numbers are left out, the text between them is not', async () => {
  const pages: PdfPage[] = Array.from({ length: 6 }, (_, index) => ({
    lines: [
      { text: 'THE HISTORY OF TEA', x: 250, y: 40, size: 8 },
      ...paragraph([`A chapter on ${subjects[index]} stands here`, 'and they are not repeated at all.'], {
        x: 72,
        y: 120,
      }),
      { text: `Page ${index + 11}`, x: 290, y: 760, size: 8 },
    ],
  }))
  const converted = await convertPdf({ pages })
  assert.doesNotMatch(converted.markdown, /HISTORY OF TEA|Page 1\d/)
  for (const [index, subject] of subjects.entries())
    assert.match(textOfPage(converted, index + 1), new RegExp(`chapter on ${subject} stands`))
})

test('titles at the top of pages that differ in more than the page number are kept', async () => {
  const pages: PdfPage[] = [4, 9, 17, 23].map(number => ({
    lines: [
      { text: `Table ${number}`, x: 72, y: 60 },
      ...paragraph(['with words below it that fill', 'the page.'], { x: 72, y: 120 }),
    ],
  }))
  const converted = await convertPdf({ pages })
  assert.match(converted.markdown, /Table 4[\s\S]*Table 9[\s\S]*Table 17[\s\S]*Table 23/)
})

test('outline entries start at their heading, which becomes a Markdown heading', async () => {
  const body = ['Some text that belongs to the section', 'and fills a second line as well.']
  const converted = await convertPdf({
    pages: [
      { lines: [{ text: '1 Introduction', x: 72, y: 100, size: 14 }, ...paragraph(body, { x: 72, y: 130 })] },
      {
        lines: [
          ...paragraph(body, { x: 72, y: 80 }),
          { text: '1.1  Leaves and', x: 72, y: 200, size: 12 },
          { text: 'water', x: 72, y: 214, size: 12 },
          ...paragraph(body, { x: 72, y: 240 }),
        ],
      },
    ],
    outline: [
      { title: 'Introduction', page: 1, y: 90 },
      { title: '1.1 Leaves and water', page: 2, y: 190, level: 2 },
    ],
  })
  assert.deepEqual(
    converted.outline.map(entry => [entry.level, entry.title]),
    [
      [1, 'Introduction'],
      [2, '1.1 Leaves and water'],
    ],
  )
  const [first, second] = converted.outline
  assert.ok(converted.markdown.startsWith('# 1 Introduction\n\n', first!.start))
  assert.ok(converted.markdown.startsWith('## 1.1 Leaves and water\n\n', second!.start))
})

test('an entry whose title is not on the page starts at the height it points to', async () => {
  const converted = await convertPdf({
    pages: [
      {
        lines: [
          { text: 'Something above it', x: 72, y: 100 },
          { text: 'What it points to', x: 72, y: 300 },
        ],
      },
    ],
    outline: [{ title: 'Bookmark 12', page: 1, y: 280 }],
  })
  assert.ok(converted.markdown.startsWith('What it points to', converted.outline[0]!.start))
})

test('an outline that runs in a circle is read once', async () => {
  const converted = await convertPdf({
    pages: [{ lines: [{ text: 'Alpha', x: 72, y: 100 }] }, { lines: [{ text: 'Omega', x: 72, y: 100 }] }],
    outline: [
      { title: 'Alpha', page: 1 },
      { title: 'Omega', page: 2 },
    ],
    loopOutline: true,
  })
  assert.ok(converted.outline.length <= 2)
  assert.match(converted.markdown, /Alpha[\s\S]*Omega/)
})

test('junk or a byte order mark before the header does no harm', async () => {
  const pdf = makePdf({ pages: [{ lines: [{ text: 'Still readable', x: 72, y: 100 }] }] })
  for (const junk of [Buffer.from('\ufeff'), Buffer.from('HTTP/1.1 200 OK\r\n\r\n')]) {
    const converted = await convertPdf(new Uint8Array(Buffer.concat([junk, pdf])))
    assert.equal(converted.markdown, 'Still readable')
  }
})

test('an encrypted file opens with its password only, and says which is missing', async () => {
  const pdf = makePdf({
    pages: [{ lines: [{ text: 'A secret recipe', x: 72, y: 100 }] }],
    userPassword: 'camellia',
  })
  await assert.rejects(convertPdf(pdf), isFailure('PASSWORD_REQUIRED', /--password/))
  await assert.rejects(convertPdf(pdf, { password: 'thea' }), isFailure('PASSWORD_WRONG', /password/))
  assert.equal((await convertPdf(pdf, { password: 'camellia' })).markdown, 'A secret recipe')
})

test('a truncated file is an error or says what is missing, never silently empty', async () => {
  const pdf = makePdf({ pages: [{ lines: [{ text: 'Half of this is gone', x: 72, y: 100 }] }] })
  await assert.rejects(
    convertPdf(pdf.subarray(0, 200)),
    (error: unknown) => error instanceof Failure && error.kind === 'invalid' && error.message.length > 10,
  )
})

test('a file without any text is refused with what to do', async () => {
  await assert.rejects(convertPdf({ pages: [{}] }), isFailure('NO_TEXT', /ingest_content/))
})

test('blank pages are kept as empty pages and named in a warning', async () => {
  const converted = await convertPdf({
    pages: [
      { lines: [{ text: 'Words on the first page', x: 72, y: 100 }] },
      {},
      { lines: [{ text: 'And on the third', x: 72, y: 100 }] },
    ],
  })
  assert.equal(converted.pages.length, 3)
  assert.equal(textOfPage(converted, 2), '')
  assert.deepEqual(converted.warnings, ['Blank, without text: page 2.'])
})

test('the dots of a table of contents are no sign of an unreadable text layer', async () => {
  const lines = ['Leaves', 'Water', 'Cups', 'Milk'].map((title, index) => ({
    text: `${title} ${'. '.repeat(60)}${index + 3}`,
    x: 72,
    y: 100 + 20 * index,
  }))
  const converted = await convertPdf({ pages: [{ lines }] })
  assert.equal(converted.pages[0]?.ocr, false)
  assert.match(converted.markdown, /Leaves [. ]+3[\s\S]*Milk [. ]+6/)
})

test('a cancelled conversion stops', async () => {
  const signal = AbortSignal.abort()
  await assert.rejects(convertPdf({ pages: [{}] }, { signal }), isFailure('CANCELLED', null))
})

function isFailure(code: string, hint: RegExp | null) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof Failure, String(error))
    assert.equal(error.code, code)
    if (hint) assert.match(error.hint ?? '', hint)
    return true
  }
}
