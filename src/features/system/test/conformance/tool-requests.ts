/**
 * What people ask for, in their own words, and the tool that does it. Written before the ranking was tuned; no
 * request uses the name of its tool. Where several contracts offer the same thing, each of them is right.
 */
export type ToolRequest = { says: string; expects: readonly string[] }

const anySearch = ['search', 'search_knowledge_base', 'query', 'find_chunks', 'query_hybrid']

export const toolRequests: readonly ToolRequest[] = [
  // documents
  { says: 'which passages in my papers explain why cheap paper turns brown', expects: anySearch },
  { says: 'show me the whole text of one stored document', expects: ['get_document'] },
  { says: 'what files have I added so far, newest first', expects: ['list_documents'] },
  { says: 'how many libraries do I have and how big are they', expects: ['list_libraries'] },
  { says: 'add this PDF on my disk to the library', expects: ['ingest_file', 'ingest_documents'] },
  {
    says: 'read the article at this web address and remember it',
    expects: ['ingest_url', 'crawl_single_page'],
  },
  { says: 'keep this snippet of text I pasted', expects: ['ingest_content'] },
  { says: 'take in every document in a directory at once', expects: ['ingest_folder'] },
  { says: 'forget one document for good', expects: ['delete_document'] },
  { says: 'wipe an entire library with everything in it', expects: ['delete_library'] },
  { says: 'why can the program not open my file, which paths are readable', expects: ['server_info'] },
  { says: 'which version is running and where does it keep its data', expects: ['server_info'] },
  // citations
  {
    says: 'pull in a collection from Zotero with its references',
    expects: ['ingest_from_source'],
  },
  { says: 'upload text pieces with embeddings I computed myself', expects: ['store_chunks'] },
  {
    says: 'combine keyword and vector ranking over my thesis project',
    expects: ['query_hybrid', 'query', 'search_knowledge_base'],
  },
  { says: 'is this quotation really in the book, word for word', expects: ['verify_citation'] },
  { says: 'give me the reference in APA style', expects: ['format_citation'] },
  { says: 'make a BibTeX entry for that work', expects: ['format_citation'] },
  { says: 'what stands before and after this hit', expects: ['get_passage'] },
  { says: 'which projects exist here', expects: ['list_projects'] },
  {
    says: 'tell me the embedding model, size and payload of a project’s index',
    expects: ['inspect_collection'],
  },
  { says: 'find evidence with citekeys and page spans for a claim', expects: anySearch },
  // hansard
  { says: 'what did senators say about climate in parliament', expects: ['search_speeches'] },
  { says: 'the full words of one member’s address to the House', expects: ['get_speech'] },
  { says: 'record a single speech by a politician', expects: ['ingest_speech'] },
  { says: 'which members of parliament spoke most often', expects: ['list_speakers'] },
  { says: 'load the official XML of sitting days', expects: ['import_hansard'] },
  { says: 'who are the politicians of a party, with their topics', expects: ['list_speakers'] },
  // knowledge
  { says: 'answer my question in a conversation, using what was stored', expects: ['agent_query'] },
  { says: 'sample programs that show how to use this library function', expects: ['search_code_examples'] },
  { says: 'which web domains have been collected so far', expects: ['get_available_sources'] },
  { says: 'put several server-side files into the RAG store', expects: ['ingest_documents', 'ingest_file'] },
  { says: 'semantic lookup in the RAG base with a number of matches', expects: anySearch },
  // crawl
  { says: 'fetch one page of a site and make it findable', expects: ['crawl_single_page', 'ingest_url'] },
  { says: 'follow all links of a documentation site three levels down', expects: ['crawl_deep'] },
  { says: 'download a whole website recursively but stay on its domain', expects: ['crawl_deep'] },
  // graph
  { says: 'facts about entities and how they are related over time', expects: ['search_graphiti'] },
  { says: 'analyse the structure of a repository from GitHub', expects: ['parse_github_repository'] },
  {
    says: 'does this generated Python script call methods that do not exist',
    expects: ['check_ai_script_hallucinations'],
  },
  {
    says: 'which classes and methods does that code base define',
    expects: ['query_knowledge_graph', 'parse_github_repository'],
  },
  // workflows
  { says: 'build a new automation in n8n', expects: ['create_workflow'] },
  { says: 'change the nodes of an existing automation', expects: ['update_workflow'] },
  { says: 'which automations are there in n8n', expects: ['list_workflows'] },
  { says: 'show the nodes and connections of one automation', expects: ['get_workflow'] },
  { says: 'switch an automation on so that its schedule runs', expects: ['activate_workflow'] },
  { says: 'pause an automation without removing it', expects: ['deactivate_workflow'] },
  { says: 'get rid of an automation in n8n', expects: ['delete_workflow'] },
  { says: 'start an automation right now', expects: ['execute_workflow'] },
  // system
  { says: 'how far along is the import that I started', expects: ['get_job'] },
  { says: 'what long-running work is going on', expects: ['list_jobs'] },
  { says: 'stop the ingestion that is under way', expects: ['cancel_job'] },
  { says: 'what can this server do for me, find a function by what it does', expects: ['search_tools'] },
  { says: 'run a function that is not in my list', expects: ['call_tool'] },
  { says: 'which generated modules can I import', expects: ['list_directory'] },
  { says: 'print lines 10 to 40 of a source module', expects: ['read_file'] },
  { says: 'what is in this folder', expects: ['list_directory'] },
  { says: 'open a text file and show its contents', expects: ['read_file'] },
  // again, put otherwise
  { says: 'remove a paper I uploaded by mistake', expects: ['delete_document'] },
  { says: 'check that an author’s sentence is quoted correctly', expects: ['verify_citation'] },
  { says: 'index my notes folder', expects: ['ingest_folder', 'ingest_from_source'] },
]

/** Written after the ranking was first settled: 17 of 20 then. They were seen when it was settled anew. */
export const laterRequests: readonly ToolRequest[] = [
  { says: 'I need a quote about oxidation from my collection', expects: anySearch },
  { says: 'list everything that is stored', expects: ['list_documents', 'list_libraries'] },
  { says: 'import a Word file', expects: ['ingest_file', 'ingest_documents'] },
  { says: 'save the contents of a link', expects: ['ingest_url', 'crawl_single_page'] },
  { says: 'throw away the whole collection of papers', expects: ['delete_library'] },
  { says: 'did she really write that sentence?', expects: ['verify_citation'] },
  { says: 'Harvard reference for this article please', expects: ['format_citation'] },
  { says: 'more context around a chunk', expects: ['get_passage'] },
  { says: 'what do my bibliographic projects look like', expects: ['list_projects', 'inspect_collection'] },
  { says: 'debates in the Senate about housing', expects: ['search_speeches'] },
  { says: 'complete transcript of that speech', expects: ['get_speech'] },
  {
    says: 'who talked about water in the House of Representatives',
    expects: ['search_speeches', 'list_speakers'],
  },
  { says: 'abort the running task', expects: ['cancel_job'] },
  { says: 'is my upload finished yet?', expects: ['get_job', 'list_jobs'] },
  { says: 'set up a scheduled automation', expects: ['create_workflow'] },
  { says: 'turn off the automation for now', expects: ['deactivate_workflow'] },
  { says: 'edit the steps of my automation', expects: ['update_workflow'] },
  { says: 'trigger the automation once', expects: ['execute_workflow', 'activate_workflow'] },
  { says: 'show me what a python wrapper looks like', expects: ['read_file', 'list_directory'] },
  {
    says: 'is there something that could help me with bibliographies',
    expects: ['search_tools', 'format_citation', 'ingest_from_source'],
  },
]
