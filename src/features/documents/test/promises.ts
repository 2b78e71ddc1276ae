/** What mcpvectordb promises, and what documents promise beyond it. */
export const documentsPromises = {
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
  'D-URL-2': 'file_type is the format of what was fetched and last_modified the header’s date as ISO 8601',
  'D-URL-3': 'deduplication is keyed on url and library',
  'D-URL-4': 'an HTTP error answers "HTTP 404 fetching …", a network error "Network error fetching …"',
  'D-URL-5': 'Content-Type decides how the body is read: a PDF at a URL is a PDF',
  'D-URL-6': 'redirects are followed',
  'D-URL-7': 'the ISO date in a filter finds fetched documents, also those stored with an HTTP date',
  'D-URL-8': 'filter file_type "url" finds everything that was fetched, whatever its format',
  // refresh_source: libraries are updated from their sources
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
  'D-SEARCH-13': 'a filter value of a wrong type is an error that names the value, never an empty answer',
  'D-SEARCH-14': 'filter page 0 finds what has no pages',
  'D-SEARCH-6':
    'results carry doc_id, source, title, library, file_type, last_modified, page, content, chunk_index, metadata',
  'D-SEARCH-7': 'results are in falling order of relevance',
  'D-SEARCH-8': 'page is the real page, and 0 where there are none',
  'D-SEARCH-9': 'library may also stand in the filter',
  'D-SEARCH-10':
    'results also carry score, page_label, section_path, char_span, chunk_id and a link to the page',
  'D-SEARCH-11': 'content is the document verbatim at char_span',
  'D-SEARCH-15':
    'when nothing fits, hits are returned with nothing_fits and a warning; min_score leaves out what is less relevant',
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
  'D-UPLOAD-3': 'the description of the HTTP routes has every route that takes files',
  // Beyond the contract
  'D-PAGES-1':
    'pages have the numbers that the file declares or that are printed on them; page_label_source says which',
  'D-PAGES-2': 'correct_pages sets the printed number of a page, counts on from it, and undoes it',
  'D-TITLE-1': 'correct_title sets a title and undoes it; corrections stay when the source changes',
  'D-PICTURE-1':
    'GET /api/v1/documents/{doc_id}/pages/{page}.png draws a page; highlight marks spans of its text',
  'D-PICTURE-2': 'pictures have an ETag; a client that has the picture gets 304',
  'D-PICTURE-3':
    'a page is drawn only from the kept upload or the unchanged file; failures say why, and tell nothing about other files outside the roots',
  'D-PICTURE-4': 'OpenAPI describes the pictures',
  'D-ORIGINAL-1':
    'an upload is kept: its pages are drawn, and GET /api/v1/documents/{doc_id}/original returns its bytes',
  'D-ORIGINAL-2':
    'the kept file is removed when its document leaves the trash, with its library, and when a newer version replaces it',
  'D-ORIGINAL-3': 'the kept file is exported and imported with its document',
  'D-ORIGINAL-4':
    'originals.keep turns keeping off; a file over originals.max_bytes is stored with a warning',
  'D-ORIGINAL-5':
    'a file on disk is returned, whatever the roots, only while its bytes are those that were ingested',
  'D-LAYOUT-1':
    'quire show --page N --layout draws the regions of a page and prints why they have this order',
  'D-LIST-SORT-1': 'list_documents sorts and filters, page by page, and total counts what matches',
  'D-TRASH-1':
    'a deleted document is in no answer, is listed by list_trash for 24 hours, and restore_document puts it back as it was',
  'D-TRASH-2': 'a document whose source was added again is not restored over the newer one',
  'D-TRASH-3': 'attachments are deleted and restored with their document',
  'D-LIB-DEL-1': 'delete_library removes everything in it, and only when its name is confirmed',
} as const
