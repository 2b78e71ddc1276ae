import type { ToolRequest } from './tool-requests.ts'

const anySearch = ['search', 'search_knowledge_base', 'query', 'find_chunks', 'query_hybrid']

/** Sixty written before most changes to the ranking and run after them: 56 of 60 when they were first run. */
export const heldOutRequests: readonly ToolRequest[] = [
  // documents
  { says: 'what do the reports say about groundwater?', expects: [...anySearch, 'agent_query'] },
  { says: 'pages that deal with copyright in the 18th century', expects: anySearch },
  { says: 'print out the whole of document 4be1', expects: ['get_document'] },
  { says: 'which papers did I put in last month', expects: ['list_documents'] },
  { says: 'are there other libraries besides the default one', expects: ['list_libraries'] },
  {
    says: 'please read in thesis-final.docx',
    expects: ['ingest_file', 'ingest_documents', 'ingest_from_source'],
  },
  {
    says: 'fetch the PDF at arxiv.org/abs/1706.03762 for my library',
    expects: ['ingest_url', 'crawl_single_page'],
  },
  { says: 'make a memo of what I just told you', expects: ['ingest_content'] },
  {
    says: 'process the whole of /home/me/papers',
    expects: ['ingest_folder', 'ingest_from_source', 'refresh_source'],
  },
  { says: 'the contract from 2012 no longer belongs here, throw it out', expects: ['delete_document'] },
  { says: 'destroy the sandbox library completely', expects: ['delete_library'] },
  { says: 'have another look at that folder for new and deleted files', expects: ['refresh_source'] },
  { says: 'where on disk is the database', expects: ['server_info'] },
  // citations
  { says: 'transfer the Zotero group library to a project', expects: ['ingest_from_source'] },
  { says: 'save these text fragments together with their vectors', expects: ['store_chunks'] },
  {
    says: 'sources in the climate project that I could cite for sea level rise',
    expects: ['query_hybrid', 'query', 'find_chunks'],
  },
  { says: 'I want to be certain that this quotation is authentic', expects: ['verify_citation'] },
  { says: 'a student quotes page 12: is that what is printed there', expects: ['verify_citation'] },
  { says: 'turn this source into an APA reference', expects: ['format_citation'] },
  { says: 'what do I put in the bibliography for it', expects: ['format_citation'] },
  { says: 'let me see the text just before this snippet', expects: ['get_passage'] },
  { says: 'I forgot what my projects are called', expects: ['list_projects'] },
  {
    says: 'was everything of the project really indexed, and with which embedding model',
    expects: ['inspect_collection'],
  },
  // hansard
  { says: 'arguments in the House against the carbon tax', expects: ['search_speeches'] },
  { says: 'what has Penny Wong said on trade with Japan', expects: ['search_speeches'] },
  { says: 'the speech that this excerpt is from, as a whole', expects: ['get_speech'] },
  { says: 'how Abbott and Gillard talked about refugees, next to each other', expects: ['compare_speakers'] },
  { says: 'in which months did parliament talk most about drought', expects: ['count_speeches_by_month'] },
  { says: 'members of the Greens who have spoken', expects: ['list_speakers'] },
  { says: 'put this statement by the member for Grayndler on the record', expects: ['ingest_speech'] },
  { says: 'feed in the Hansard files of 1998', expects: ['import_hansard'] },
  // crawl
  {
    says: 'have a look at this website and remember what is on that page',
    expects: ['crawl_single_page', 'ingest_url'],
  },
  { says: 'go through the whole help centre of the vendor, page by page', expects: ['crawl_deep'] },
  { says: 'start at the home page and take everything that is linked from it', expects: ['crawl_deep'] },
  // knowledge
  { says: 'tell me in two sentences what the warranty covers, with proof', expects: ['agent_query'] },
  { says: 'let us discuss the findings, and keep to what the documents say', expects: ['agent_query'] },
  { says: 'code that shows how to open a connection', expects: ['search_code_examples'] },
  {
    says: 'what websites have we already indexed and how much text is that',
    expects: ['get_available_sources'],
  },
  { says: 'find passages with exactly these words', expects: anySearch },
  {
    says: 'take these three server files into the knowledge base',
    expects: ['ingest_documents', 'ingest_file'],
  },
  // graph
  {
    says: 'pull in the repository of the web framework so that its classes are known',
    expects: ['parse_github_repository'],
  },
  {
    says: 'what does the class Session look like, its methods and attributes',
    expects: ['query_knowledge_graph', 'show_graph'],
  },
  { says: 'list the repositories that we know the code of', expects: ['query_knowledge_graph'] },
  {
    says: 'before I run this script: are all the functions it uses real?',
    expects: ['check_ai_script_hallucinations'],
  },
  { says: 'who was married to whom, and when', expects: ['search_graphiti'] },
  { says: 'which organisations did she belong to before 2010', expects: ['search_graphiti'] },
  { says: 'I would like a picture of how these modules depend on each other', expects: ['show_graph'] },
  // workflows
  { says: 'whenever a new paper appears, send me a message: build that', expects: ['create_workflow'] },
  { says: 'swap one node of my n8n flow for another', expects: ['update_workflow'] },
  { says: 'show all automations', expects: ['list_workflows'] },
  { says: 'how does the weekly automation work, step by step', expects: ['get_workflow'] },
  { says: 'the automation is ready, let it run from today', expects: ['activate_workflow'] },
  { says: 'no more runs of that automation for the time being', expects: ['deactivate_workflow'] },
  { says: 'do one run of the automation this minute', expects: ['execute_workflow'] },
  {
    says: 'that automation is not needed any longer, away with it',
    expects: ['delete_workflow', 'deactivate_workflow'],
  },
  // system
  { says: 'show everything that is being worked on', expects: ['list_jobs'] },
  { says: 'did the ingestion of my folder go through, and what failed', expects: ['get_job', 'list_jobs'] },
  { says: 'call off the crawl that is going on', expects: ['cancel_job'] },
  { says: 'what else could you help me with', expects: ['search_tools'] },
  { says: 'contents of the file notes/todo.txt', expects: ['read_file'] },
]
