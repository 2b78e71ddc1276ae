import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { imageConverter } from '../../src/adapters/converters/image-converter.ts'
import { createOcr } from '../../src/adapters/converters/ocr/create-ocr.ts'
import { chooseLanguages, type Ocr, parseTsv } from '../../src/adapters/converters/ocr/ocr.ts'
import { makeScan, scanSize } from '../../src/adapters/converters/ocr/test/make-scan.ts'
import { convertPdf, textOfPage } from '../../src/adapters/converters/pdf/test/convert-pdf.ts'
import { context, failure, makeSource } from '../../src/adapters/converters/test/make-source.ts'

const german = 'Grüße aus der Bäckerei: süße Brötchen für alle Gäste'
const engines = [
  { name: 'program', tesseractPath: 'tesseract', skip: whyNoProgram() },
  { name: 'module', tesseractPath: null, skip: false as const },
]

for (const engine of engines)
  describe(`OCR by ${engine.name}`, { skip: engine.skip }, () => {
    let ocr: Ocr
    before(() => {
      ocr = createOcr(engine)
    })
    after(() => ocr.close())

    test('reads German with its umlauts, in lines with their places', async () => {
      const { png } = await makeScan([
        { text: german, x: 40, y: 50, size: 16 },
        { text: 'Kaffee und Tee dazu', x: 40, y: 110, size: 16 },
      ])
      const { paragraphs, warnings } = await ocr.recognise(
        { image: png, languages: ['de', 'en'], dpi: 200 },
        idle(),
      )
      const lines = paragraphs.flat()
      assert.deepEqual(
        lines.map(line => line.text),
        [german, 'Kaffee und Tee dazu'],
      )
      assert.ok(lines[0]!.y1 < lines[1]!.y0 && lines[0]!.x0 > 100)
      assert.deepEqual(warnings, [])
    })

    test('without the data of a language it reads with another and says so', async () => {
      const { png } = await makeScan([{ text: 'Plain words', x: 40, y: 50, size: 16 }])
      const { paragraphs, warnings } = await ocr.recognise(
        { image: png, languages: ['xx'], dpi: 200 },
        idle(),
      )
      assert.match(paragraphs.flat()[0]!.text, /Plain words/)
      assert.match(warnings.join(), /xx/)
    })
  })

describe('scanned PDFs and pictures', { skip: engines[0]!.skip }, () => {
  const ocr = createOcr({ tesseractPath: 'tesseract' })
  after(() => ocr.close())

  test('a page without a text layer is read from its picture, the others are not', async () => {
    const { picture } = await makeScan([{ text: 'Scanned words about tea', x: 40, y: 50, size: 16 }])
    const converted = await convertPdf(
      {
        pages: [
          { lines: [{ text: 'A page with a text layer of its own', x: 72, y: 300 }] },
          { picture, ...scanSize },
        ],
      },
      { ocr },
    )
    assert.deepEqual(
      converted.pages.map(page => page.ocr),
      [false, true],
    )
    assert.equal(textOfPage(converted, 2), 'Scanned words about tea')
  })

  test('a picture under a mere page number is read too', async () => {
    const { picture } = await makeScan([{ text: 'Scanned words about tea and cups', x: 40, y: 50, size: 16 }])
    const converted = await convertPdf(
      { pages: [{ picture, ...scanSize, lines: [{ text: '7', x: 300, y: 150 }] }] },
      { ocr },
    )
    assert.match(converted.markdown, /Scanned words about tea and cups/)
  })

  test('a page of enormous size is drawn small enough', async () => {
    const { picture } = await makeScan([{ text: 'An enormous sheet of paper', x: 40, y: 80, size: 10 }])
    const converted = await convertPdf({ pages: [{ picture, width: 14_400, height: 4800 }] }, { ocr })
    assert.match(converted.markdown, /enormous sheet of paper/)
  })

  test('a picture is a document of one page', async () => {
    const { png } = await makeScan([{ text: 'Words in a picture', x: 40, y: 50, size: 16 }])
    const options = { password: null, ocrLanguages: ['en'] }
    const converted = await imageConverter(ocr).convert(makeSource('a.png', png), options, context())
    assert.equal(converted.markdown, 'Words in a picture')
    assert.deepEqual(converted.pages, [{ number: 1, label: null, start: 0, end: 18, ocr: true }])
  })

  test('a picture without words, a broken one and a gigantic one are refused, each with its reason', async () => {
    const { png } = await makeScan([])
    const gigantic = Buffer.from(png)
    gigantic.writeUInt32BE(60_000, 16)
    gigantic.writeUInt32BE(60_000, 20)
    const convert = (bytes: Uint8Array) =>
      imageConverter(ocr).convert(
        makeSource('a.png', bytes),
        { password: null, ocrLanguages: ['en'] },
        context(),
      )
    await assert.rejects(convert(png), failure('invalid', 'NO_TEXT', /a\.png/))
    await assert.rejects(convert(png.subarray(0, 60)), failure('invalid', 'OCR_FAILED', /failed/))
    await assert.rejects(convert(gigantic), failure('too_large', 'IMAGE_TOO_LARGE', /60000 × 60000/))
  })
})

test('languages are chosen by what is installed', () => {
  assert.deepEqual(chooseLanguages(['de', 'en'], ['eng', 'deu', 'osd']), {
    codes: ['deu', 'eng'],
    warnings: [],
  })
  assert.deepEqual(chooseLanguages([], ['osd', 'fra']), { codes: ['fra'], warnings: [] })
  const { codes, warnings } = chooseLanguages(['fr'], ['eng'])
  assert.deepEqual(codes, ['eng'])
  assert.match(warnings[0]!, /No OCR data for fr/)
})

test('words of low confidence and paragraphs without letters are noise', () => {
  const row = ([par, line]: [number, number], [left, conf]: [number, number], text: string) =>
    ['5', '1', '1', par, line, '1', left, 10 * line, 20, 8, conf, text].join('\t')
  const tsv = [
    'level\tpage_num',
    row([1, 1], [0, 95], 'Green'),
    row([1, 1], [30, 90], 'tea'),
    row([1, 2], [0, 5], '|~'),
    row([2, 3], [0, 80], '---'),
  ]
  assert.deepEqual(parseTsv(tsv.join('\n')), [[{ text: 'Green tea', x0: 0, y0: 10, x1: 50, y1: 18 }]])
})

function whyNoProgram(): string | false {
  try {
    execFileSync('tesseract', ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    return 'tesseract is not installed'
  }
}

function idle(): AbortSignal {
  return new AbortController().signal
}
