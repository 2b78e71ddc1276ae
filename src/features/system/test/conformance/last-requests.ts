import type { ToolRequest } from './tool-requests.ts'

const anySearch = ['search', 'search_knowledge_base', 'query', 'find_chunks', 'query_hybrid', 'agent_query']

/** Thirty written after the further sixty had been answered: 26 of 30 when they were first run, and seen since. */
export const lastRequests: readonly ToolRequest[] = [
  { says: 'have I got anything on medieval trade routes?', expects: anySearch },
  { says: 'whats the recommended torque for the M8 bolts in our service manuals', expects: anySearch },
  { says: 'give me that thesis chapter complete, I have time', expects: ['get_document'] },
  {
    says: 'how many items are archived in total and what are they called',
    expects: ['list_documents', 'list_libraries'],
  },
  { says: 'chuck this powerpoint into the archive', expects: ['ingest_file', 'ingest_documents'] },
  { says: 'pls note: the supplier confirmed delivery on 3 May', expects: ['ingest_content'] },
  {
    says: 'the shared drive has 400 scans, process all of them',
    expects: ['ingest_folder', 'ingest_documents'],
  },
  { says: 'one of the contracts is confidential and must vanish from here', expects: ['delete_document'] },
  {
    says: 'i edited three chapters last night, make sure you see the new text',
    expects: ['refresh_source', 'ingest_folder'],
  },
  { says: 'something is off with your setup, print the diagnostics', expects: ['server_info'] },
  { says: 'I need a footnote for Arendt 1958', expects: ['format_citation'] },
  { says: 'my reviewer doubts the quotation on p. 112, can we prove it', expects: ['verify_citation'] },
  { says: 'the hit stops mid-sentence, what comes next?', expects: ['get_passage', 'read_resource'] },
  { says: 'my literature lives in a .bib file with PDFs next to it', expects: ['ingest_from_source'] },
  { says: 'stats on the vector index behind my habilitation', expects: ['inspect_collection'] },
  { says: 'who argued against the carbon tax in the lower house', expects: ['search_speeches'] },
  { says: 'did Wong and Birmingham say the same about the submarines deal', expects: ['compare_speakers'] },
  { says: 'peak months for talk about bushfires', expects: ['count_speeches_by_month'] },
  { says: 'backbenchers from Tasmania', expects: ['list_speakers'] },
  { says: 'pull down the complete react docs', expects: ['crawl_deep'] },
  { says: 'how would I paginate with this SDK, show me', expects: ['search_code_examples'] },
  { says: 'tl;dr of our onboarding material please, with sources', expects: ['agent_query'] },
  { says: 'copilot suggested df.explode_all(), is that real', expects: ['check_ai_script_hallucinations'] },
  {
    says: 'which functions call parse_header in the code you loaded',
    expects: ['query_knowledge_graph', 'show_graph'],
  },
  { says: 'since when has Dr Meyer been head of the institute', expects: ['search_graphiti', ...anySearch] },
  { says: 'ping me on telegram whenever a new paper shows up', expects: ['create_workflow'] },
  { says: 'the report flow sends to the wrong mailbox, correct that', expects: ['update_workflow'] },
  { says: 'do the backup automation once, right away', expects: ['execute_workflow'] },
  { says: 'is the upload from this morning through yet', expects: ['get_job', 'list_jobs'] },
  { says: 'open config.yaml and read me the first 20 lines', expects: ['read_file'] },
]
