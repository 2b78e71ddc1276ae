import type { ToolRequest } from './tool-requests.ts'

const anySearch = ['search', 'search_knowledge_base', 'query', 'find_chunks', 'query_hybrid', 'agent_query']

/** Thirty written when all changes had been made: 30 of 30 when they were first run. Keep them out of its sight. */
export const finalRequests: readonly ToolRequest[] = [
  { says: 'any mention of lithium in the geology reports?', expects: anySearch },
  { says: 'I half remember a story about a lighthouse keeper, which book was it', expects: anySearch },
  { says: 'how many vacation days do we get per the handbook', expects: anySearch },
  { says: 'I want to read that article in its entirety', expects: ['get_document'] },
  { says: 'what did we add since monday', expects: ['list_documents', 'list_jobs'] },
  { says: 'store the attached word file', expects: ['ingest_file', 'ingest_documents', 'ingest_content'] },
  { says: 'heres my shopping list for the lab, hold on to it', expects: ['ingest_content'] },
  { says: 'recursively load ~/literature', expects: ['ingest_folder', 'ingest_from_source'] },
  { says: 'trash document 77f0', expects: ['delete_document'] },
  { says: 'check whether the folder differs from what you know and fix it', expects: ['refresh_source'] },
  { says: 'vancouver style reference for the nejm trial', expects: ['format_citation'] },
  { says: 'somebody attributes this line to Seneca, true or false', expects: ['verify_citation'] },
  { says: 'I want two more paragraphs on either side', expects: ['get_passage'] },
  { says: 'sync with zotero', expects: ['ingest_from_source'] },
  { says: 'which fields can I filter my thesis sources by', expects: ['inspect_collection'] },
  { says: 'any MP speaking up for dairy farmers lately?', expects: ['search_speeches'] },
  { says: 'rank members by number of contributions', expects: ['list_speakers'] },
  { says: 'contrast Plibersek with Joyce on water rights', expects: ['compare_speakers'] },
  { says: 'enter the statement Senator Lambie gave today', expects: ['ingest_speech'] },
  { says: 'harvest the whole help centre of our vendor', expects: ['crawl_deep'] },
  { says: 'an example of a decorator with arguments', expects: ['search_code_examples'] },
  {
    says: 'answer this from our material only: can contractors work abroad?',
    expects: ['agent_query', ...anySearch],
  },
  {
    says: 'does numpy really have a function like the one in this script',
    expects: ['check_ai_script_hallucinations', 'query_knowledge_graph'],
  },
  {
    says: 'where is class Session defined and what does it inherit',
    expects: ['query_knowledge_graph', 'show_graph'],
  },
  { says: 'who chaired the committee before Ms Okafor', expects: ['search_graphiti', ...anySearch] },
  { says: 'email me a summary each friday', expects: ['create_workflow'] },
  { says: 'the feed watcher should check hourly instead of daily', expects: ['update_workflow'] },
  { says: 'reactivate the archive automation', expects: ['activate_workflow'] },
  { says: 'is anything still importing', expects: ['list_jobs', 'get_job'] },
  {
    says: 'there is more to this text than you showed, get the remainder',
    expects: ['read_resource', 'get_passage', 'get_document'],
  },
]
