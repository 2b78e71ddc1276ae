import type { Example } from '../../core/contract/shell/command.ts'

/** A short word for one tool. */
export type Verb = {
  word: string
  tool: string
  /** Heading it is listed under. */
  group: string
  summary: string
  examples: readonly Example[]
}

/** `quire search` for `quire documents search`: one row per short word. `ingest` is in ingest-verb.ts. */
export const verbs: readonly Verb[] = [
  {
    word: 'search',
    tool: 'search',
    group: 'Documents',
    summary: 'Find the passages that answer a question, with page and section',
    examples: [
      { line: 'quire search "how are samples drawn?"', says: 'Search all libraries' },
      {
        line: 'quire search "error budget" --library papers --top-k 10',
        says: 'Ten passages from one library',
      },
      {
        line: 'quire search "error budget" --project thesis',
        says: 'In a project, which only its name reaches',
      },
      { line: 'quire search tides --filter file_type=pdf --filter page=3', says: 'Only third pages of PDFs' },
      { line: "quire search tides --json | jq -r '.results[].link'", says: 'Links for a script' },
    ],
  },
  {
    word: 'list',
    tool: 'list_documents',
    group: 'Documents',
    summary: 'List documents, newest first',
    examples: [
      { line: 'quire list papers --limit 50', says: 'The newest fifty of one library' },
      { line: 'quire list --project thesis', says: 'What is in a project' },
    ],
  },
  {
    word: 'libraries',
    tool: 'list_libraries',
    group: 'Documents',
    summary: 'List libraries and projects, and what they hold',
    examples: [],
  },
  {
    word: 'show',
    tool: 'get_document',
    group: 'Documents',
    summary: 'Print a document as Markdown',
    examples: [{ line: 'quire show 1b671a64-40d5-591e-99b0-da01ff1f3341 > paper.md', says: 'Keep the text' }],
  },
  {
    word: 'delete',
    tool: 'delete_document',
    group: 'Documents',
    summary: 'Remove a document from its library',
    examples: [],
  },
  {
    word: 'query',
    tool: 'query_hybrid',
    group: 'Projects',
    summary: 'Find citable passages of a project, by words and meaning',
    examples: [{ line: 'quire query thesis "how is paper sized?"', says: 'Each with citekey and page' }],
  },
  {
    word: 'crawl',
    tool: 'crawl_deep',
    group: 'Documents',
    summary: 'Crawl a web site and make its pages searchable',
    examples: [
      { line: 'quire crawl https://example.org/docs --max-depth 2', says: 'A page and what it links to' },
      { line: 'quire crawl https://example.org/docs --max-depth 1', says: 'That page alone' },
      {
        line: "quire crawl https://example.org --include '/docs/*' --library docs",
        says: 'A part of a site',
      },
    ],
  },
  {
    word: 'cite',
    tool: 'format_citation',
    group: 'Projects',
    summary: 'Write a reference in APA, Vancouver, Harvard or BibTeX',
    examples: [
      { line: 'quire cite martin2017 --project thesis', says: 'In APA' },
      { line: 'quire cite martin2017 --project thesis --style bibtex >> refs.bib', says: 'As BibTeX' },
    ],
  },
  {
    word: 'verify',
    tool: 'verify_citation',
    group: 'Projects',
    summary: 'Check whether a quotation really stands in the documents, and where',
    examples: [
      {
        line: 'quire verify "the map is not the territory" --project thesis --page 58',
        says: 'On that page?',
      },
    ],
  },
]
