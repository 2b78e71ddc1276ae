/** What the contract of hansard promises. */
export const hansardPromises = {
  // Hansard
  'H-SEARCH-1':
    'search_speeches answers speech_id, chunk_id, excerpt, full_text, speaker, party, chamber, date, title, hansard_reference, topic_tags, relevance_score, chunk_index',
  'H-SEARCH-2':
    'speaker, party, chamber, dates (inclusive) and topic_tags (any) filter together, ignoring case',
  'H-SEARCH-3': 'total_found is the real total, beyond limit',
  'H-SEARCH-4':
    'a name that is not a full match counts only if it fits one speaker, else candidates are named',
  'H-SEARCH-5': 'times of embedding and search are returned; full_text only on request',
  'H-SEARCH-6': 'query 1–1000 characters, limit 1–50 (10), at most 10 tags, real dates in order',
  'H-SEARCH-7': 'relevance is 0 to 1 and never rises',
  'H-SEARCH-10':
    'when nothing fits, speeches are returned with nothing_fits and a warning; min_score leaves out what is less relevant',
  'H-SEARCH-8': 'an empty record answers with nothing',
  'H-GET-1':
    'get_speech answers the speech verbatim with word_count, speaker, party, chamber, electorate, state, date, reference, tags, source_url, ingestion_timestamp',
  'H-GET-2': 'chunks (800 characters, ending at sentences) and context come on request',
  'H-GET-3': 'an unknown id is "Speech not found: …"; the id is a lower-case UUID',
  'H-INGEST-1':
    'ingest_speech answers speech_id, status, chunks_created, embeddings_generated, times, word_count, content_hash',
  'H-INGEST-2': 'a duplicate is skipped with the existing id, or replaced when asked',
  'H-INGEST-3': 'every constraint is kept; Senate has no electorate, the House needs one',
  'H-LIST-1':
    'list_speakers answers speaker, party, chamber, state, electorate, speech_count, dates, total_words, top_topics',
  'H-LIST-2': 'filters, min_speeches and limit hold; total_speakers counts beyond limit',
  'H-IMPORT-1':
    'import_hansard cuts the real record as it is cut, resolves members, reports problems by line, and repeats nothing',
  'H-IMPORT-2': 'CSV, JSON and Markdown with front matter are imported too',
  'H-IMPORT-3': 'a source that is no record is refused plainly',
  'H-COMPARE-1':
    'compare_speakers answers, for each speaker, their own words on a topic, verbatim, oldest first, with reference, and counts by month',
  'H-COMPARE-2':
    'what others threw in is never quoted as the speaker’s, and who never used a word of the topic is said not to have',
  'H-COMPARE-3':
    'two to six speakers, one to ten quotes; names that nobody or several answer to are warned of',
  'H-MONTHS-1':
    'count_speeches_by_month counts every speech that holds all words of the query, under all filters, and its total is the sum',
  'H-STATS-1': 'hansard://dataset/stats is counted when it is read',
  'H-BRIEFING-1':
    'the prompt hansard_briefing gives passages with references, quoted line by line, or says that there are none',
  'H-PROGRESS-1': 'search reports 0/3 to 3/3, ingest 0/5 to 5/5',
  'H-ERR-1': 'failures are plain sentences: Invalid input, Rate limit exceeded, Database error',
  'H-TAGS-1': 'tools carry the contract’s tags',
} as const
