import type { ToolRequest } from './tool-requests.ts'

const anySearch = ['search', 'search_knowledge_base', 'query', 'find_chunks', 'query_hybrid']

/**
 * Sixty requests over all toolsets, committed before the ranking was changed and before they were first run: 55 of 60 then.
 * What was added for the five is no longer unseen. Where several contracts offer the same thing, each of them is right.
 */
export const unseenRequests: readonly ToolRequest[] = [
  // documents
  {
    says: 'I want to know what my books say about the causes of the French Revolution',
    expects: [...anySearch, 'agent_query'],
  },
  { says: 'give me the complete contents of a report I already stored', expects: ['get_document'] },
  { says: 'an overview of all the papers in there, with titles and dates', expects: ['list_documents'] },
  {
    says: 'what separate shelves of material do I keep, and how full is each',
    expects: ['list_libraries'],
  },
  {
    says: 'here is the path of an EPUB on this machine, make it findable',
    expects: ['ingest_file', 'ingest_documents', 'ingest_from_source'],
  },
  { says: 'I have dictated some notes in this chat, store them for later', expects: ['ingest_content'] },
  {
    says: 'go through my Downloads directory and learn all of the PDFs',
    expects: ['ingest_folder', 'ingest_from_source'],
  },
  { says: 'that draft is outdated, take it out of the index', expects: ['delete_document'] },
  { says: 'clear out everything in the scratch collection', expects: ['delete_library'] },
  { says: 'is the server allowed to read /srv/scans/map.tif', expects: ['server_info'] },
  {
    says: 'which embedding model is in use by default and on what platform does this run',
    expects: ['server_info'],
  },
  // citations
  {
    says: 'bring my Zotero items with attachments and annotations into the thesis project',
    expects: ['ingest_from_source'],
  },
  { says: 'I have vectors from another system already and want to put them in', expects: ['store_chunks'] },
  {
    says: 'where in the dissertation project do the sources talk about soil erosion, with citekey',
    expects: ['query_hybrid', 'query', 'find_chunks'],
  },
  { says: 'make sure I am not misquoting Darwin', expects: ['verify_citation'] },
  {
    says: 'write out the bibliography line for this paper the Vancouver way',
    expects: ['format_citation'],
  },
  {
    says: 'the excerpt breaks off mid-sentence, show me the rest of the section',
    expects: ['get_passage'],
  },
  { says: 'what research projects have been set up', expects: ['list_projects'] },
  {
    says: 'which fields can I filter on in this project, and how many chunks are indexed',
    expects: ['inspect_collection'],
  },
  { says: 'in-text citation with page number for a footnote', expects: ['format_citation'] },
  // hansard
  { says: 'quotes from ministers on nuclear power since 2019', expects: ['search_speeches'] },
  {
    says: 'let me read everything the Prime Minister said in that one contribution',
    expects: ['get_speech'],
  },
  { says: 'how does the stance of these two MPs on immigration differ', expects: ['compare_speakers'] },
  { says: 'set two politicians side by side on tax reform', expects: ['compare_speakers'] },
  {
    says: 'people on the parliamentary record and how many times each one took the floor',
    expects: ['list_speakers'],
  },
  { says: 'add the text of an address given in the Senate yesterday', expects: ['ingest_speech'] },
  { says: 'read in a batch of official parliamentary transcripts from files', expects: ['import_hansard'] },
  {
    says: 'which contributions in the chamber mentioned the Murray-Darling basin',
    expects: ['search_speeches'],
  },
  // crawl
  { says: 'grab the text of this one web page', expects: ['crawl_single_page', 'ingest_url'] },
  {
    says: 'spider the handbook site, but no more than two clicks from the front page',
    expects: ['crawl_deep'],
  },
  { says: 'mirror all the help pages under this address for later questions', expects: ['crawl_deep'] },
  { says: 'the site has been updated since, fetch what changed', expects: ['refresh_source', 'crawl_deep'] },
  // knowledge
  {
    says: 'explain to me, with footnotes, how backpropagation works according to my material',
    expects: ['agent_query'],
  },
  {
    says: 'talk with me about the collected documentation and remember what we said before',
    expects: ['agent_query'],
  },
  { says: 'I need a working snippet in Python that opens a websocket', expects: ['search_code_examples'] },
  {
    says: 'where does the stored information come from, and how many words from each place',
    expects: ['get_available_sources'],
  },
  {
    says: 'load two Word files and a spreadsheet from the server disk for retrieval',
    expects: ['ingest_documents', 'ingest_file'],
  },
  { says: 'look something up by keywords only, tolerant of typos', expects: anySearch },
  // graph
  {
    says: 'read the source code of an open-source project on GitHub so that I can ask about it',
    expects: ['parse_github_repository'],
  },
  {
    says: 'what arguments does this method take and which class is it on',
    expects: ['query_knowledge_graph'],
  },
  { says: 'run a Cypher statement', expects: ['query_knowledge_graph'] },
  {
    says: 'did the model invent functions in the script it wrote',
    expects: ['check_ai_script_hallucinations'],
  },
  {
    says: 'make sure the imports and calls in my .py file are real',
    expects: ['check_ai_script_hallucinations'],
  },
  {
    says: 'what do we know about this person and the companies connected to them',
    expects: ['search_graphiti'],
  },
  { says: 'when did this fact become true and what replaced it', expects: ['search_graphiti'] },
  // workflows
  {
    says: 'make something in n8n that posts to Slack whenever a form is filled in',
    expects: ['create_workflow'],
  },
  { says: 'add another step to the flow I already have', expects: ['update_workflow'] },
  { says: 'an inventory of my n8n flows and which ones are enabled', expects: ['list_workflows'] },
  { says: 'how is flow 12 wired up', expects: ['get_workflow'] },
  { says: 'enable the nightly flow', expects: ['activate_workflow'] },
  {
    says: 'the digest flow is too noisy, disable it until further notice',
    expects: ['deactivate_workflow'],
  },
  { says: 'erase that old flow permanently', expects: ['delete_workflow'] },
  { says: 'kick off the flow by hand with some test data', expects: ['execute_workflow'] },
  // system
  { says: 'are there any background tasks at the moment', expects: ['list_jobs'] },
  { says: 'has the big upload got stuck, and which of its files went wrong', expects: ['get_job'] },
  { says: 'I started the wrong import, interrupt it', expects: ['cancel_job'] },
  { says: 'is there a capability here for what I am trying to do', expects: ['search_tools'] },
  { says: 'invoke something that was discovered but is not mounted', expects: ['call_tool'] },
  { says: 'show me the directory tree of the Python wrappers', expects: ['list_directory'] },
  { says: 'what does the code in that module look like', expects: ['read_file'] },
]
