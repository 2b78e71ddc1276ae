import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { LanguageModel } from '../../core/ports/language-model.ts'
import { estimateTokens } from '../../core/text/estimate-tokens.ts'
import type { Observation } from './fact.ts'
import type { FactRules } from './fact-store.ts'
import { answerTokens, factPrompt, parseFacts } from './model-facts.ts'
import { nobody, peopleOf } from './people.ts'
import type { FactContext, FactParts, ModelEstimate, ModelReport } from './types.ts'

const page = 100

/** What reading with this model is remembered by; a changed prompt gets another number. */
function readerOf(model: LanguageModel): string {
  return `model:${model.name}-1`
}

/** What the unread documents would take: every passage is sent once, with the question around it. */
export async function estimateModel(
  collections: readonly string[],
  parts: FactParts,
): Promise<ModelEstimate | null> {
  const { model, facts, store } = parts
  if (model === null) return null
  const { total } = await facts.listPending(collections, readerOf(model), 1)
  const { ids } = await facts.listPending(collections, readerOf(model), Math.max(1, total))
  const estimate = {
    model: model.name,
    documents: ids.length,
    chunks: 0,
    promptTokens: 0,
    completionTokens: 0,
  }
  for (const id of ids) {
    const document = await store.readDocument(id)
    if (document === null) continue
    for (const { chunk } of await store.exportChunks(id)) {
      const text = document.markdown.slice(chunk.start, chunk.end)
      estimate.chunks += 1
      estimate.promptTokens += estimateTokens(factPrompt(document.title, text))
      estimate.completionTokens += answerTokens
    }
  }
  return estimate
}

/** Document by document, each stored as soon as it is read: what was paid for is never paid for twice. */
export async function buildWithModel(
  { collections, budgetTokens }: { collections: readonly string[]; budgetTokens: number | null },
  parts: FactParts,
  rules: FactRules,
  { signal, progress }: FactContext,
): Promise<ModelReport> {
  const { model, facts } = parts
  if (model === null) throw noModel()
  const reader = readerOf(model)
  const report: ModelReport = { ...emptyReport }
  for (;;) {
    const { ids, total } = await facts.listPending(collections, reader, page)
    if (ids.length === 0) return report
    for (const [index, id] of ids.entries()) {
      throwIfAborted(signal)
      if (budgetTokens !== null && report.promptTokens + report.completionTokens >= budgetTokens)
        return { ...report, left: total - index }
      const observations = await readOne(id, model, parts, report, signal)
      report.factsAdded += await facts.put(
        reader,
        [{ documentId: id, observations, readsMetadata: false }],
        rules,
        signal,
      )
      report.documents += 1
      progress({
        done: report.documents,
        total: report.documents + total - index - 1,
        message: `Asking ${model.name}`,
      })
    }
  }
}

const emptyReport: ModelReport = {
  documents: 0,
  factsAdded: 0,
  chunksProcessed: 0,
  totalChunks: 0,
  embedded: 0,
  errors: [],
  dropped: 0,
  promptTokens: 0,
  completionTokens: 0,
  left: 0,
}

async function readOne(
  id: string,
  model: LanguageModel,
  { store }: FactParts,
  report: ModelReport,
  signal: AbortSignal,
): Promise<Observation[]> {
  const document = await store.readDocument(id)
  if (document === null) return []
  const people = peopleOf({ named: () => [], directory: nobody, scope: id })
  const observations: Observation[] = []
  for (const { chunk } of await store.exportChunks(id)) {
    const text = document.markdown.slice(chunk.start, chunk.end)
    const content = factPrompt(document.title, text)
    report.totalChunks += 1
    const answer = await model.complete(
      { messages: [{ role: 'user', content }], maxTokens: answerTokens },
      { signal },
    )
    report.promptTokens += answer.usage?.promptTokens ?? estimateTokens(content)
    report.completionTokens += answer.usage?.completionTokens ?? estimateTokens(answer.text)
    const read = parseFacts(answer.text, { text, offset: chunk.start, people })
    report.dropped += read.dropped
    report.chunksProcessed += 1
    observations.push(...read.observations)
  }
  return observations
}

function noModel(): Failure {
  return new Failure('invalid', 'MODEL_NOT_SET', 'No language model is set.', {
    hint: 'Name one: --llm-url and --llm-model, or QUIRE_LLM_URL and QUIRE_LLM_MODEL.',
  })
}
