/**
 * Runs all measurements:
 *   npm run measure                      lists the measurements
 *   npm run measure -- <name> [options]  runs one; its file documents its options
 */

type Measure = {
  /** Relative to the root of the repository; measurements of one feature are in its folder. */
  file: string
  measures: string
  /** Data or programs that are needed beside a checkout after `npm install`; null when there are none. */
  needs: string | null
  /** `third-party`: this repository may not contain the data, so you need a folder of your own. */
  data: 'included' | 'public' | 'third-party'
  /** Approximate time on two cores. */
  takes: string
}

const sharedFiles = 'a folder of PDF and office files'

export const measures: Readonly<Record<string, Measure>> = {
  speed: {
    file: 'bench/speed/run.ts',
    measures: 'search, ingest, disk, memory and start at 100,000 passages, against floors in the same run',
    needs: 'NFCorpus and Cranfield in BEIR layout (--data)',
    data: 'third-party',
    takes: 'minutes',
  },
  page: {
    file: 'test/e2e/web/measure-page.ts',
    measures:
      'the page in Chromium: sizes, first paint, typing against REST, a table of 100,000 documents, a PDF of 600 pages, from an empty home to a quotation',
    needs: 'Chromium',
    data: 'included',
    takes: 'minutes',
  },
  calibration: {
    file: 'bench/calibration/run.ts',
    measures:
      'whether scores mean what they claim, and how many answerable and nonsense questions are said to fit nothing',
    needs: 'NFCorpus, Cranfield, CISI, Medline, ADI and XQuAD-de in BEIR layout (--data)',
    data: 'third-party',
    takes: '15 minutes; two when the sets are kept (--home)',
  },
  'eval-sets': {
    file: 'bench/eval-sets.ts',
    measures:
      'nDCG@10 and Recall@100 on several sets beside their baselines, and over libraries in several languages',
    needs: 'sets in BEIR layout (--data)',
    data: 'third-party',
    takes: '15 minutes; two when the sets are kept (--home)',
  },
  race: {
    file: 'bench/race/run.ts',
    measures:
      'Quire against LanceDB, sqlite-vec, usearch, Orama, mcp-local-rag and qmd with the same passages; growth to a million',
    needs: 'NFCorpus and Cranfield in BEIR layout (--data), a package registry, 8 GB of disk',
    data: 'third-party',
    takes: 'an hour',
  },
  'hansard-speed': {
    file: 'src/features/hansard/bench/speed/run.ts',
    measures: 'the Hansard tools over HTTP at 100,000 speeches, many callers, bulk import, the cache',
    needs: 'XML files of the Australian Hansard and tables of members (--data)',
    data: 'third-party',
    takes: 'tens of minutes',
  },
  stores: {
    file: 'bench/compare-stores.ts',
    measures:
      'how often the ten best passages in PostgreSQL are those in SQLite, by words, by meaning and both',
    needs: 'a library with retrieval sets as collections, the sets in BEIR layout, Debian 12',
    data: 'third-party',
    takes: 'minutes',
  },
  'postgres-speed': {
    file: 'bench/postgres-speed.ts',
    measures:
      'PostgreSQL beside SQLite at 100,000 chunks: recall and time of ranking by vectors under filters, hybrid search, storing',
    needs: 'NFCorpus and Cranfield in BEIR layout (--data), Debian 12',
    data: 'third-party',
    takes: 'tens of minutes',
  },
  'postgres-large': {
    file: 'bench/postgres-large/run.ts',
    measures:
      'PostgreSQL with a million chunks: building the index of vectors, recall and time under filters, the curve of recall against time, sizes; its folder is kept, and a run that was ended is continued',
    needs: 'NFCorpus and Cranfield in BEIR layout (--data), Debian 12, 15 GB of disk (--folder)',
    data: 'third-party',
    takes: 'hours',
  },
  qdrant: {
    file: 'bench/postgres-qdrant.ts',
    measures:
      'Qdrant beside PostgreSQL at 20,000 chunks: recall and time of ranking by vectors under filters, feeding',
    needs: 'NFCorpus and Cranfield in BEIR layout (--data), Debian 12 on x64, the npm registry',
    data: 'third-party',
    takes: 'minutes',
  },
  'qdrant-promises': {
    file: 'bench/qdrant-promises.ts',
    measures: 'whether all promises of the store hold over PostgreSQL with Qdrant',
    needs: 'Debian 12 on x64, the npm registry',
    data: 'included',
    takes: 'two minutes',
  },
  'qdrant-cluster': {
    file: 'bench/qdrant-cluster.ts',
    measures: 'searches and writes while one of three nodes of Qdrant is killed',
    needs: 'Debian 12 on x64, the npm registry',
    data: 'included',
    takes: 'minutes',
  },
  pglite: {
    file: 'bench/pglite.ts',
    measures: 'whether the conformance tests of the store pass over PGlite, PostgreSQL 18 in this process',
    needs: 'the npm registry',
    data: 'included',
    takes: 'minutes',
  },
  'postgres-textsearch': {
    file: 'bench/postgres-textsearch.ts',
    measures: 'how often pg_textsearch ranks by words as the core does',
    needs: 'a retrieval set in BEIR layout (--data), the npm registry',
    data: 'third-party',
    takes: 'minutes',
  },
  'postgres-contracts': {
    file: 'bench/postgres-contracts.ts',
    measures: 'whether the contract tests of all toolsets pass on PostgreSQL, over one or every surface',
    needs: 'Debian 12',
    data: 'included',
    takes: 'minutes',
  },
  move: {
    file: 'bench/move-stores.ts',
    measures:
      'whether moving a library to PostgreSQL and back gives equal exports and searches, and how long it takes',
    needs: 'NFCorpus in BEIR layout (--data), records of the Australian parliament (--hansard), Debian 12',
    data: 'third-party',
    takes: 'minutes',
  },
  'postgres-writing': {
    file: 'bench/postgres-writing.ts',
    measures: 'the CPU time of storing chunks in PostgreSQL and in SQLite',
    needs: 'Debian 12',
    data: 'included',
    takes: 'a minute',
  },
  'postgres-workers': {
    file: 'bench/postgres-workers.ts',
    measures: 'two jobs that ingest folders into PostgreSQL, continued by one worker and by two',
    needs: 'Debian 12',
    data: 'included',
    takes: 'a minute',
  },
  load: {
    file: 'bench/load/run.ts',
    measures:
      'many callers on two servers over one PostgreSQL; then a server is killed, PostgreSQL restarted and Redis cut: errors, lost writes, recovery',
    needs: 'Debian 12',
    data: 'included',
    takes: 'ten minutes; shorter with --minutes',
  },
  'postgres-pooler': {
    file: 'bench/postgres-pooler.ts',
    measures: 'whether the promises of the store hold through pgbouncer in transaction mode',
    needs: 'Debian 12 and its packages',
    data: 'included',
    takes: 'minutes',
  },
  hyphens: {
    file: 'bench/hyphens.ts',
    measures: 'how often a hyphen at the end of a line of a PDF is kept or dropped wrongly',
    needs: 'NFCorpus, CISI, Medline and XQuAD-de in BEIR layout',
    data: 'third-party',
    takes: 'seconds',
  },
  'found-at-once': {
    file: 'bench/found-at-once.ts',
    measures:
      'when 500 pages, as a folder and as a web site, are found by words, and when their vectors are made',
    needs: null,
    data: 'included',
    takes: 'minutes',
  },
  'main-thread': {
    file: 'bench/main-thread.ts',
    measures: 'how long one input keeps the main thread of the server busy',
    needs: null,
    data: 'included',
    takes: 'minutes',
  },
  tools: {
    file: 'src/features/system/bench/tools.ts',
    measures: 'how often search_tools finds a right tool: Hit@1, Hit@3, Hit@5',
    needs: null,
    data: 'included',
    takes: 'half a minute',
  },
  pages: {
    file: 'bench/pages.ts',
    measures: 'whether passages are on the pages that they cite',
    needs: `${sharedFiles}; pdftotext`,
    data: 'third-party',
    takes: 'minutes',
  },
  'page-truth': {
    file: 'bench/page-truth.ts',
    measures: 'whether passages are on the pages that they cite, by OCR of the pages',
    needs: 'unpacked Debian packages (--debian); tesseract, pdftotext, pdftoppm',
    data: 'public',
    takes: 'tens of minutes; minutes when OCR is cached',
  },
  'page-order': {
    file: 'bench/page-order.ts',
    measures: 'whether the text of 40 pages has the order in which a person reads them',
    needs: `${sharedFiles} (--data), unpacked Debian packages (--debian)`,
    data: 'third-party',
    takes: 'a minute',
  },
  columns: {
    file: 'bench/columns.ts',
    measures: 'pages with two columns whose columns are mixed, by the positions of their words',
    needs: 'a folder of papers; pdftotext',
    data: 'third-party',
    takes: 'a minute',
  },
  'conversion-speed': {
    file: 'bench/conversion-speed.ts',
    measures: 'processor time of converting PDF files, against another checkout in the same run',
    needs: 'another checkout (--against) and a folder of PDF files',
    data: 'third-party',
    takes: 'minutes',
  },
  sections: {
    file: 'bench/sections.ts',
    measures: 'whether printed page labels and section paths of PDF files are right',
    needs: `${sharedFiles}; pdftotext, qpdf, mutool`,
    data: 'third-party',
    takes: 'minutes',
  },
  structure: {
    file: 'bench/structure.ts',
    measures: 'titles and section headings of PDF files, against lists made by reading',
    needs: 'the PDF files of bench/truth (--data, or --debian for files that no rule was made for)',
    data: 'third-party',
    takes: 'minutes',
  },
  tables: {
    file: 'bench/tables.ts',
    measures: 'cells of tables in PDF files, against 40 tables transcribed by hand',
    needs: 'the PDF files of bench/truth (--data)',
    data: 'third-party',
    takes: 'two minutes',
  },
  'page-labels': {
    file: 'bench/page-labels.ts',
    measures: 'page labels, against the numbers printed on the pages',
    needs: 'the PDF files of bench/truth (--data); Debian’s documentation (--debian)',
    data: 'third-party',
    takes: 'minutes',
  },
  typeset: {
    file: 'bench/typeset.ts',
    measures: 'order, structure, tables and printed pages of papers that LaTeX typeset from a known source',
    needs: 'pdflatex with IEEEtran, acmart, revtex and llncs (Debian: texlive-publishers)',
    data: 'included',
    takes: 'two minutes, four the first time',
  },
  sentences: {
    file: 'src/features/citations/bench/sentences/run.ts',
    measures:
      'whether verify_citation finds sentences across column, page and float breaks, and no altered ones',
    needs: 'the papers of bench/truth/paper-sentences.json (--papers); pdflatex as for typeset; pdftotext',
    data: 'third-party',
    takes: 'minutes',
  },
  files: {
    file: 'bench/files.ts',
    measures: 'what each file of a folder is converted to, or why not',
    needs: sharedFiles,
    data: 'third-party',
    takes: 'minutes',
  },
  quotes: {
    file: 'src/features/citations/bench/quotes/run.ts',
    measures: 'whether verify_citation judges true, changed and invented quotes rightly, and how fast',
    needs: `${sharedFiles} (--data); pdftotext`,
    data: 'third-party',
    takes: 'minutes',
  },
  manuscripts: {
    file: 'src/features/citations/bench/manuscripts.ts',
    measures: 'whether verify_manuscript judges generated manuscripts rightly, in five formats',
    needs: null,
    data: 'included',
    takes: 'minutes',
  },
  references: {
    file: 'src/features/citations/bench/references.ts',
    measures: 'entries read from reference files, against a count without our parsers',
    needs: 'a folder of BibTeX, CSL-JSON and CSL-YAML exports',
    data: 'third-party',
    takes: 'seconds',
  },
  bibtex: {
    file: 'src/features/citations/bench/bibtex/bibtex.ts',
    measures: 'our BibTeX reader against libraries from npm: our tests, real exports, hostile input',
    needs: 'a folder of exports; installs the candidates from npm into a temporary folder',
    data: 'third-party',
    takes: 'minutes',
  },
  'code-language-libraries': {
    file: 'src/features/knowledge/bench/code-language-libraries.ts',
    measures: 'our detection of code languages against libraries from npm',
    needs: 'unpacked npm and Debian packages; installs the candidates from npm into a temporary folder',
    data: 'public',
    takes: 'minutes',
  },
  matches: {
    file: 'src/features/citations/bench/matches.ts',
    measures: 'how often a document is matched to its bibliographic record, and how often to a wrong one',
    needs: 'a folder with files/ and zotero/export/',
    data: 'third-party',
    takes: 'minutes',
  },
  zotero: {
    file: 'src/features/zotero/bench/zotero.ts',
    measures: 'counts over a Zotero database and recorded API answers, against sqlite3 and jq',
    needs: 'zotero.sqlite and api-responses/; sqlite3, jq',
    data: 'third-party',
    takes: 'seconds',
  },
  hansard: {
    file: 'src/features/hansard/bench/hansard.ts',
    measures: 'words and speeches read from Hansard files, against xmllint and a tag stripper',
    needs: 'XML files of the Australian Hansard; xmllint',
    data: 'third-party',
    takes: 'minutes',
  },
  speeches: {
    file: 'src/features/hansard/bench/speeches.ts',
    measures: 'at which rank 20 questions find the speech that answers them',
    needs: 'a home into which those sitting days were imported',
    data: 'third-party',
    takes: 'seconds',
  },
  site: {
    file: 'src/features/knowledge/bench/site.ts',
    measures: 'crawling a documentation site with embedding, crawling it again, and questions about it',
    needs: 'a folder of HTML pages, such as Debian’s python3-doc',
    data: 'public',
    takes: '20 minutes',
  },
  crawl: {
    file: 'src/features/crawl/bench/crawl.ts',
    measures: 'the speed of the crawler alone',
    needs: 'a folder of HTML pages, such as Debian’s python3-doc',
    data: 'public',
    takes: 'minutes',
  },
  'code-blocks': {
    file: 'src/features/knowledge/bench/code-blocks.ts',
    measures: 'code blocks that were lost on HTML pages, and their languages',
    needs: 'a folder of HTML pages',
    data: 'public',
    takes: 'minutes',
  },
  'code-languages': {
    file: 'src/features/knowledge/bench/code-languages.ts',
    measures: 'how often the language of a code block is right where its author named it',
    needs: 'unpacked npm and Debian packages (src/features/knowledge/test/corpus/named-code-packages.json)',
    data: 'public',
    takes: 'minutes',
  },
  answers: {
    file: 'src/features/knowledge/bench/answers.ts',
    measures: 'what agent_query answers and refuses without a language model',
    needs: 'Debian’s python3-doc and debian-handbook, or a home kept by "site" (--samples needs neither)',
    data: 'public',
    takes: '20 minutes or more',
  },
  'manual-answers': {
    file: 'src/features/knowledge/bench/manual-answers.ts',
    measures:
      'answers of agent_query to questions about manuals; writes a sheet to be judged blind, and the table of one that was',
    needs: 'manuals of Debian packages, unpacked (--manuals); none with --judged',
    data: 'public',
    takes: 'tens of minutes',
  },
  'reader-pieces': {
    file: 'src/features/knowledge/bench/answer-reader/find-pieces.ts',
    measures:
      'questions about 65 manuals for which a search finds the piece that answers; writes what the answer reader is trained with',
    needs: 'manuals of Debian packages, unpacked (--manuals)',
    data: 'public',
    takes: 'tens of minutes',
  },
  graph: {
    file: 'src/features/code/bench/parse.ts',
    measures: 'speed and completeness of the code graph, against ast and the TypeScript compiler',
    needs: 'Python 3 with its standard library',
    data: 'public',
    takes: 'minutes',
  },
  'graph-languages': {
    file: 'src/features/code/bench/languages.ts',
    measures: 'definitions of Go, Java and Rust in the graph, against go/parser, javac and rustc',
    needs: 'apt-get and dpkg of Debian 12, a JDK, rustc, unzip',
    data: 'public',
    takes: 'minutes',
  },
  'graph-cypher': {
    file: 'src/features/code/bench/cypher.ts',
    measures:
      'time and memory of Cypher queries over a graph of 59,597 nodes: a syntax error, one hop, cold and warm',
    needs: 'Python 3 with its standard library',
    data: 'public',
    takes: 'a minute',
  },
  'graph-check': {
    file: 'src/features/code/bench/check.ts',
    measures: 'planted errors that the script check finds, and correct uses that it reports as wrong',
    needs: 'the Python packages of src/features/code/test/corpus, installed (--site)',
    data: 'third-party',
    takes: 'minutes',
  },
  'graph-compilers': {
    file: 'src/features/code/bench/typescript-7.ts',
    measures:
      'version 7 of the TypeScript compiler, by its unstable API, against the language service of 5.9',
    needs: null,
    data: 'included',
    takes: 'minutes',
  },
  'graph-snippets': {
    file: 'src/features/code/bench/snippets.ts',
    measures: 'correct snippets of upstream documentation and tests that the script check reports as wrong',
    needs: 'apt-get and dpkg of Debian 12, a package registry, Python 3',
    data: 'public',
    takes: 'minutes',
  },
  'graph-suggest': {
    file: 'src/features/code/bench/suggest.ts',
    measures: 'how often the script check suggests the right name',
    needs: 'Python 3 with its standard library',
    data: 'public',
    takes: 'minutes',
  },
  'read-facts': {
    file: 'src/features/facts/bench/fact-reader/judge.ts',
    measures: 'facts that the rules, the bundled model and both together find in texts, against lists',
    needs: null,
    data: 'included',
    takes: 'a minute',
  },
  'fact-windows': {
    file: 'src/features/facts/bench/fact-reader/prepare.ts',
    measures:
      'how many facts of invented texts can be tied to words; writes what the reader of facts learns from',
    needs: null,
    data: 'included',
    takes: 'a minute',
  },
  'fact-truth': {
    file: 'src/features/facts/bench/fact-truth.ts',
    measures:
      'facts found in 100 sentences and six texts against a reader’s list, and eighty questions about them',
    needs: null,
    data: 'included',
    takes: 'seconds',
  },
  facts: {
    file: 'src/features/facts/bench/facts.ts',
    measures: 'facts read from speeches and samples: how many, how fast, and a sample to judge by hand',
    needs: 'XML files of the Australian Hansard',
    data: 'third-party',
    takes: '10 minutes',
  },
  watch: {
    file: 'src/features/documents/bench/watch.ts',
    measures: 'whether the index of a watched folder with random changes equals that of a fresh ingest',
    needs: null,
    data: 'included',
    takes: 'two minutes',
  },
}

function list(): string {
  const rows = Object.entries(measures).map(
    ([name, { measures: what, needs, data, takes }]) =>
      `  ${name.padEnd(15)} ${what} [${needs === null ? '' : `needs ${needs}; `}${takes}]${data === 'third-party' ? ' ◆' : ''}`,
  )
  return ['npm run measure -- <name> [options]   (◆: the data is not in this repository)', ...rows].join('\n')
}

async function main([name, ...options]: string[]): Promise<void> {
  if (name === undefined) return console.log(list())
  const measure = Object.hasOwn(measures, name) ? measures[name] : undefined
  if (measure === undefined) {
    console.error(`There is no measurement "${name}".\n${list()}`)
    process.exitCode = 2
    return
  }
  // Each file is a script that reads its options from process.argv.
  process.argv.splice(1, process.argv.length, measure.file, ...options)
  await import(`../${measure.file}`)
}

if (import.meta.main) await main(process.argv.slice(2))
