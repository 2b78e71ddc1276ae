/** Values of the REST interface that the page reads; /openapi.json describes them whole. */

export type Passage = {
  doc_id: string
  source: string
  title: string
  library: string
  file_type: string
  page: number
  page_end: number
  page_label: string | null
  section_path: string[]
  content: string
  chunk_id: string
  char_span: [number, number]
  score: number
}

export type ExplainedHit = {
  chunk_id: string
  lexical_rank: number | null
  lexical_score: number | null
  dense_rank: number | null
  dense_score: number | null
  token_score: number | null
  fused_score: number
}

export type SearchAnswer = {
  results: Passage[]
  warnings: string[]
  nothing_fits?: boolean
  explanation?: { hits: ExplainedHit[] }
}

/** How much a library or project holds. */
export type Counts = {
  document_count: number
  chunk_count: number
  word_count: number
  languages: string[]
  /** Share of the passages that are found by meaning; absent when all are. */
  meaning?: number
  /** Passages that an index of vectors beside the store lacks; absent when it has all. */
  index_waiting?: number
}

export type Library = Counts & { library: string; embedding_model: string }

export type Project = Counts & {
  id: string
  collection: string
  dense_model: string
  hybrid_enabled: boolean
}

export type DocumentPage = { page: number; label: string | null; start: number; end: number; ocr: boolean }

export type OutlineEntry = { level: number; title: string; start: number }

export type StoredDocument = {
  doc_id: string
  source: string
  title: string
  library: string
  content: string
  chunk_count: number
  pages: DocumentPage[]
  page_label_source: string
  outline: OutlineEntry[]
  warnings: string[]
  metadata: Record<string, unknown>
}

export type PageLine = {
  x0: number
  y0: number
  x1: number
  y1: number
  start: number
  end: number
  rtl: boolean
}

/** Where the lines of a page are. */
export type PageLines = { page: number; width: number; height: number; lines: PageLine[] }

export type Difference = {
  kind: 'missing' | 'added' | 'changed' | 'moved'
  quoted: string
  found: string
  char_span: [number, number]
}

export type QuoteMatch = {
  doc_id: string
  title: string
  page_span: [number, number] | null
  page_labels: [string, string] | null
  section_path: string[]
  char_span: [number, number]
  text: string
  similarity: number
  differences: Difference[]
  note: string | null
}

export type Verdict = {
  verdict: 'exact' | 'close' | 'not_found'
  matches: QuoteMatch[]
  page_check?: { message: string; matched: string } | null
  checked: { documents: number; chunks: number }
  warnings: string[]
}

export type Answer = {
  query: string
  response: string
  answered: boolean
  sentences?: { text: string; citations: number[]; support: string }[]
  citations: {
    id: number
    content: string
    source: string
    title: string
    section_path: string[]
    page: number | null
    page_label: string | null
    chunk_id: string
    document_id: string
  }[]
  searched: string[]
  warnings?: string[]
  state: unknown
}

export type GraphNode = {
  id: string
  label: string
  name: string
  full_name: string | null
  repository: string | null
  file: string | null
  properties: Record<string, unknown>
}

export type GraphEdge = { type: string; from: string; to: string; properties: Record<string, unknown> }

export type Graph = {
  of: string
  nodes: GraphNode[]
  edges: GraphEdge[]
  node_count: number
  edge_count: number
  limited: boolean
}

/** Who has connected, and the last calls. */
export type Activity = {
  clients: { name: string; version: string; surface: string; last_seen: string }[]
  calls: {
    at: string
    tool: string
    surface: string
    correlation_id: string
    ms: number
    outcome: string
  }[]
}

/** A passage with its place in a document, as get_passage and verify_citation return it. */
export type Place = Pick<
  QuoteMatch,
  'doc_id' | 'title' | 'text' | 'page_span' | 'page_labels' | 'section_path' | 'char_span'
> & { previous_chunk_id?: string | null; next_chunk_id?: string | null }

export type Months = {
  months: { month: string; speeches: number; out_of: number }[]
  total: number
  total_out_of: number
}
