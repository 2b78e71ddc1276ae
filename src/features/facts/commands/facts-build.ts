import type { CommandCall } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { openProgressBar } from '../../../core/contract/shell/progress-bar.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Services } from '../services.ts'
import type { FactReport, Facts, ModelEstimate, ModelReport } from '../types.ts'
import { chosenLibraries } from './facts-show.ts'

/** `quire graph facts build [--library …] [--model --yes]`. */
export async function buildFacts(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const { values, terminal, wantsJson, signal } = call
  const { engine, facts: access } = await host.open()
  const facts = await access.open()
  const collections = await chosenLibraries(values.library, engine)
  const bar = openProgressBar(terminal)
  try {
    const read = values.model === true ? await readWithModel(facts, collections, call, bar.report) : null
    const ruled = await facts.build({ collections }, { signal, progress: bar.report })
    bar.close()
    const report = { ...onWire(ruled), ...(read === null ? {} : { model: modelOnWire(read) }) }
    terminal.print(wantsJson ? JSON.stringify(report, null, 2) : describe(ruled, read))
    const errors = [...ruled.errors, ...(read?.errors ?? [])]
    if (!wantsJson) for (const error of errors) terminal.note(`${terminal.noteStyle.warn('note:')} ${error}`)
    return errors.length === 0 ? 0 : 1
  } finally {
    bar.close()
  }
}

async function readWithModel(
  facts: Facts,
  collections: readonly string[],
  { values, terminal, wantsJson, signal }: CommandCall,
  progress: Parameters<Facts['build']>[1]['progress'],
): Promise<ModelReport | null> {
  const estimate = await facts.estimate({ collections })
  if (estimate === null)
    throw new Failure('invalid', 'MODEL_NOT_SET', 'No language model is set.', {
      hint: 'Name one: --llm-url and --llm-model, or QUIRE_LLM_URL and QUIRE_LLM_MODEL.',
    })
  const cost = costOf(estimate, values)
  const said = sayEstimate(estimate, cost)
  if (wantsJson && values.yes !== true) terminal.print(JSON.stringify({ ...estimate, cost }, null, 2))
  else terminal.note(said)
  if (estimate.documents === 0) return null
  if (values.yes !== true)
    throw new Failure('invalid', 'INVALID_INPUT', 'Nothing was sent to the language model.', {
      hint: 'Say --yes to go ahead, and --budget to stop after so many tokens.',
    })
  const budgetTokens = typeof values.budget === 'number' ? values.budget : null
  return facts.buildWithModel({ collections, budgetTokens }, { signal, progress })
}

/** Null when no price was given: prices are the provider's, and change. */
function costOf(estimate: ModelEstimate, values: CommandCall['values']): number | null {
  const { prompt_price: reads, answer_price: writes } = values
  if (typeof reads !== 'number' && typeof writes !== 'number') return null
  const price = (tokens: number, each: unknown) => (typeof each === 'number' ? (tokens * each) / 1e6 : 0)
  return price(estimate.promptTokens, reads) + price(estimate.completionTokens, writes)
}

function sayEstimate(estimate: ModelEstimate, cost: number | null): string {
  const { model, documents, chunks, promptTokens, completionTokens } = estimate
  const price =
    cost === null
      ? 'give --prompt-price and --answer-price to see the cost'
      : `at most ${cost.toFixed(2)} by those prices`
  return `${model}: ${documents} documents, ${chunks} passages, about ${promptTokens} tokens to read, at most ${completionTokens} to write; ${price}.`
}

/** The figures as the contract names them. */
function onWire({ documents, factsAdded, chunksProcessed, totalChunks, embedded, errors }: FactReport) {
  return {
    documents,
    facts_added: factsAdded,
    chunks_processed: chunksProcessed,
    total_chunks: totalChunks,
    facts_embedded: embedded,
    errors,
  }
}

function modelOnWire(read: ModelReport) {
  const { facts_embedded: _none, ...known } = onWire(read)
  return {
    ...known,
    dropped: read.dropped,
    prompt_tokens: read.promptTokens,
    completion_tokens: read.completionTokens,
    documents_left: read.left,
  }
}

function describe(ruled: FactReport, read: ModelReport | null): string {
  const lines = [
    `${ruled.factsAdded} facts from ${ruled.documents} documents (${ruled.chunksProcessed} of ${ruled.totalChunks} passages), ${ruled.embedded} embedded`,
  ]
  if (read !== null)
    lines.push(
      `${read.factsAdded} facts by the language model from ${read.documents} documents, ${read.dropped} dropped; ${read.promptTokens} tokens read, ${read.completionTokens} written; ${read.left} documents left`,
    )
  return lines.join('\n')
}
