import { pdfConverter } from '../../src/adapters/converters/pdf/pdf-converter.ts'
import { blindOcr, paragraph } from '../../src/adapters/converters/pdf/test/convert-pdf.ts'
import { makePdf } from '../../src/adapters/converters/pdf/test/make-pdf.ts'
import { testConverter } from './converter-suite.ts'

const book = makePdf({
  title: 'On Tea',
  labels: '[0 <</S/r>> 1 <</S/D>>]',
  outline: [
    { title: 'Leaves', page: 2, y: 90 },
    { title: 'Water', page: 2, y: 290 },
    { title: 'Nowhere to be found', page: 3 },
  ],
  pages: [
    { lines: [{ text: 'On Tea', x: 72, y: 100, size: 20 }] },
    {
      lines: [
        { text: 'Leaves', x: 72, y: 100, size: 14 },
        ...paragraph(['Green leaves are not oxidised', 'and black ones are.'], { x: 72, y: 130 }),
        { text: 'Water', x: 72, y: 300, size: 14 },
        ...paragraph(['Soft water lets the taste come', 'through.'], { x: 72, y: 330 }),
      ],
    },
    { lines: [{ text: 'The end', x: 72, y: 100 }] },
  ],
})
const secret = makePdf({
  pages: [{ lines: [{ text: 'For your eyes', x: 72, y: 80 }] }],
  userPassword: 'leaf',
})

testConverter('pdf', pdfConverter(blindOcr), [
  {
    name: 'book.pdf',
    bytes: book,
    includes: ['On Tea', 'Leaves', 'Green leaves are not oxidised and', 'Water', 'The end'],
  },
  { name: 'secret.pdf', bytes: secret, includes: ['For your eyes'], options: { password: 'leaf' } },
])
