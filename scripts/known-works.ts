import { emptyReference, type Reference } from '../src/core/model/reference.ts'

/** A file of the shared collection and the work it is, as a library's catalogue has it (not as the file words it). */
export type KnownWork = { file: string; reference: Reference }

const works: [file: string, work: Partial<Reference>][] = [
  [
    'HansardSearch/s41597-023-02464-w.pdf',
    {
      type: 'article-journal',
      title: 'Digitization of the Australian Parliamentary Debates, 1998–2022',
      doi: '10.1038/s41597-023-02464-w',
    },
  ],
  [
    'hansard-proj/paper-arxiv.pdf',
    { type: 'article', title: 'Digitization of the Australian Parliamentary Debates, 1998-2022' },
  ],
  [
    'pdf.js/TAMReview.pdf',
    {
      type: 'report',
      title: 'Overview of the Technology Acceptance Model: Origins, Developments and Future Directions',
    },
  ],
  [
    'pdf.js/tracemonkey.pdf',
    {
      type: 'paper-conference',
      title: 'Trace-based just-in-time type specialization for dynamic languages',
      doi: '10.1145/1542476.1542528',
    },
  ],
  [
    'pdf.js/freeculture.pdf',
    {
      type: 'book',
      title:
        'Free Culture: How Big Media Uses Technology and the Law to Lock Down Culture and Control Creativity',
    },
  ],
  [
    'docling/normal_4pages.pdf',
    { type: 'report', title: '코로나-19 관련 보험약관상 재해보험금 지급문제 및 개선과제' },
  ],
  [
    'docling/redp5110_sampled.pdf',
    { type: 'book', title: 'Row and Column Access Control Support in IBM DB2 for i' },
  ],
  [
    'unstructured/multi-column-2p.pdf',
    {
      type: 'paper-conference',
      title: 'Dense Passage Retrieval for Open-Domain Question Answering',
      doi: '10.18653/v1/2020.emnlp-main.550',
    },
  ],
  [
    'unstructured/failure-after-repair.pdf',
    {
      type: 'book',
      title: 'Understanding Breast Cancer: A guide for people with cancer, their families and friends',
    },
  ],
  ['PyMuPDF/mupdf_explored.pdf', { type: 'book', title: 'MuPDF Explored' }],
  [
    'PyMuPDF/test_3780.pdf',
    {
      type: 'article-journal',
      title: 'Quantum Computation under Micromotion in a Planar Ion Crystal',
      doi: '10.1038/srep08555',
    },
  ],
  ['tika/testPDF_protected.pdf', { type: 'speech', title: 'Rethinking the financial network' }],
  [
    'unstructured/invalid-pdf-structure-pdfminer-one-page.pdf',
    {
      type: 'report',
      title: 'Cybersecurity: Launching and Implementing the National Cybersecurity Strategy',
    },
  ],
  [
    'tika/testPDF_childAttachments.pdf',
    { type: 'report', title: 'Publication 15 (Circular E), Employer’s Tax Guide' },
  ],
  ['docling/epub_purvis_poetry.epub', { type: 'book', title: 'Poetry' }],
  [
    'docling/amt_handbook_sample.pdf',
    { type: 'book', title: 'Aviation Maintenance Technician Handbook: General' },
  ],
]

export const knownWorks: readonly KnownWork[] = works.map(([file, work], index) => ({
  file,
  reference: { ...emptyReference, citekey: `known${index + 1}`, ...work },
}))
