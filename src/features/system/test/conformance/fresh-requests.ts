import type { ToolRequest } from './tool-requests.ts'

const anySearch = ['search', 'search_knowledge_base', 'query', 'find_chunks', 'query_hybrid']

/**
 * Sixty more, written when the ranking had been settled with the ones before in view, and before anything else was
 * changed: 55 of 60 when they were first run. They were seen when it was settled for the last time.
 */
export const freshRequests: readonly ToolRequest[] = [
  // documents
  { says: 'anything in my archive on the plague of 1665?', expects: [...anySearch, 'agent_query'] },
  { says: 'locate the paragraph where the author defines entropy', expects: anySearch },
  { says: 'I would like to read the manual I added, from beginning to end', expects: ['get_document'] },
  { says: 'show my most recent additions', expects: ['list_documents'] },
  {
    says: 'tell me the names of the libraries and the number of papers per library',
    expects: ['list_libraries'],
  },
  {
    says: 'put ~/books/kant.pdf into the database',
    expects: ['ingest_file', 'ingest_documents', 'ingest_from_source'],
  },
  {
    says: 'https://example.org/essay.html looks useful, keep it',
    expects: ['ingest_url', 'crawl_single_page'],
  },
  { says: 'jot this down so that we can find it again next week', expects: ['ingest_content'] },
  {
    says: 'all my lecture notes are in one folder, import the lot',
    expects: ['ingest_folder', 'ingest_from_source'],
  },
  { says: 'this PDF was a mistake, please take it away again', expects: ['delete_document'] },
  { says: 'I want to get rid of the complete test library', expects: ['delete_library'] },
  { says: 'some files in my folder were edited, bring the index in line', expects: ['refresh_source'] },
  { says: 'which release of the server am I talking to', expects: ['server_info'] },
  // citations
  { says: 'get my literature out of the reference manager', expects: ['ingest_from_source'] },
  { says: 'our pipeline has computed the embeddings, here they are', expects: ['store_chunks'] },
  {
    says: 'quotable material on peer review for my paper, in the review project',
    expects: ['query_hybrid', 'query', 'find_chunks'],
  },
  { says: 'does Popper really say "falsifiable" here and on what page', expects: ['verify_citation'] },
  {
    says: 'I have a sentence in quotation marks and doubt that it is accurate',
    expects: ['verify_citation'],
  },
  { says: 'how would this book appear in a reference list', expects: ['format_citation'] },
  { says: 'export the entry for LaTeX', expects: ['format_citation'] },
  { says: 'give me two more paragraphs on either side of that result', expects: ['get_passage'] },
  { says: 'list of project identifiers', expects: ['list_projects'] },
  {
    says: 'how large is the index of the thesis project and what do its entries look like',
    expects: ['inspect_collection'],
  },
  // hansard
  { says: 'has any backbencher complained about the price of petrol', expects: ['search_speeches'] },
  { says: 'what was said in the upper house on gene technology last spring', expects: ['search_speeches'] },
  { says: 'I need the entire maiden speech, not only the excerpt', expects: ['get_speech'] },
  {
    says: 'Labor and Liberal frontbenchers on childcare: who argued what',
    expects: ['compare_speakers', 'search_speeches'],
  },
  {
    says: 'plot how frequently inflation came up in each month of 2022',
    expects: ['count_speeches_by_month'],
  },
  { says: 'all senators from Tasmania and the number of their speeches', expects: ['list_speakers'] },
  { says: 'here is the text of a speech with speaker and date, please file it', expects: ['ingest_speech'] },
  { says: 'we have ten years of sitting days as XML, load them', expects: ['import_hansard'] },
  // crawl
  { says: 'index this one page and nothing behind it', expects: ['crawl_single_page', 'ingest_url'] },
  { says: 'take in the complete wiki, following its links', expects: ['crawl_deep'] },
  { says: 'collect everything below docs.example.org', expects: ['crawl_deep'] },
  // knowledge
  { says: 'write me a short answer with references to where it stands', expects: ['agent_query'] },
  { says: 'and what about the second point you made? please go on', expects: ['agent_query'] },
  { says: 'how is this API used in practice, show some code', expects: ['search_code_examples'] },
  { says: 'which sites and folders feed the knowledge base', expects: ['get_available_sources'] },
  { says: 'find the paragraph although I misspell the name', expects: anySearch },
  {
    says: 'add /data/a.docx and /data/b.pdf to the knowledge base',
    expects: ['ingest_documents', 'ingest_file'],
  },
  // graph
  { says: 'learn the structure of github.com/psf/requests', expects: ['parse_github_repository'] },
  {
    says: 'which subclasses does BaseModel have in that repository',
    expects: ['query_knowledge_graph', 'show_graph'],
  },
  {
    says: 'is there a method called fetch_all anywhere in the parsed code',
    expects: ['query_knowledge_graph'],
  },
  {
    says: 'I suspect the assistant made up parts of this API, please check the code',
    expects: ['check_ai_script_hallucinations'],
  },
  { says: 'who was treasurer in 1998', expects: ['search_graphiti', 'search_speeches', 'search'] },
  { says: 'ties between this ministry and the bank, and since when', expects: ['search_graphiti'] },
  { says: 'a class diagram, please', expects: ['show_graph'] },
  // workflows
  {
    says: 'every Monday morning I want an e-mail with new documents, set that up',
    expects: ['create_workflow'],
  },
  { says: 'the automation should call another address from now on', expects: ['update_workflow'] },
  { says: 'what have we got in n8n so far', expects: ['list_workflows'] },
  { says: 'let me see the definition of that automation', expects: ['get_workflow'] },
  { says: 'it may go live now', expects: ['activate_workflow'] },
  { says: 'hold the automation back until the holidays are over', expects: ['deactivate_workflow'] },
  { says: 'try the automation out right away', expects: ['execute_workflow'] },
  // system
  { says: 'is the indexing still busy and what with', expects: ['list_jobs', 'get_job'] },
  { says: 'job 7f3a: how far is it', expects: ['get_job'] },
  { says: 'make it stop, it is reading the wrong folder', expects: ['cancel_job'] },
  { says: 'I do not see the right function in the list, which one would do', expects: ['search_tools'] },
  { says: 'which files lie in templates', expects: ['list_directory'] },
  { says: 'show lines 1 to 20 of config.toml', expects: ['read_file'] },
]
