import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertPdf } from './test/convert-pdf.ts'
import type { PdfRecipe } from './test/make-pdf.ts'

const pages = [{ lines: [{ text: 'A page that names no number of its own.', x: 72, y: 72 }] }]
const doiOf = async (recipe: Partial<PdfRecipe>) => (await convertPdf({ pages, ...recipe })).doi ?? null

const packet = (properties: string, attributes = '') =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""${attributes}>${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const cases: [string, Partial<PdfRecipe>, string | null][] = [
  ['a field of the document information', { info: '/doi(10.1234/ABC.5)' }, '10.1234/abc.5'],
  ["a publisher's own field", { info: '/WPS-ARTICLEDOI(10.1111/jofi.12345)' }, '10.1111/jofi.12345'],
  ['the subject', { info: '/Subject(Journal of Trees, doi:10.1234/trees.77.)' }, '10.1234/trees.77'],
  ['the keywords', { info: '/Keywords(oak; https://doi.org/10.1234/trees.78; ash)' }, '10.1234/trees.78'],
  ['no one of several', { info: '/Keywords(10.1234/one 10.1234/two)' }, null],
  ['prism:doi', { xmp: packet('<prism:doi>10.1234/prism</prism:doi>') }, '10.1234/prism'],
  ['an attribute of the packet', { xmp: packet('', ' prism:doi="10.1234/attribute"') }, '10.1234/attribute'],
  ['dc:identifier', { xmp: packet('<dc:identifier>doi:10.1234/dc&amp;1</dc:identifier>') }, '10.1234/dc&1'],
  [
    'a list inside dc:identifier',
    { xmp: packet('<dc:identifier><rdf:Bag><rdf:li>10.1234/listed</rdf:li></rdf:Bag></dc:identifier>') },
    '10.1234/listed',
  ],
  ['its own field before the subject', { info: '/Subject(10.1234/other) /doi(10.1234/own)' }, '10.1234/own'],
  ['nothing', { title: 'Trees' }, null],
]

for (const [where, recipe, doi] of cases)
  test(`the DOI a file declares is read from ${where}`, async () => {
    assert.equal(await doiOf(recipe), doi)
  })
