import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFileField } from './entry-to-draft.ts'

const cases: [promise: string, field: string, paths: string[]][] = [
  ['JabRef: description, path, type', ':papers/Martin2017.pdf:PDF', ['papers/Martin2017.pdf']],
  [
    'Zotero: several files',
    'Full Text PDF:files/12/a.pdf:application/pdf;Snapshot:files/13/b.html:text/html',
    ['files/12/a.pdf', 'files/13/b.html'],
  ],
  ['Better BibTeX: a path alone', '~/storage/Adams_Huaynaputina.pdf', ['~/storage/Adams_Huaynaputina.pdf']],
  ['Better BibTeX: paths alone', '/home/a/x.pdf;/home/a/y.pdf', ['/home/a/x.pdf', '/home/a/y.pdf']],
  ['an escaped semicolon is part of the name', String.raw`/home/a/x\;y.pdf`, ['/home/a/x;y.pdf']],
  [
    'an escaped drive letter',
    String.raw`Full Text:C\:\\Users\\me\\x.pdf:application/pdf`,
    [String.raw`C:\Users\me\x.pdf`],
  ],
  ['a drive letter is no description', 'C:/Users/me/x.pdf', ['C:/Users/me/x.pdf']],
  [
    'Mendeley writes the colon of a drive in TeX',
    String.raw`:C$\backslash$:/Users/me/x.pdf:pdf`,
    ['C:/Users/me/x.pdf'],
  ],
  ['path and type', 'x.pdf:PDF', ['x.pdf']],
  [
    'Calibre parts files by commas',
    ':/My library/A, B.epub:EPUB, :/My library/A, B.pdf:PDF',
    ['/My library/A, B.epub', '/My library/A, B.pdf'],
  ],
  ['nothing', '', []],
]

for (const [promise, field, paths] of cases)
  test(promise, () => assert.deepEqual(parseFileField(field), paths))
