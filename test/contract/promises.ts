/** What the contracts promise, each with an id that tests cite. A gate fails on ids no test cites. */
export const promises = {
  // mcpvectordb: ingest_file
  'D-FILE-1': 'ingest_file takes path, library (default "default") and metadata (default null)',
  'D-FILE-2': 'a new file is "indexed" and answers status, doc_id, source, library, chunk_count',
  'D-FILE-3': 'source is the absolute path; ~ is expanded',
  'D-FILE-4': 'the same content under the same path and library is "skipped" and nothing is written',
  'D-FILE-5': 'changed content is "replaced", gets a new doc_id, and the old chunks are gone',
  'D-FILE-6': 'a new version that cannot be read keeps the old one searchable',
  'D-FILE-7': 'an unknown format answers "Unsupported format: …"',
  'D-FILE-8':
    'a file without text answers "Ingestion failed: …" and suggests what it may be and ingest_content',
  'D-FILE-9': 'a missing file names the working directory and server_info(check_path=…)',
  // mcpvectordb: ingest_url
  'D-URL-1': 'ingest_url refuses anything but http and https: "URL must start with http:// or https://"',
  'D-URL-2': 'file_type is "url" and last_modified is the HTTP header as it came',
  'D-URL-3': 'deduplication is keyed on url and library',
  'D-URL-4': 'an HTTP error answers "HTTP 404 fetching …", a network error "Network error fetching …"',
  'D-URL-5': 'Content-Type decides how the body is read: a PDF at a URL is a PDF',
  'D-URL-6': 'redirects are followed',
  // refresh_source: libraries keep up with what they were made of
  'D-REFRESH-1':
    'refresh_source brings a folder, a file, an address or a library level and answers what became of each document',
  'D-REFRESH-2': 'dry_run answers the same and changes nothing',
  'D-REFRESH-3': 'nothing is removed while a whole folder is not there, unless forget_vanished says so',
  'D-REFRESH-4': 'a page is asked for conditionally, and removed only when its server says that it is gone',
  'D-REFRESH-5': 'a site is crawled again as it was crawled before, which also finds new pages',
  'D-REFRESH-6': 'what is not in any library, a project, and what may not be read are refused',
  // mcpvectordb: search
  'D-SEARCH-1': 'an empty query answers "query must not be empty"',
  'D-SEARCH-2': 'top_k defaults to 5 and must be between 1 and 100',
  'D-SEARCH-3': 'library null searches all libraries; a name restricts to it',
  'D-SEARCH-4': 'filters are equalities, all of which must hold; page and file_type among them',
  'D-SEARCH-5': 'an invalid or unknown filter key is an error',
  'D-SEARCH-6':
    'results carry doc_id, source, title, library, file_type, last_modified, page, content, chunk_index, metadata',
  'D-SEARCH-7': 'results are in falling order of relevance',
  'D-SEARCH-8': 'page is the real page, and 0 where there are none',
  'D-SEARCH-9': 'library may also stand in the filter',
  'D-SEARCH-10':
    'results also carry score, page_label, section_path, char_span, chunk_id and a link to the page',
  'D-SEARCH-11': 'content is the document verbatim at char_span',
  'D-SEARCH-12': 'explain tells what each step decided',
  // mcpvectordb: catalog
  'D-LIST-1': 'list_documents: library null, limit 20 (1–1000), offset 0, newest first',
  'D-LIST-2':
    'list_documents answers doc_id, source, title, library, content_hash, created_at, metadata, chunk_count, and count of this page',
  'D-LIBS-1': 'list_libraries answers library, document_count, chunk_count as counted',
  'D-DEL-1': 'delete_document answers status "deleted", doc_id and deleted_chunks',
  'D-DEL-2': 'deleting an unknown id is "deleted" with 0 chunks; an empty id is an error',
  'D-GET-1': 'get_document answers the original Markdown, without overlap repeated',
  'D-GET-2': 'an unknown id answers "Document not found: …"',
  'D-ERR-1': 'every failure is { status: "error", error }, over every surface',
  'D-ERR-2': 'over MCP a failure is isError with the envelope as text and no structuredContent',
  // mcpvectordb 0.3.0
  'D-CONTENT-1': 'ingest_content deduplicates by its source label; file_type is from the label’s extension',
  'D-FOLDER-1':
    'ingest_folder answers folder, library, total_files, indexed, replaced, skipped, failed, results, errors',
  'D-FOLDER-2': 'one bad file never stops the rest, and has its own error',
  'D-FOLDER-3': 'calling again skips what is done; dry_run reads nothing',
  'D-FOLDER-4': 'recursive defaults to true, max_concurrency to 4',
  'D-INFO-1': 'server_info answers platform, version, cwd, store, transport and note',
  'D-INFO-2': 'server_info(check_path) answers path, readable and size_bytes or error',
  'D-UPLOAD-1': 'POST /upload takes file, library and metadata as multipart and answers like ingest_file',
  'D-UPLOAD-2': 'an upload without a file or with bad metadata is 400, an unreadable file 422, too large 413',
  'D-LIB-DEL-1': 'delete_library removes everything in it, and only when its name is confirmed',
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
  // CiteLoom: store_chunks
  'C-STORE-1': 'store_chunks answers chunks_written, project, embed_model, warnings',
  'C-STORE-2': 'an id that is sent again replaces the chunk: last write wins',
  'C-STORE-3': 'over 500 items are refused; under 100 are stored with a warning',
  'C-STORE-4': 'another embed_model or vector length is EMBEDDING_MISMATCH and stores nothing',
  'C-STORE-5': 'nested and flat metadata become citekey, tags, pages and section of the hits',
  'C-STORE-6': 'zero vectors and vectors with holes are refused by item id',
  // CiteLoom: query, find_chunks, query_hybrid
  'C-FIND-1':
    'items carry render_text, score, citekey, section, page_span, section_path, doi and full_text null',
  'C-FIND-2': 'top_k defaults to 6, is honoured up to max_top_k (20) and clamped above it with a warning',
  'C-FIND-3': 'render_text is cut at a word to max_chars_per_chunk (1800) and ends with "..."',
  'C-FIND-4': 'full_text comes only with include_full_text, and is the whole passage',
  'C-FIND-5': 'filters: tags AND, year, section_prefix, doc_id, citekey, type, Zotero keys',
  'C-FIND-6': 'a project inside filters is ignored; nothing of another project is ever found',
  'C-FIND-7': 'scores are 0 to 1 and never rise',
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
  'C-PASSAGE-1':
    'get_passage answers a hit’s neighbourhood within a token budget, and only of its own project',
  'C-CITE-1': 'format_citation gives APA, Vancouver, Harvard and BibTeX',
  'C-REFS-1':
    'references are matched by DOI, then title, then file name; one bad entry never rejects the rest',
  // Hansard
  'H-SEARCH-1':
    'search_speeches answers speech_id, chunk_id, excerpt, full_text, speaker, party, chamber, date, title, hansard_reference, topic_tags, relevance_score, chunk_index',
  'H-SEARCH-2':
    'speaker, party, chamber, dates (inclusive) and topic_tags (any) filter together, ignoring case',
  'H-SEARCH-3': 'total_found is the real total, beyond limit',
  'H-SEARCH-4':
    'a name that is not a full match counts only if it fits one speaker, else candidates are named',
  'H-SEARCH-5': 'times of embedding and search are told; full_text only on request',
  'H-SEARCH-6': 'query 1–1000 characters, limit 1–50 (10), at most 10 tags, real dates in order',
  'H-SEARCH-7': 'relevance is 0 to 1 and never rises',
  'H-SEARCH-8': 'an empty record answers with nothing',
  'H-GET-1':
    'get_speech answers the speech verbatim with word_count, speaker, party, chamber, electorate, state, date, reference, tags, source_url, ingestion_timestamp',
  'H-GET-2': 'chunks (800 characters, ending at sentences) and context come on request',
  'H-GET-3': 'an unknown id is "Speech not found: …"; the id is a lower-case UUID',
  'H-INGEST-1':
    'ingest_speech answers speech_id, status, chunks_created, embeddings_generated, times, word_count, content_hash',
  'H-INGEST-2': 'a duplicate is skipped with the existing id, or replaced when asked',
  'H-INGEST-3': 'every constraint is kept; Senate has no electorate, the House needs one',
  'H-LIST-1':
    'list_speakers answers speaker, party, chamber, state, electorate, speech_count, dates, total_words, top_topics',
  'H-LIST-2': 'filters, min_speeches and limit hold; total_speakers counts beyond limit',
  'H-IMPORT-1':
    'import_hansard cuts the real record as it is cut, resolves members, reports problems by line, and repeats nothing',
  'H-IMPORT-2': 'CSV, JSON and Markdown with front matter are imported too',
  'H-IMPORT-3': 'a source that is no record is refused plainly',
  'H-COMPARE-1':
    'compare_speakers answers, for each speaker, their own words on a topic, verbatim, oldest first, with reference, and counts by month',
  'H-COMPARE-2':
    'what others threw in is never quoted as the speaker’s, and who never used a word of the topic is said not to have',
  'H-COMPARE-3':
    'two to six speakers, one to ten quotes; names that nobody or several answer to are warned of',
  'H-MONTHS-1':
    'count_speeches_by_month counts every speech that holds all words of the query, under all filters, and its total is the sum',
  'H-STATS-1': 'hansard://dataset/stats is counted when it is read',
  'H-BRIEFING-1':
    'the prompt hansard_briefing gives passages with references, quoted line by line, or says that there are none',
  'H-PROGRESS-1': 'search reports 0/3 to 3/3, ingest 0/5 to 5/5',
  'H-ERR-1': 'failures are plain sentences: Invalid input, Rate limit exceeded, Database error',
  'H-TAGS-1': 'tools carry the contract’s tags',
  // Lambda server: system
  'Y-FIND-1':
    'search_tools takes query, detail_level (name, description, full; description) and limit (5), and answers best first',
  'Y-FIND-2':
    'search_tools finds tools of every toolset, mounted or not, says which and how to reach them, and none of a hidden one',
  'Y-FIND-3': 'for requests in plain words the right tool is among the first three at least 95 times in 100',
  'Y-CALL-1': 'call_tool answers what the tool answers, whether its toolset is mounted or not',
  'Y-CALL-2':
    'a failure behind call_tool is in that tool’s own words inside { error }, with its status and code',
  'Y-CALL-3': 'behind call_tool hold the tool’s own validation, time limit, roots and caller',
  'Y-CALL-4': 'a tool that does not exist is UNKNOWN_TOOL; call_tool never calls itself',
  'Y-LIST-1': 'list_directory lists generated modules, templates and allowed folders, in order and in pages',
  'Y-READ-1': 'read_file answers lines of a text file, capped, and says where to go on',
  'Y-READ-2': 'what is no text is refused politely',
  'Y-PATH-1':
    'climbing out, links that lead out and paths outside the roots are refused without telling whether they exist',
  // Lambda server: tools as code
  'Y-CODE-1':
    'one typed module per tool, an index per toolset and a client; enums are literal unions, defaults and descriptions kept',
  'Y-CODE-2':
    'TypeScript modules pass strict checks and run; Python modules compile with the standard library and run; both answer alike',
  'Y-CODE-3': 'a failure is an exception: MCP tool ’<n>’ failed with <CODE>: <message>',
  'Y-CODE-4': 'generating again changes no byte, and files of others are never touched',
  'Y-TOKEN-1':
    'search_tools and call_tool together cost at most 900 tokens, and quire tokens says what is saved',
  'Y-BUDGET-1':
    'every tool that reads takes max_tokens and cursor: no reply exceeds its budget, whole items come first, long texts are cut at a word and linked, and nothing changes for who sets neither',
  'Y-BUDGET-2': 'too small a budget is INVALID_INPUT and names the least that will do',
  'Y-BUDGET-3': 'a cursor is opaque, needs no state on the server, and is INVALID_INPUT with other arguments',
  'Y-BUDGET-4':
    'when the answer changes between two pages no item comes twice; where that cannot be told, the caller starts again',
  'Y-BUDGET-5':
    'for random budgets over all tools that read, following cursors yields every item exactly once, as the whole answer has it',
  'Y-VERSION-1':
    'tools carry version and stability, and another schema under the same version fails the check',
  'Y-PACK-1': 'server.json, the MCPB manifest and client snippets are generated and valid',
  // Lambda server: the knowledge base
  'K-SEARCH-1':
    'search_knowledge_base answers query, results and count; a result has chunk_id, document_id, content, similarity, metadata, document_title, document_source',
  'K-SEARCH-2':
    'search_type is semantic, text or hybrid (default); text forgives misspelt words: two edits, first three letters right',
  'K-SEARCH-3': 'source, source type, file type and topics (any) filter together; an unknown source is 404',
  'K-SEARCH-4': 'nothing stored is success with an empty list',
  'K-SEARCH-5': 'match_count defaults to 5 and must be between 1 and 50; query must not be empty',
  'K-SEARCH-6': 'when one way of searching fails the other answers, and warnings say so',
  'K-INGEST-1':
    'ingest_documents takes absolute server paths and answers documents_processed, chunks_created and errors, a list per file',
  'K-INGEST-2': 'unchanged files are skipped, and one bad file never stops the rest',
  'K-INGEST-3': 'files that are not on the server answer NOT_IMPLEMENTED and point to the REST upload',
  'K-INGEST-4':
    'clean_before needs the library’s name, removes everything else of that library only, and nothing when nothing was stored',
  'K-UPLOAD-1': 'POST /api/v1/rag/ingest takes files as a form and answers like ingest_documents',
  'K-AGENT-1':
    'agent_query answers query, response and state, with numbered citations of document, section, page and URL',
  'K-AGENT-2':
    'without a language model every sentence stands verbatim in the passage it cites, and is labelled so',
  'K-AGENT-3': 'what the sources do not answer is said, and nothing is cited',
  'K-AGENT-4': 'greetings and questions about itself are answered without a search',
  'K-AGENT-5': 'the conversation is the caller’s: state in, state out, nothing on the server',
  'K-AGENT-6': 'a question of several parts is searched part by part',
  'K-MODEL-1': 'with a language model the answer is prose with citations, and its tokens are told',
  'K-MODEL-2': 'a sentence that its passage does not bear out is dropped, and told as dropped',
  'K-MODEL-3': 'when nothing it wrote holds, the answer is extracted, and says why',
  'K-MODEL-4': 'checked sentences, and only those, are streamed through progress',
  'K-MODEL-5': 'token budgets hold, and an unfinished sentence is left out',
  'K-MODEL-6': '429, refused keys and timeouts cost no answer',
  'K-MODEL-7': 'the model may refuse, and is not asked when the sources do not answer',
  'K-MODEL-8': 'passages are given to it as quoted material',
  'K-MODEL-9': 'its key is in no log line and in no settings shown',
  'K-CODE-1':
    'search_code_examples answers code_example_id, document_id, code, summary, language, similarity, source and metadata',
  'K-CODE-2': 'fences and <pre> blocks are found whole, with language and context',
  'K-CODE-3': 'code examples are what the stored documents hold now',
  'K-SOURCES-1': 'get_available_sources answers true counts of documents and words, in order of source_id',
  'K-SOURCES-2': 'without documents there are no sources',
  'K-FLAG-1':
    'without USE_AGENTIC_RAG search_code_examples is listed and answers with the contract’s message',
  'K-FLAG-2': 'with USE_RERANKING results carry rerank_score and original_similarity',
  'K-FLAG-3': 'the three flags are understood under the contract’s names',
  'K-FLAG-4':
    'with USE_CONTEXTUAL_EMBEDDINGS passages are embedded with a sentence of the model, else as they are, and it is said',
  'K-CALL-1': 'GET /mcp/tools/list lists every tool with its schema, version and stability',
  'K-CALL-2': 'POST /mcp/tools/call answers content of type json, of type text for an agent’s answer',
  'K-CALL-3': 'its errors stand outside content',
  'K-ERR-1':
    'failures are { error: { code, message, details, status_code } } with the seven codes, and nothing of the inside',
  'K-ERR-2': 'invalid parameters are told field by field: "Invalid parameters: path: message; …"',
  'K-DUAL-1': 'every tool answers the same value by MCP, REST and /mcp/tools/call',
  'K-DUAL-2': 'the REST map is the contract’s',
  // Lambda server: n8n
  'W-CREATE-1':
    'create_workflow answers success, workflow_id, message "Workflow created successfully. ID: …" and data',
  'W-CREATE-2': 'bodies hold only what n8n takes; activation is a call of its own',
  'W-CREATE-3': 'connections are taken flat and as n8n has them; nodes without a position are laid out',
  'W-CHECK-1':
    'unknown names in connections, duplicate names and an active workflow without trigger are refused before n8n is asked',
  'W-UPDATE-1': 'update_workflow changes only what is given, and keeps ids and places of nodes',
  'W-LIST-1': 'list_workflows pages through what there is, active ones alone on request',
  'W-STATE-1':
    'activate_workflow and deactivate_workflow switch; delete_workflow removes; unknown ids are 404',
  'W-EXEC-1': 'execute_workflow starts a run, or tells which webhook would',
  'W-ERR-1': 'refusals of n8n are mapped in the words of the contract, and the key is never shown',
  'W-TEMPLATE-1':
    'three templates, a scheduled crawl, a watched feed and a weekly digest, are accepted by n8n as they are',
  // Lambda server: crawl
  'R-SINGLE-1':
    'crawl_single_page answers success, url, pages_crawled, chunks_created, document_ids, errors; the page is searchable at once and never twice',
  'R-DEEP-1': 'crawl_deep takes max_depth 1–10 (3), keeps to the domain and to robots.txt',
  'R-DEEP-2': 'crawling again upserts: unchanged pages are skipped by ETag',
  'R-INPUT-1': 'url http(s), chunk_size 100–5000 (1000), chunk_overlap 0–500 (200), smaller than the size',
  'R-ERR-1': 'failures are { error: { code, message, details, status_code } }',
  // Lambda server: search_graphiti
  'G-PARSE-1':
    'parse_github_repository takes https, git@ and .git addresses and folders, and answers success, repo_url, repo_name, message, statistics, ready_for_validation, next_steps',
  'G-PARSE-2':
    'repositories are named with their owner: two of one name do not overwrite each other, and a plain name will do where it is not ambiguous',
  'G-PARSE-3': 'parsed again the graph is the same, and only files that changed are read',
  'G-PARSE-4': 'a failed clone, or one with nothing to parse in it, keeps the old graph',
  'G-PARSE-5':
    'what is no address, a private host and a folder outside the roots are refused before anything is fetched',
  'G-PARSE-6': 'parsing is a job: it is listed, joined by the same call and can be cancelled',
  'G-PARSE-7':
    'tests, set-up scripts, examples, build folders and files of 500,000 bytes or more are left out, and never taken for missing',
  'G-QUERY-1':
    'query_knowledge_graph answers success, command, data, metadata { total_results, limited }, or success false, command, error',
  'G-QUERY-2': 'repos, explore <repo>, classes [repo], class <name>, method <name> [class]',
  'G-QUERY-3': 'classes, methods without a class and records of a query come twenty at a time',
  'G-QUERY-4': 'what is wrong or missing is told in the contract’s words, with the commands there are',
  'G-QUERY-5': 'query <cypher> is real, quoted or not; what is wrong with it is told with data.query',
  'G-QUERY-6': 'a query that would change anything is refused',
  'G-CHECK-1':
    'check_ai_script_hallucinations answers script_path, overall_confidence, validation_summary, hallucinations_detected, recommendations, analysis_metadata, libraries_analyzed',
  'G-CHECK-2':
    'invented methods, attributes, parameters, imports, classes and functions are found with their line and a suggestion',
  'G-CHECK-3':
    'constructors, keyword arguments, inherited members and re-exports are right where the original is wrong; what cannot be known is uncertain',
  'G-CHECK-4': 'a script is given by its path or its content; TypeScript and JavaScript are checked too',
  'G-CHECK-5':
    'a script that is missing, of another kind or outside the roots is refused in the contract’s words',
  'G-CHECK-6':
    'quire graph check writes the full report as JSON and Markdown, and exits with 1 when something is wrong',
  'G-SHOW-1': 'a repository or entity is drawn as Mermaid or DOT, or given as nodes and edges',
  'G-FLAG-1': 'without USE_KNOWLEDGE_GRAPH the tools stay listed and say so, as HTTP 400',
  'G-REST-1': 'the REST paths of the knowledge graph are the contract’s',
  'G-FACT-1': 'search_graphiti answers success, query, results, count; nothing known is an empty answer',
  'G-FACT-2':
    'a result carries uuid, fact, similarity and metadata with chunk_id, document_id, chunk_index, source, title and the words verbatim',
  'G-FACT-3': 'a fact that another takes the place of is closed (invalid_at, expired_at), never deleted',
  'G-FACT-4': 'at asks what was true on a day',
  'G-FACT-5': 'what is supposed, asked, denied or said of pronouns is no fact',
  'G-FACT-6': 'match_count is 1–50, 10 unless said; similarity is 0…1 and never rises',
  'G-FACT-7': 'facts near the entities that a question names come first',
  'G-FACT-8': 'group_id is the library; no search reaches into a library it was not to see',
  'G-FACT-9': 'a change of party shows two intervals',
  'G-FACT-10':
    'a deleted or replaced document takes along what only it supported, and leaves no entity without facts',
  'G-FACT-11': 'what does not fit is a validation error that names the field',
  'G-FACT-12': 'without USE_GRAPHITI the tool is listed and answers with the contract’s message, HTTP 400',
  'G-FACT-13':
    'a language model is asked only with consent and within a budget; what it does not quote verbatim is dropped',
  'G-FACT-14': 'building facts tells facts_added, chunks_processed, total_chunks and errors, and resumes',
  // settled.md
  'S-SCOPE-1': 'library null never reaches into an isolated collection',
  'S-JOB-1': 'work beyond the limit answers "running" with a job_id, and the same call joins it',
  'S-JOB-2':
    'work is done once over all processes; a job whose process died is interrupted, and the same call resumes it under its id',
  'S-JOB-3': 'any process can cancel a job, more than once, and what it had finished stays',
  'S-JOB-4': '/api/v1/jobs lists, shows, cancels and streams jobs behind the same guards as everything else',
  'S-JOB-5': 'list_jobs and get_job show state, progress, counts and outcomes, newest first and in pages',
  'S-JOB-6': 'system words failures as { error: { code, message, details, status_code } }',
  'S-JOB-7': 'to MCP clients that declare the tasks extension, work that goes on is a task',
  'S-AUDIT-1': 'a run that ingests leaves <correlation id>.jsonl: a line per document, then the sums',
  'S-ROOT-1': 'over HTTP, files outside the roots are refused without telling whether they exist',
  'S-MODEL-1': 'a collection bound to another model answers EMBEDDING_MISMATCH naming both remedies',
  'S-TIME-1': 'a call that outlasts its limit is a TIMEOUT failure and its work is cancelled',
  'S-CORR-1': 'every answer has a correlation id',
} as const satisfies Record<string, string>

export type PromiseId = keyof typeof promises
