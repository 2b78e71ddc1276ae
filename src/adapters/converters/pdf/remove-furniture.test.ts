import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeFurniture } from './remove-furniture.ts'
import { block, page } from './test/layout-fixtures.ts'

const textsOf = (pages: ReturnType<typeof removeFurniture>) =>
  pages.map(({ blocks }) => blocks.flatMap(({ lines }) => lines.map(line => line.text)))

/** Twelve lines; no two pages have the same. */
const column = (number: number, y = 60) =>
  block(
    Array.from({ length: 12 }, (_, line) => `Line ${line} of running text ${'abcdefg'.charAt(number)}`),
    { x: 72, y, order: 10 },
  )

test('headers and page numbers are removed, also the name of a section beside them', () => {
  const pages = [1, 2, 3].map(number =>
    page(
      [
        block(['A Journal of Paper'], { x: 72, y: 30 }),
        block([`Section ${'I'.repeat(number)}`], { x: 300, y: 30 }),
        column(number),
        block([`${number}`], { x: 300, y: 770 }),
      ],
      { number },
    ),
  )
  for (const texts of textsOf(removeFurniture(pages))) {
    assert.equal(texts.length, 12)
    assert.match(texts[0] ?? '', /^Line 0/)
  }
})

/** Chapters of two pages each: a title in large letters, then a page with a head. */
const chapters = (
  titles: readonly string[],
  { titleSize, headY }: { titleSize: number; headY(at: number): number },
) =>
  titles.flatMap((title, at) => [
    page([block([title], { x: 72, y: 60, size: titleSize }), column(2 * at, 120)], { number: 2 * at + 1 }),
    page([block([title], { x: 300, y: headY(at), size: 10 }), column(2 * at + 1)], { number: 2 * at + 2 }),
  ])

test('heads that repeat the title of a short chapter are removed, its title is kept', () => {
  const titles = ['Paper', 'Folding and format', 'Letters of metal']
  const texts = textsOf(removeFurniture(chapters(titles, { titleSize: 20, headY: () => 30 })))
  assert.deepEqual(
    texts.map(([first]) => first?.replace(/^Line 0.*/, 'text')),
    titles.flatMap(title => [title, 'text']),
  )
})

test('a heading that repeats an earlier one is kept where heads are not larger, elsewhere, or only two', () => {
  const titles = ['Paper', 'Folding and format', 'Letters of metal']
  const kept = [
    chapters(titles, { titleSize: 10, headY: () => 40 }),
    chapters(titles, { titleSize: 20, headY: at => 20 + 10 * at }),
    chapters(titles.slice(0, 2), { titleSize: 20, headY: () => 30 }),
  ]
  for (const pages of kept)
    assert.deepEqual(
      textsOf(removeFurniture(pages)).map(([first]) => first),
      pages.map(({ blocks }) => blocks[0]?.lines[0]?.text),
    )
})

test('running text beside the title of a chart that several pages show is kept', () => {
  const pages = [1, 2, 3].map(number =>
    page([column(number), block(['Loss of data in percent'], { x: 300, y: 60, order: 30 })], { number }),
  )
  for (const texts of textsOf(removeFurniture(pages))) {
    assert.match(texts[0] ?? '', /^Line 0/)
    assert.ok(texts.includes('Loss of data in percent'))
  }
})

test('a header with a wide margin above it is removed from an upright page', () => {
  const pages = [1, 2, 3].map(number =>
    page([block([`Conclusion ${number}`], { x: 72, y: 104 }), column(number, 140)], { number }),
  )
  for (const [first] of textsOf(removeFurniture(pages))) assert.match(first ?? '', /^Line 0/)
})

test('a line below the header that only some pages begin with is kept', () => {
  const pages = [1, 2, 3, 4, 5, 6, 7].map(number =>
    page(
      [
        block([`${number} A Journal of Paper`], { x: 72, y: 20 }),
        ...([1, 3, 7].includes(number) ? [block(['Every process does:'], { x: 72, y: 40, order: 5 })] : []),
        column(number),
      ],
      { number },
    ),
  )
  const texts = textsOf(removeFurniture(pages))
  assert.deepEqual(
    texts.map(([first]) => first === 'Every process does:'),
    [true, false, true, false, false, false, true],
  )
})

