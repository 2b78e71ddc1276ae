import type { Passage } from '../state/types.ts'

type Fields = Record<string, unknown>

/** The hits of any search tool as the page knows them. Contracts name their fields differently. */
export function asPassages({ results, items }: Fields): Passage[] {
  const found = Array.isArray(results) ? results : Array.isArray(items) ? items : []
  return found.map(hit => asPassage(Object(hit)))
}

function asPassage(hit: Fields): Passage {
  const place = { ...Object(hit.metadata), ...hit }
  const [page = place.page ?? 0, page_end = page] = pairOf(place.page_span)
  const [page_label = place.page_label ?? null] = pairOf(place.page_labels)
  return {
    doc_id: textOf(place.doc_id, place.document_id, place.speech_id),
    source: textOf(place.source, place.source_path, place.document_source),
    // Who speaks matters more than the title, which all speeches of a debate share.
    title: place.speech_id === undefined ? textOf(place.title, place.document_title) : speechTitle(place),
    library: textOf(place.library),
    file_type: textOf(place.file_type, place.type),
    page: Number(page) || 0,
    page_end: Number(page_end) || 0,
    page_label: typeof page_label === 'string' ? page_label : null,
    section_path: Array.isArray(place.section_path) ? place.section_path.map(String) : speechPlace(place),
    content: textOf(place.content, place.full_text, place.render_text, place.excerpt),
    chunk_id: textOf(place.chunk_id, place.id),
    char_span: spanOf(place.char_span),
    score: Number(place.score ?? place.similarity ?? place.relevance_score ?? 0),
  }
}

function speechTitle({ speaker_name, speaker, party }: Fields): string {
  const name = textOf(speaker_name, speaker)
  return party ? `${name} (${textOf(party)})` : name
}

function speechPlace({ title, date, chamber, hansard_reference }: Fields): string[] {
  return [title, date, chamber, hansard_reference].flatMap(part =>
    typeof part === 'string' && part ? [part] : [],
  )
}

function textOf(...values: unknown[]): string {
  return String(values.find(value => typeof value === 'string' && value !== '') ?? '')
}

function pairOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function spanOf(value: unknown): [number, number] {
  const [start, end] = pairOf(value)
  return [Number(start ?? 0), Number(end ?? 0)]
}
