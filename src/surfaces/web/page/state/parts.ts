/** The parts of the page, each with a tool that it needs and the toolset that opens it. */
export const parts = [
  { screen: 'search', tool: 'search', toolset: 'documents' },
  { screen: 'ask', tool: 'agent_query', toolset: 'knowledge' },
  { screen: 'verify', tool: 'verify_citation', toolset: 'citations' },
  { screen: 'library', tool: 'list_documents', toolset: 'documents' },
  { screen: 'add', tool: 'ingest_file', toolset: 'documents' },
  { screen: 'hansard', tool: 'list_speakers', toolset: 'hansard' },
  { screen: 'code', tool: 'show_graph', toolset: 'graph' },
  { screen: 'facts', tool: 'search_graphiti', toolset: 'graph' },
  { screen: 'connect', tool: null, toolset: '' },
  { screen: 'status', tool: 'server_info', toolset: 'documents' },
] as const