test('a navigation bar beside the text of slides is removed; labels of rows in the size of the text are not', () => {
  const bar = (size: number) => (number: number) =>
    page([block(['Contents', 'Aims', 'Results'], { x: 520, y: 300, size, width: 60 }), column(number, 300)], {
      number,
    })
  const numbers = [0, 1, 2, 3, 4, 5]
  assert.ok(textsOf(removeFurniture(numbers.map(bar(6)))).every(texts => !texts.includes('Aims')))
  assert.ok(textsOf(removeFurniture(numbers.map(bar(10)))).every(texts => texts.includes('Aims')))
})

test('the title of a slide that is built up in steps is kept, a head on most slides is not', () => {
  const slide = (number: number, title: string) =>
    page(
      [
        block([title], { x: 20, y: 8, size: 14 }),
        block(['First step of the slide', 'Second step'], { x: 20, y: 80, size: 10 }),
      ],
      { number, width: 360, height: 270 },
    )
  const others = ['Leaves', 'Water', 'Cups', 'Kettles', 'Spoons'].map((title, index) =>
    slide(index + 5, title),
  )
  const built = [1, 2, 3, 4].map(number => slide(number, 'How tea is made'))
  const kept = textsOf(removeFurniture([...built, ...others]))
  assert.equal(kept.filter(texts => texts[0] === 'How tea is made').length, 4)
  const headed = textsOf(removeFurniture([1, 2, 3, 4].map(number => slide(number, 'The tea house'))))
  assert.equal(headed.filter(texts => texts[0] === 'The tea house').length, 0)
})

test('heads that alternate between left and right pages are removed, though each is on two pages only', () => {
  const pages = [1, 2, 3, 4, 5].map(number =>
    page(
      [
        ...(number === 1 ? [] : [block([number % 2 === 0 ? 'Brewer' : 'Steeping leaves'], { x: 72, y: 30 })]),
        column(number),
      ],
      { number },
    ),
  )
  for (const texts of textsOf(removeFurniture(pages))) assert.match(texts[0] ?? '', /^Line 0/)
  const chapters = [1, 2, 3, 4, 5].map(number =>
    page(
      [...(number === 2 || number === 4 ? [block(['Exercises'], { x: 72, y: 30 })] : []), column(number)],
      {
        number,
      },
    ),
  )
  assert.equal(textsOf(removeFurniture(chapters))[1]?.[0], 'Exercises')
})

test('a watermark on most pages is removed, a rotated label that one page has is kept', () => {
  const aside = (text: string, y: number) => ({
    ...block([text], { x: 150, y, order: 30 }),
    role: 'aside' as const,
  })
  const pages = [1, 2, 3, 4].map(number =>
    page([column(number), aside('For Review Only', 400), ...(number === 2 ? [aside('Degrees', 300)] : [])], {
      number,
    }),
  )
  const texts = textsOf(removeFurniture(pages))
  assert.ok(!texts.flat().includes('For Review Only'))
  assert.ok(texts[1]?.includes('Degrees'))
})

test('the number of the first page is removed also when the other pages print theirs in another place', () => {
  const pages = [1, 2, 3].map(number =>
    page([column(number), block([`${number}`], { x: 300, y: number === 1 ? 760 : 30 })], {
      number,
      label: `${number}`,
    }),
  )
  for (const texts of textsOf(removeFurniture(pages))) assert.equal(texts.length, 12)
})

test('a title with a mark that equals the number of its page is kept', () => {
  const title = [block(['A New Hashing Package'], { x: 72, y: 50 }), block(['1'], { x: 300, y: 48 })]
  const [texts] = textsOf(removeFurniture([page([...title, column(1, 90)], { label: '1' })]))
  assert.equal(texts?.[0], 'A New Hashing Package')
})
