import assert from 'node:assert/strict'
import test from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import type { Progress } from '../../../core/model/progress.ts'
import { makeScan, scanSize } from '../ocr/test/make-scan.ts'
import { makeSource } from '../test/make-source.ts'
import { pdfConverter } from './pdf-converter.ts'
import { makePdf } from './test/make-pdf.ts'

test('every page of a long scan is progress: the count rises with each and never falls', slow, async () => {
  const { picture } = await makeScan([{ text: 'Scanned words about tea', x: 40, y: 50, size: 16 }])
  const scans = 8
  const bytes = makePdf({
    pages: [
      { lines: [{ text: 'A page with a text layer of its own', x: 72, y: 300 }] },
      ...Array.from({ length: scans }, () => ({ picture, ...scanSize })),
    ],
  })
  const line = { text: 'Scanned words about tea', x0: 40, y0: 50, x1: 400, y1: 70 }
  const ocr = {
    name: 'prompt',
    recognise: async () => ({ paragraphs: [[line]], warnings: [] }),
    close: async () => {},
  }
  const steps: Progress[] = []
  const options = { password: null, ocrLanguages: ['en'] }
  const context = { signal: new AbortController().signal, progress: (step: Progress) => steps.push(step) }
  await pdfConverter(ocr).convert(makeSource('scan.pdf', bytes), options, context)
  const counts = steps.map(step => step.done)
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
  )
  assert.equal(steps.filter(step => step.message.startsWith('Reading page')).length, scans + 1)
  assert.deepEqual(
    steps.filter(step => step.message.startsWith('Recognised')).map(step => step.done),
    Array.from({ length: scans }, (_, index) => index + 2),
  )
})
