/** What the Lambda server’s contract promises of the knowledge tools. */
export const knowledgePromises = {
  'K-SEARCH-1':
    'search_knowledge_base answers query, results and count; a result has chunk_id, document_id, content, similarity, metadata, document_title, document_source',
  'K-SEARCH-2':
    'search_type is semantic, text or hybrid (default); text forgives misspelt words: two edits, first three letters right',
  'K-SEARCH-3': 'source, source type, file type and topics (any) filter together; an unknown source is 404',
  'K-SEARCH-7':
    'when nothing fits, results are returned with nothing_fits and a warning; min_score leaves out what is less relevant',
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
  'K-MODEL-1': 'with a language model the answer is prose with citations, and its tokens are counted',
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
  'K-ERR-2': 'invalid parameters are reported field by field: "Invalid parameters: path: message; …"',
  'K-DUAL-1': 'every tool answers the same value by MCP, REST and /mcp/tools/call',
  'K-DUAL-2': 'the REST map is the contract’s',
  'K-DUAL-3': 'a method that an address does not take is 405 and Allow names those it does',
} as const
