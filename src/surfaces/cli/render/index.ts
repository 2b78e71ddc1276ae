import { valueWithoutControls } from '../../../model/shown-text.ts'
import type { Terminal } from '../terminal.ts'
import { renderDocuments, renderLibraries } from './catalog.ts'
import { renderCitation, renderItems, renderProjects, renderVerdict } from './citations.ts'
import { renderCrawled } from './crawled.ts'
import { renderDeleted, renderDeletedLibrary } from './deleted.ts'
import { renderDocument } from './document.ts'
import { renderFacts } from './facts.ts'
import { renderFolder, renderSource } from './folder.ts'
import { renderCheck, renderGraphCommand, renderParsed, renderPicture } from './graph.ts'
import { renderImport, renderSpeakers, renderSpeech, renderSpeeches } from './hansard.ts'
import { renderIngested } from './ingested.ts'
import { renderCancelled, renderJob, renderJobs } from './jobs.ts'
import { renderCode, renderKnowledge, renderReply, renderSources } from './knowledge.ts'
import { renderPassages } from './passages.ts'
import { listOf, textOf } from './read.ts'
import { renderRefreshed } from './refreshed.ts'
import { renderDirectory, renderResource, renderText, renderTools, renderWorkflows } from './system.ts'
import { renderValue } from './value.ts'

export type Answer = { value: Record<string, unknown>; input: Record<string, unknown>; terminal: Terminal }

export type Rendering = {
  /** For stdout. */
  answer: string
  /** For stderr: what is said about the answer. */
  remark?: string
  exitCode?: number
}

/** Tools whose answers have a form made for people; all others are shown field by field. */
const renderers: Readonly<Record<string, (answer: Answer) => Rendering>> = {
  search: renderPassages,
  list_documents: renderDocuments,
  list_libraries: renderLibraries,
  get_document: renderDocument,
  ingest_file: renderIngested,
  ingest_url: renderIngested,
  ingest_content: renderIngested,
  ingest_folder: renderFolder,
  refresh_source: renderRefreshed,
  delete_document: renderDeleted,
  delete_library: renderDeletedLibrary,
  ingest_from_source: renderSource,
  query: renderItems,
  find_chunks: renderItems,
  query_hybrid: renderItems,
  verify_citation: renderVerdict,
  format_citation: renderCitation,
  list_projects: renderProjects,
  search_speeches: renderSpeeches,
  get_speech: renderSpeech,
  list_speakers: renderSpeakers,
  import_hansard: renderImport,
  search_knowledge_base: renderKnowledge,
  agent_query: renderReply,
  search_code_examples: renderCode,
  get_available_sources: renderSources,
  crawl_deep: renderCrawled,
  crawl_single_page: renderCrawled,
  list_jobs: renderJobs,
  get_job: renderJob,
  cancel_job: renderCancelled,
  search_tools: renderTools,
  list_directory: renderDirectory,
  read_file: renderText,
  read_resource: renderResource,
  list_workflows: renderWorkflows,
  search_graphiti: renderFacts,
  parse_github_repository: renderParsed,
  show_graph: renderPicture,
  check_ai_script_hallucinations: renderCheck,
  query_knowledge_graph: renderGraphCommand,
}

/** What sources say is shown as text: a terminal must not obey it. */
export function renderAnswer(tool: string, given: Answer): Rendering {
  const answer = { ...given, value: valueWithoutControls(given.value) }
  const render = renderers[tool]
  if (render === undefined) {
    const hasFailed = listOf(answer.value, 'results').some(row => textOf(row, 'status') === 'failed')
    return { answer: renderValue(answer.value, answer.terminal.style), exitCode: hasFailed ? 1 : 0 }
  }
  const rendering = render(answer)
  const remarks = [rendering.remark, ...cutRemarks(answer.value)].filter(remark => remark !== undefined)
  return remarks.length === 0 ? rendering : { ...rendering, remark: remarks.join('\n') }
}

/** Where texts that did not fit into a budget can be read in full. */
function cutRemarks(value: Record<string, unknown>): string[] {
  return listOf(value, 'cut').map(
    cut => `${textOf(cut, 'field')} is cut: quire system read-resource '${textOf(cut, 'uri')}'`,
  )
}
