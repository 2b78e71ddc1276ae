/** What CiteLoom’s two contracts promise, and what citations promise beyond them. */
export const citationsPromises = {
  // CiteLoom, both contracts: ingest_from_source
  'C-INGEST-1':
    'ingest_from_source takes project, source (file, folder or "zotero") and options, and answers chunks_written, documents_processed, project, dense_model, sparse_model, duration_seconds, warnings',
  'C-INGEST-2': 'ingesting again writes nothing: ids are deterministic and unchanged documents are skipped',
  'C-INGEST-3': 'a document without metadata is a warning, never a failure',
  'C-INGEST-4': 'a file that cannot be converted is left out and named; the rest goes on',
  'C-INGEST-5': 'beyond 15 seconds it answers TIMEOUT with job_id and progress; the same call joins',
  'C-INGEST-6': 'source "zotero" without a collection is VALIDATION_ERROR naming collection_key',
  'C-INGEST-7': 'ocr languages: explicit option, then the item’s language, then the setting (en, de)',
  'C-INGEST-8': 'chunks are at most 450 tokens with 60 overlapping and two ancestor headings',
  'C-INGEST-9': 'options it does not know are VALIDATION_ERROR',
  'C-MATCH-1':
    'match_references gives documents the entries of a bibliography by DOI, title or file name, or one document the entry passed; they are cited by it, also after a new ingest; clear undoes it',
  // CiteLoom: store_chunks
  'C-STORE-1': 'store_chunks answers chunks_written, project, embed_model, warnings',
  'C-STORE-2': 'an id that is sent again replaces the chunk: last write wins',
  'C-STORE-3': 'over 500 items are refused; under 100 are stored with a warning',
  'C-STORE-4': 'another embed_model or vector length is EMBEDDING_MISMATCH and stores nothing',
  'C-STORE-5': 'nested and flat metadata become citekey, tags, pages and section of the hits',
  'C-STORE-6': 'zero vectors and vectors with holes are refused by item id',
  'C-STORE-7': 'the section that was stored is the section of hits and samples, beside section_path',
  // CiteLoom: query, find_chunks, query_hybrid
  'C-FIND-1':
    'items carry render_text, score, citekey, section, page_span, section_path, doi and full_text null',
  'C-FIND-2': 'top_k defaults to 6, is honoured up to max_top_k (20) and clamped above it with a warning',
  'C-FIND-3': 'render_text is cut at a word to max_chars_per_chunk (1800) and ends with "..."',
  'C-FIND-4': 'full_text comes only with include_full_text, and is the whole passage',
  'C-FIND-5': 'filters: tags AND, year, section_prefix, doc_id, citekey, type, Zotero keys',
  'C-FIND-6': 'a project inside filters is ignored; nothing of another project is ever found',
  'C-FIND-7': 'scores are 0 to 1 and never rise',
  'C-FIND-12':
    'when nothing fits, items are returned with nothing_fits and a warning; min_score leaves out what is less relevant',
  'C-FIND-8': 'no hit is success with an empty list',
  'C-FIND-9': 'query answers count and model, find_chunks count',
  'C-FIND-10': 'hits carry citation, title, authors, year, tags, collections, language and url',
  'C-FIND-11': 'an unknown filter is VALIDATION_ERROR that lists what there is',
  'C-HYBRID-1': 'query_hybrid takes exactly one of text and query',
  'C-HYBRID-2': 'query_hybrid answers hybrid_enabled, dense_model, sparse_model and fusion "RRF"',
  'C-HYBRID-3': 'a project with hybrid off answers HYBRID_NOT_SUPPORTED with the reason',
  'C-HYBRID-4': 'a missing index of words answers INDEX_UNAVAILABLE',
  // CiteLoom: inspect_collection, list_projects
  'C-INSPECT-1':
    'inspect_collection answers project, collection, size, models, named_vectors, payload_keys, indexes, storage, sample_payloads and sample',
  'C-INSPECT-2': 'size is counted; payload keys of both contracts stand in every sample',
  'C-INSPECT-3': 'sample defaults to 0 and gives at most 5',
  'C-INSPECT-4': 'an index that is gone is INDEX_UNAVAILABLE',
  'C-LIST-1':
    'list_projects answers id, collection, dense_model, embed_model, sparse_model, hybrid_enabled and count',
  'C-LIST-2': 'without projects the list is empty; sparse_model is null where hybrid is off',
  // CiteLoom: errors and policy
  'C-ERR-1': 'every failure is { error: { code, message, details } } with a correlation_id',
  'C-ERR-2': 'an unknown project is INVALID_PROJECT with available_projects, in every tool',
  'C-ERR-3': 'REST answers 404, 409, 400, 503 and 504 for the five codes',
  'C-TIME-1': 'limits: ingest and store 15 s, query and find 8 s, hybrid 15 s, inspect 5 s, list 2 s',
  'C-TIME-2': 'a write that is timed out leaves nothing behind',
  'C-CORR-1': 'every answer carries its correlation_id',
  'C-NAME-1': 'a project lives in proj-<id with slashes as hyphens>; two ids never share one',
  'C-PROJECT-1':
    'top_k, max_top_k, max_chars_per_chunk, hybrid, model, references and chunk policy are set per project',
  'C-REBUILD-1':
    'force_rebuild moves a project to another model; the old version answers until the new one is complete',
  // Citations beyond the contracts
  'C-VERIFY-1': 'verify_citation answers exact, close or not_found with every place and what was checked',
  'C-MANUSCRIPT-1':
    'verify_manuscript says of every quotation whether it is exact, close, on another page, in another source, uncited, not found or of an unknown work; quoted words that are no quotations raise no alarm',
  'C-MANUSCRIPT-2': 'DOCX, Markdown, LaTeX, PDF and plain text give the same verdicts',
  'C-MANUSCRIPT-3':
    'a copy with remarks is written only on request, inside the roots, never over the manuscript or a credentials file: Word comments in a DOCX, else HTML without scripts',
  'C-MANUSCRIPT-4': 'a manuscript can be uploaded as a form; nothing of it is stored',
  'C-MANUSCRIPT-5': 'LaTeX includes only files of its own folder; size and depth are limited',
  'C-MANUSCRIPT-6': 'quire check prints a table and exits with 9 when something is wrong',
  'C-PASSAGE-1':
    'get_passage answers a hit’s neighbourhood within a token budget, and only of its own project',
  'C-RECTS-1':
    'get_passage returns on request where the passage, or a part of the document, is on its pages; empty when unknown',
  'C-RECTS-2': 'the places of lines are kept when a document is moved, exported, imported and rebuilt',
  'C-CITE-1': 'format_citation gives APA, Vancouver, Harvard and BibTeX',
  'C-PAGES-1': 'a citation has printed pages when they are known, otherwise "PDF p. N"',
  'C-PAGES-2':
    'pages without printed numbers are counted from the page range of the reference when the lengths agree',
  'C-PAGES-3':
    'corrections of pages and titles stay when a project is ingested again, rebuilt, exported and imported',
  'C-REFS-1':
    'references are matched by DOI, then title, then file name; one bad entry never rejects the rest',
} as const
