import { utils, write } from '@e965/xlsx'
import { testConverter } from '../../../../test/conformance/converter-suite.ts'
import { converterFor } from '../test/make-source.ts'
import { officeConverters } from './index.ts'
import { makeDocx, makeOpenDocument, makePptx, paragraph, shape } from './test/make-office.ts'

const book = utils.book_new()
utils.book_append_sheet(
  book,
  utils.aoa_to_sheet([
    ['Kind', 'Size'],
    ['Worker', 12],
  ]),
  'Bees',
)
const workbook = (bookType: 'xlsx' | 'biff8' | 'ods'): Buffer => write(book, { type: 'buffer', bookType })
const slide =
  '<draw:page><draw:frame><draw:text-box><text:p>They fly.</text:p></draw:text-box></draw:frame></draw:page>'

const sources: [format: string, bytes: Uint8Array, includes: string[]][] = [
  ['docx', makeDocx({ body: paragraph('Of bees') + paragraph('They fly.') }), ['Of bees', 'They fly.']],
  [
    'odt',
    makeOpenDocument('text', '<text:p>Of bees</text:p><text:p>They fly.</text:p>'),
    ['Of bees', 'They fly.'],
  ],
  [
    'pptx',
    makePptx([{ shapes: shape('Of bees', 'title') }, { shapes: shape('They fly.') }]),
    ['Of bees', 'They fly.'],
  ],
  ['odp', makeOpenDocument('presentation', slide), ['They fly.']],
  ['xlsx', workbook('xlsx'), ['Bees', 'Kind', 'Worker']],
  ['xls', workbook('biff8'), ['Bees', 'Kind', 'Worker']],
  ['ods', workbook('ods'), ['Bees', 'Kind', 'Worker']],
]
for (const [format, bytes, includes] of sources)
  testConverter(format, converterFor(officeConverters(), format), [
    { name: `bees.${format}`, bytes, includes },
  ])
