/** What the Lambda server’s contract promises of search_graphiti. */
export const factsPromises = {
  'G-FACT-1': 'search_graphiti answers success, query, results, count; nothing known is an empty answer',
  'G-FACT-2':
    'a result carries uuid, fact, similarity and metadata with chunk_id, document_id, chunk_index, source, title and the words verbatim',
  'G-FACT-3': 'a fact that another takes the place of is closed (invalid_at, expired_at), never deleted',
  'G-FACT-4': 'at asks what was true on a day',
  'G-FACT-5': 'what is supposed, asked, denied or said of pronouns is no fact',
  'G-FACT-16':
    'when no fact has the subject and the relation of a question, none is returned, nothing_fits is true and a warning says what is known of the subject; min_score leaves out what is less relevant',
  'G-FACT-6': 'match_count is 1–50, 10 unless said; similarity is 0…1 and never rises',
  'G-FACT-7': 'facts near the entities that a question names come first',
  'G-FACT-8': 'group_id is the library; no search reaches into a library it was not to see',
  'G-FACT-9': 'a change of party shows two intervals',
  'G-FACT-10':
    'a deleted or replaced document takes along what only it supported, and leaves no entity without facts',
  'G-FACT-11': 'what does not fit is a validation error that names the field',
  'G-FACT-12': 'without USE_GRAPHITI the tool is listed and answers with the contract’s message, HTTP 400',
  'G-FACT-13':
    'a language model is asked only with consent and within a budget; what it does not quote verbatim is dropped',
  'G-FACT-15': 'sort is relevance or newest, as in every search tool',
  'G-FACT-14': 'building facts tells facts_added, chunks_processed, total_chunks and errors, and resumes',
} as const
