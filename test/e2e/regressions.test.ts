import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverters } from '../../src/adapters/converters/index.ts'
import { pdfConverter } from '../../src/adapters/converters/pdf/pdf-converter.ts'
import { context, failure, options, sample } from '../../src/adapters/converters/test/make-source.ts'
import type { Converted } from '../../src/core/model/document.ts'
import type { Progress } from '../../src/core/model/progress.ts'

/**
 * Files of the shared sample library that were read wrongly, each with what is right. Tests of the other files lie beside
 * the code that was wrong (letters.test.ts, docx-lists.test.ts, eml.test.ts, rtf.test.ts …).
 */
async function read(path: string, folder = 'regressions'): Promise<Converted> {
  const converters = createConverters()
  try {
    return await converters.convert(sample(path, folder).read(), options, context())
  } finally {
    await converters.close()
  }
}

const needs = (path: string, folder = 'regressions') => ({ skip: sample(path, folder).skip })

test(
  'each label of a balance sheet stays with its figures',
  needs('pdfplumber__issue-67-example.pdf'),
  async () => {
    const { markdown, pages } = await read('pdfplumber__issue-67-example.pdf')
    const { start = 0, end = 0 } = pages[11] ?? {}
    const rows = markdown.slice(start, end).split('\n')
    for (const [label, ...figures] of [
      ['未分配利润', '-2,038,791,290.11', '-2,034,142,303.59'],
      ['少数股东权益', '3,808,480.86', '3,990,824.31'],
      ['货币资金', '23,182.19', '20,119.58'],
      ['长期股权投资', '56,436,473.03', '56,436,473.03'],
    ] as const)
      assert.ok(rows.includes(`| ${label} | ${figures.join(' | ')} |`), label)
  },
)

test(
  'a PDF without outline has its title and sections from the page',
  needs('solaris-zones.pdf'),
  async () => {
    const { title, outline, pages, pageLabelSource } = await read('solaris-zones.pdf')
    assert.equal(title, 'Solaris Zones: Operating System Support for Consolidating Commercial Workloads')
    const headings = outline.map(entry => entry.title.toLowerCase())
    for (const heading of [
      'Introduction',
      'Related Work',
      'Zones Overview',
      'Resource Management',
      'Experience',
    ])
      assert.ok(headings.includes(heading.toLowerCase()), heading)
    assert.deepEqual([pageLabelSource, pages[0]?.label, pages[13]?.label], ['printed', '243', '256'])
  },
)

test('each of the 45 pages of a long scan is progress', needs('long-scan-45-pages.pdf'), async () => {
  const steps: Progress[] = []
  // Equal lines would be running heads.
  const words = Array.from(
    { length: 45 },
    (_, index) => `Words ${'abcdefghi'.repeat(6).slice(index, index + 9)}`,
  )
  const ocr = {
    name: 'prompt',
    recognise: async () => ({
      paragraphs: [[{ text: words.pop() ?? '', x0: 40, y0: 800, x1: 400, y1: 820 }]],
      warnings: [],
    }),
    close: async () => {},
  }
  const progress = (step: Progress) => steps.push(step)
  await pdfConverter(ocr).convert(sample('long-scan-45-pages.pdf', 'regressions').read(), options, {
    ...context(),
    progress,
  })
  const recognised = steps.filter(({ message }) => message.startsWith('Recognised'))
  assert.deepEqual(
    recognised.map(({ done }) => done),
    Array.from({ length: 45 }, (_, index) => index + 1),
  )
})

test(
  'a workbook with embedded objects is read, and the objects are files',
  needs('tika__testEXCEL_embeded.xls'),
  async () => {
    const { markdown, attachments } = await read('tika__testEXCEL_embeded.xls')
    assert.match(markdown, /\| The \| quick \| brown \| fox \| jumps \| over \| the \| lazy \| dog \|/)
    assert.match(markdown, /\| A \| B \| AB \|/)
    assert.deepEqual(
      attachments?.map(({ name }) => name),
      ['Document.doc', 'Presentation.ppt'],
    )
  },
)

test(
  'a workbook of another program with embedded objects too',
  needs('tika__testWPSAttachment.xls'),
  async () => {
    const { markdown, attachments } = await read('tika__testWPSAttachment.xls')
    assert.match(markdown, /xls_content/)
    const names = attachments?.map(({ name }) => name)
    assert.deepEqual(names, ['TXT.txt', 'PDF.pdf', 'XML.xml', 'Document.doc', 'Presentation.ppt'])
  },
)

test('a mail without any text is refused as empty', needs('unstructured__empty.eml', 'mail'), async () => {
  await assert.rejects(
    read('unstructured__empty.eml', 'mail'),
    failure('invalid', 'EMPTY_SOURCE', /is empty/),
  )
})

test(
  'an RTF file that is one picture is refused',
  needs('tika__testRTFEmbeddedLink.rtf', 'mail'),
  async () => {
    await assert.rejects(
      read('tika__testRTFEmbeddedLink.rtf', 'mail'),
      failure('invalid', 'NO_TEXT', /No text/),
    )
  },
)
