/** The promises in settled.md, which apply to every toolset. */
export const settledPromises = {
  'S-SCOPE-1': 'library null never reaches into an isolated collection',
  'S-JOB-1': 'work beyond the limit answers "running" with a job_id, and the same call joins it',
  'S-JOB-2':
    'work is done once over all processes; a job whose process died is interrupted, and the same call resumes it under its id',
  'S-JOB-3': 'any process can cancel a job, more than once, and what it had finished stays',
  'S-JOB-4': '/api/v1/jobs lists, shows, cancels and streams jobs behind the same guards as everything else',
  'S-JOB-5': 'list_jobs and get_job show state, progress, counts and outcomes, newest first and in pages',
  'S-JOB-6': 'system words failures as { error: { code, message, details, status_code } }',
  'S-JOB-7': 'to MCP clients that declare the tasks extension, work that goes on is a task',
  'S-AUDIT-1': 'a run that ingests leaves <correlation id>.jsonl: a line per document, then the sums',
  'S-ROOT-1': 'over HTTP, files outside the roots are refused without telling whether they exist',
  'S-MODEL-1': 'a collection bound to another model answers EMBEDDING_MISMATCH naming both remedies',
  'S-TIME-1': 'a call that outlasts its limit is a TIMEOUT failure and its work is cancelled',
  'S-TIME-2':
    'a TIMEOUT says which tool, its limit, what became of the work and what to do next, in every toolset',
  'S-TIME-3':
    'when the embedding model hangs or is gone, every search answers by words within its limit, and says so',
  'S-SCHEMA-1':
    'schemas say what is checked: least lengths, both bounds of numbers, and a default for all that is optional',
  'S-STRICT-1':
    'every tool whose contract has no open-ended map has a strict form; the page for clients names the others and why',
  'S-CORR-1': 'every answer has a correlation id',
} as const
