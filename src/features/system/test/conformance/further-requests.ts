import type { ToolRequest } from './tool-requests.ts'

const anySearch = ['search', 'search_knowledge_base', 'query', 'find_chunks', 'query_hybrid', 'agent_query']

/**
 * Sixty written without a look at the ranking or at what it ranks by, some vague and some misspelt: 52 of 60 when they
 * were first run. What was added then was chosen with them in view.
 */
export const furtherRequests: readonly ToolRequest[] = [
  // documents
  { says: 'where did i read that thing about bees and colour vision', expects: anySearch },
  { says: 'wich of my PDFs mention sodium ion batteries?', expects: anySearch },
  { says: 'open the text of that contract so I can scroll thru all of it', expects: ['get_document'] },
  { says: 'what do i have stored here, newest first please', expects: ['list_documents'] },
  { says: 'what buckets is my stuff sorted into', expects: ['list_libraries', 'list_projects'] },
  {
    says: 'take this docx from my desktop and remember it',
    expects: ['ingest_file', 'ingest_documents', 'ingest_from_source'],
  },
  {
    says: 'I will paste you the minutes of todays meeting, keep them so we can look things up later',
    expects: ['ingest_content'],
  },
  {
    says: 'slurp in everything under /data/manuals including subfolders',
    expects: ['ingest_folder', 'ingest_from_source'],
  },
  {
    says: 'there is a whitepaper at https://example.com/wp.pdf, grab it for the library',
    expects: ['ingest_url', 'ingest_documents', 'crawl_single_page'],
  },
  { says: 'that upload was a mistake, take it out again', expects: ['delete_document'] },
  { says: 'wipe the whole "drafts" collection for good', expects: ['delete_library'] },
  {
    says: 'files on disk changed since yesterday, bring the index up to date',
    expects: ['refresh_source', 'ingest_folder'],
  },
  { says: 'is the server healthy and what version am i talking to', expects: ['server_info'] },

  // citations
  {
    says: 'pull my Zotero collection on urban heat islands into the thesis',
    expects: ['ingest_from_source'],
  },
  { says: 'did Popper actually write this sentence? check it word by word', expects: ['verify_citation'] },
  { says: 'give me that source the way Chicago style wants it', expects: ['format_citation'] },
  { says: 'I need the bibtex for the Kahneman book', expects: ['format_citation'] },
  { says: 'show a bit more before and after this excerpt', expects: ['get_passage'] },
  { says: 'which research undertakings are set up on this machine', expects: ['list_projects'] },
  {
    says: 'how many vectors are in there, which embedding model made them, show a sample record',
    expects: ['inspect_collection'],
  },
  {
    says: 'combine keyword match with semantic similarity over my dissertation sources',
    expects: ['query_hybrid', 'query', 'find_chunks', 'search'],
  },
  {
    says: 'I cut the text and computed things myself, just save the pieces as they are',
    expects: ['store_chunks'],
  },
  { says: 'evidence with page numbers for my chapter on glacier retreat', expects: anySearch },
  { says: 'is this quotation from page 43 genuine', expects: ['verify_citation'] },

  // hansard
  { says: 'what have senators said about nuclear submarines', expects: ['search_speeches'] },
  {
    says: 'remarks in parliament on the housing crisis by labor members since 2023',
    expects: ['search_speeches'],
  },
  {
    says: 'I want everything she said on the floor that afternoon, start to finish',
    expects: ['get_speech'],
  },
  {
    says: 'who are the politicians in the record and how often did each take the floor',
    expects: ['list_speakers'],
  },
  {
    says: 'Albanese versus Dutton on energy prices, side by side with quotes',
    expects: ['compare_speakers'],
  },
  {
    says: 'was inflation talked about more in 2022 or 2023? a timeline of mentions would do',
    expects: ['count_speeches_by_month'],
  },
  { says: 'load the sitting day XML files from the parliament', expects: ['import_hansard'] },
  { says: 'record this maiden adress by the new member for Kooyong', expects: ['ingest_speech'] },

  // crawl
  { says: 'mirror the docs site of fastify two levels down', expects: ['crawl_deep'] },
  {
    says: 'fetch only this one web page incl. javascript, not the rest of the site',
    expects: ['crawl_single_page', 'ingest_url'],
  },
  { says: 'spider our intranet wiki and index what you find', expects: ['crawl_deep'] },

  // knowledge
  {
    says: 'which websites and domains has the knowledge base been fed with',
    expects: ['get_available_sources'],
  },
  { says: 'sample code for opening a websocket in go', expects: ['search_code_examples'] },
  { says: 'show me a snippet that uses useEffect with cleanup', expects: ['search_code_examples'] },
  {
    says: 'write me a two paragraph answer with footnotes from what we have collected',
    expects: ['agent_query'],
  },
  {
    says: 'these five spreadsheets and slide decks should go in the knowledge base in one go',
    expects: ['ingest_documents'],
  },
  { says: 'how do I rotate api keys accordng to our docs', expects: anySearch },
  { says: 'break my complicated question into parts, look each up, and sum up', expects: ['agent_query'] },

  // graph
  {
    says: 'chatgpt wrote this python for me, does it call functions that dont exist',
    expects: ['check_ai_script_hallucinations'],
  },
  {
    says: 'read through https://github.com/pallets/flask and map its classes',
    expects: ['parse_github_repository'],
  },
  {
    says: 'what methods does the class Router offer in the repo we analysed',
    expects: ['query_knowledge_graph', 'show_graph'],
  },
  { says: 'draw how those modules hang together', expects: ['show_graph'] },
  { says: 'who was CEO of the company in 2019, and who is now', expects: ['search_graphiti', ...anySearch] },
  { says: 'which facts do we hold about Acme and since when are they true', expects: ['search_graphiti'] },

  // workflows
  { says: 'every monday at 8 do X automatically: set that up in n8n', expects: ['create_workflow'] },
  { says: 'add a slack step to the automation I already have', expects: ['update_workflow'] },
  { says: 'which automations are running at the moment', expects: ['list_workflows', 'list_jobs'] },
  { says: 'what steps does automation 17 consist of', expects: ['get_workflow'] },
  { says: 'kick off the nightly import now, dont wait for the schedule', expects: ['execute_workflow'] },
  { says: 'pause that automation until next week', expects: ['deactivate_workflow'] },
  { says: 'swich the digest automation on', expects: ['activate_workflow'] },
  { says: 'get rid of the old n8n flow, nobody uses it', expects: ['delete_workflow'] },

  // system
  { says: 'how far along is that big import', expects: ['get_job', 'list_jobs'] },
  { says: 'abort it, it is taking forever', expects: ['cancel_job'] },
  { says: 'what is there in the folder of generated client code', expects: ['list_directory'] },
  { says: 'print lines 40 to 80 of that script', expects: ['read_file'] },
]
