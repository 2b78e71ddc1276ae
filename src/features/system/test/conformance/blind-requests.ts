import type { ToolRequest } from './tool-requests.ts'

const anySearch = ['search', 'search_knowledge_base', 'query', 'find_chunks', 'query_hybrid', 'agent_query']

/** Thirty written after the last thirty had been answered: 27 of 30 when they were first run, and seen since. */
export const blindRequests: readonly ToolRequest[] = [
  { says: 'dig out what my notes have on the Treaty of Westphalia', expects: anySearch },
  { says: 'is there a paper here that measured soil acidity in vineyards', expects: anySearch },
  { says: 'what happens if the tenant pays late? its in the lease somewhere', expects: anySearch },
  { says: 'bring up the minutes from start to end', expects: ['get_document'] },
  { says: 'catalogue please', expects: ['list_documents', 'list_libraries'] },
  { says: 'this epub should become part of the collection', expects: ['ingest_file', 'ingest_documents'] },
  {
    says: 'I found a nice blog post, here is the link, save it',
    expects: ['ingest_url', 'crawl_single_page'],
  },
  { says: 'remove every trace of the "old-course" collection', expects: ['delete_library'] },
  { says: 'why cant you open /mnt/usb/report.pdf', expects: ['server_info'] },
  {
    says: 'the website we indexed in spring looks different now, renew it',
    expects: ['refresh_source', 'crawl_deep'],
  },
  { says: 'put Darwin 1859 into APA', expects: ['format_citation'] },
  { says: 'does "the medium is the message" occur literally in McLuhan?', expects: ['verify_citation'] },
  { says: 'read me the entire section that this snippet is from', expects: ['get_passage'] },
  { says: 'list the theses I keep sources for', expects: ['list_projects'] },
  { says: 'my own pipeline makes the embeddings, where do I push them', expects: ['store_chunks'] },
  { says: 'statements by Greens senators on native forests', expects: ['search_speeches'] },
  { says: 'full wording of the treasurer’s budget speech', expects: ['get_speech', 'search_speeches'] },
  { says: 'how did talk of immigration develop from year to year', expects: ['count_speeches_by_month'] },
  { says: 'I have the debates of 2019 as XML, take them in', expects: ['import_hansard'] },
  { says: 'fetch the pricing page and nothing else', expects: ['crawl_single_page', 'ingest_url'] },
  { says: 'show me working code that streams a response', expects: ['search_code_examples'] },
  { says: 'what is our knowledge base made of', expects: ['get_available_sources'] },
  {
    says: 'the bot produced some typescript, verify that those imports exist',
    expects: ['check_ai_script_hallucinations'],
  },
  { says: 'make a picture of the class hierarchy', expects: ['show_graph'] },
  { says: 'analyse the source of github.com/psf/requests', expects: ['parse_github_repository'] },
  { says: 'who is married to whom in these biographies', expects: ['search_graphiti', ...anySearch] },
  { says: 'stop the newsletter automation for the holidays', expects: ['deactivate_workflow'] },
  { says: 'what automations did my predecessor leave behind in n8n', expects: ['list_workflows'] },
  { says: 'cancel that, wrong folder', expects: ['cancel_job'] },
  { says: 'what python modules did you generate', expects: ['list_directory'] },
]
