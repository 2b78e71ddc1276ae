/** What the Lambda server’s contract promises of the tools for code. */
export const codePromises = {
  'G-PARSE-1':
    'parse_github_repository takes https, git@ and .git addresses and folders, and answers success, repo_url, repo_name, message, statistics, ready_for_validation, next_steps',
  'G-PARSE-2':
    'repositories are named with their owner: two of one name do not overwrite each other, and a plain name will do where it is not ambiguous',
  'G-PARSE-3': 'parsed again the graph is the same, and only files that changed are read',
  'G-PARSE-4': 'a failed clone, or one with nothing to parse in it, keeps the old graph',
  'G-PARSE-5':
    'what is no address, a private host and a folder outside the roots are refused before anything is fetched',
  'G-PARSE-6': 'parsing is a job: it is listed, joined by the same call and can be cancelled',
  'G-PARSE-7':
    'tests, set-up scripts, examples, build folders and files of 500,000 bytes or more (TypeScript: 2,500,000) are left out, and never taken for missing',
  'G-QUERY-1':
    'query_knowledge_graph answers success, command, data, metadata { total_results, limited }, or success false, command, error',
  'G-QUERY-2': 'repos, explore <repo>, classes [repo], class <name>, method <name> [class]',
  'G-QUERY-3': 'classes, methods without a class and records of a query come twenty at a time',
  'G-QUERY-4': 'what is wrong or missing is reported in the contract’s words, with the commands there are',
  'G-QUERY-5': 'query <cypher> is real, quoted or not; its errors are reported with data.query',
  'G-QUERY-6': 'a query that would change anything is refused',
  'G-CHECK-1':
    'check_ai_script_hallucinations answers script_path, overall_confidence, validation_summary, hallucinations_detected, recommendations, analysis_metadata, libraries_analyzed',
  'G-CHECK-2':
    'invented methods, attributes, parameters, imports, classes and functions are found with their line and a suggestion',
  'G-CHECK-3':
    'constructors, keyword arguments, inherited members and re-exports are right where the original is wrong; what cannot be known is uncertain',
  'G-CHECK-4': 'a script is given by its path or its content; TypeScript and JavaScript are checked too',
  'G-CHECK-5':
    'a script that is missing, of another kind or outside the roots is refused in the contract’s words',
  'G-CHECK-6':
    'quire graph check writes the full report as JSON and Markdown, and exits with 1 when something is wrong',
  'G-SHOW-1': 'a repository or entity is drawn as Mermaid or DOT, or given as nodes and edges',
  'G-FLAG-1': 'without USE_KNOWLEDGE_GRAPH the tools stay listed and say so, as HTTP 400',
  'G-REST-1': 'the REST paths of the knowledge graph are the contract’s',
} as const
