/** What the Lambda server’s contract promises. */
export const lambdaPromises = {
  // Lambda server: system
  'Y-FIND-1':
    'search_tools takes query, detail_level (name, description, full; description) and limit (5), and answers best first',
  'Y-FIND-2':
    'search_tools finds tools of every toolset, mounted or not, says which and how to reach them, and none of a hidden one',
  'Y-FIND-3': 'for requests in plain words a right tool is among the first three at least nine times in ten',
  'Y-CALL-1': 'call_tool answers what the tool answers, whether its toolset is mounted or not',
  'Y-CALL-2':
    'a failure behind call_tool is in that tool’s own words inside { error }, with its status and code',
  'Y-CALL-3': 'behind call_tool hold the tool’s own validation, time limit, roots and caller',
  'Y-CALL-4': 'a tool that does not exist is UNKNOWN_TOOL; call_tool never calls itself',
  'Y-LIST-1': 'list_directory lists generated modules, templates and allowed folders, in order and in pages',
  'Y-READ-1': 'read_file answers lines of a text file, capped, and says where to go on',
  'Y-READ-3': 'what is read is the file to its last character, and lines joined again are the file',
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
  'Y-CODE-5':
    'a server writes its modules to servers in its home, also under the contract’s folder names, and tools are called by call_mcp_tool(name, arguments)',
  'Y-TOKEN-1':
    'search_tools and call_tool together cost at most 1000 tokens, and quire tokens says what is saved',
  'Y-BUDGET-1':
    'every tool that reads takes max_tokens and cursor: no reply exceeds its budget, whole items come first, long texts are cut at a word and linked, and nothing changes for who sets neither',
  'Y-BUDGET-2': 'too small a budget is INVALID_INPUT and names the least that will do',
  'Y-BUDGET-3': 'a cursor is opaque, needs no state on the server, and is INVALID_INPUT with other arguments',
  'Y-BUDGET-4':
    'when the answer changes between two pages no item comes twice; where that cannot be told, the caller starts again',
  'Y-BUDGET-5':
    'for random budgets over all tools that read, following cursors yields every item exactly once, as the whole answer has it',
  'Y-BUDGET-6':
    'every text that is cut has an address, which MCP, REST and read_resource read to the end, for those who may',
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
  'K-DUAL-3': 'a method that an address does not take is 405 and Allow names those it does',
  // Lambda server: n8n
  'W-CREATE-1':
    'create_workflow answers success, workflow_id, message "Workflow created successfully. ID: …" and data',
  'W-CREATE-2': 'bodies hold only what n8n takes; activation is a call of its own',
  'W-CREATE-3': 'connections are taken flat and as n8n has them; nodes without a position are laid out',
  'W-CHECK-1':
    'unknown names in connections, duplicate names and an active workflow without trigger are refused before n8n is asked',
  'W-UPDATE-1': 'update_workflow changes only what is given, and keeps ids and places of nodes',
  'W-UPDATE-2':
    'what n8n saved and then refused to publish is put back, or told as saved and not published; drafts are never published unasked',
  'W-UPDATE-3': 'nodes of the same name keep credentials, notes and retry settings',
  'W-LIST-1': 'list_workflows pages through what there is, active ones alone on request',
  'W-STATE-1':
    'activate_workflow and deactivate_workflow switch; delete_workflow removes; unknown ids are 404',
  'W-STATE-2':
    'a workflow is called active only when n8n has started its triggers; a timeout keeps the new id',
  'W-STATE-3':
    'delete_workflow deactivates first and waits until n8n lets go; active: false comes before a change',
  'W-NODE-1':
    'a missing typeVersion is filled in with a current one, and told; webhook ids are random; answers leave out other versions and people',
  'W-SETTINGS-1': 'settings that an older n8n refuses are left out, and told',
  'W-EXEC-1': 'execute_workflow starts a run, or tells which webhook would',
  'W-ERR-1': 'refusals of n8n are mapped in the words of the contract, and the key is never shown',
  'W-ERR-2':
    'a page or a 404 without an id is no unknown workflow; another user’s workflow is no wrong key; a bad cursor is no rejected workflow',
  'W-TEMPLATE-1':
    'three templates, a scheduled crawl, a watched feed and a weekly digest, are accepted by n8n as they are',
  // Lambda server: crawl
  'R-SINGLE-1':
    'crawl_single_page answers success, url, pages_crawled, chunks_created, document_ids, errors; the page is searchable at once and never twice',
  'R-DEEP-1': 'crawl_deep takes max_depth 1–10 (3), keeps to the domain and to robots.txt',
  'R-DEEP-2': 'crawling again upserts: unchanged pages are skipped by ETag',
  'R-DEEP-3': 'dead links are told with their address, their status and the page they were found on',
  'R-ERR-2':
    'status_code is the status that the page’s server answered; a refused address or a broken connection has none',
  'R-INPUT-1': 'url http(s), chunk_size 100–5000 (1000), chunk_overlap 0–500 (200), smaller than the size',
  'R-ERR-1': 'failures are { error: { code, message, details, status_code } }',
} as const
