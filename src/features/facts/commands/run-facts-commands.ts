import type { CommandCall } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { openProgressBar } from '../../../core/contract/shell/progress-bar.ts'
import type { Engine } from '../../../core/engine.ts'
import { isUnfinished } from '../../../core/model/collection.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Entity, Fact } from '../fact.ts'
import type { FactReport, Facts, ModelEstimate, ModelReport } from '../facts.ts'
import type { Services } from '../services.ts'

/** `quire graph facts build [--library …] [--model --yes]`. */
export async function runBuildCommand(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const { values, terminal, wantsJson, signal } = call
  const { engine, facts: access } = await host.open()
  const facts = await access.open()
  const collections = await chosenLibraries(values.library, engine)
  const bar = openProgressBar(terminal)
  try {
    const read =
      values.model === true ? await readWithModel(call, { facts, collections, progress: bar.report }) : null
    const ruled = await facts.build({ collections }, { signal, progress: bar.report })
    bar.close()
    const report = { ...onWire(ruled), ...(read === null ? {} : { model: modelOnWire(read) }) }
    terminal.print(wantsJson ? JSON.stringify(report, null, 2) : describeBuild(ruled, read))
    const errors = [...ruled.errors, ...(read?.errors ?? [])]
    if (!wantsJson) for (const error of errors) terminal.note(`${terminal.noteStyle.warn('note:')} ${error}`)
    return errors.length === 0 ? 0 : 1
  } finally {
    bar.close()
  }
}

type ModelReading = {
  facts: Facts
  collections: readonly string[]
  progress: Parameters<Facts['build']>[1]['progress']
}

async function readWithModel(
  { values, terminal, wantsJson, signal }: CommandCall,
  { facts, collections, progress }: ModelReading,
): Promise<ModelReport | null> {
  const estimate = await facts.estimate({ collections })
  if (estimate === null)
    throw new Failure('invalid', 'MODEL_NOT_SET', 'No language model is set.', {
      hint: 'Name one: --llm-url and --llm-model, or QUIRE_LLM_URL and QUIRE_LLM_MODEL.',
    })
  const cost = costOf(estimate, values)
  const budgetTokens = typeof values.budget === 'number' ? values.budget : null
  const message = describeEstimate(estimate, { cost, budgetTokens })
  if (wantsJson && values.yes !== true) terminal.print(JSON.stringify({ ...estimate, cost }, null, 2))
  else terminal.note(message)
  if (estimate.documents === 0) return null
  if (values.yes !== true)
    throw new Failure('invalid', 'INVALID_INPUT', 'Nothing was sent to the language model.', {
      hint: 'Add --yes to send it, and --budget to stop after a number of tokens.',
    })
  return facts.buildWithModel({ collections, budgetTokens }, { signal, progress })
}

/** Returns null if the call contains no price; Quire has no list of prices. */
function costOf(estimate: ModelEstimate, values: CommandCall['values']): number | null {
  const { prompt_price: reads, answer_price: writes } = values
  if (typeof reads !== 'number' && typeof writes !== 'number') return null
  const price = (tokens: number, each: unknown) => (typeof each === 'number' ? (tokens * each) / 1e6 : 0)
  return price(estimate.promptTokens, reads) + price(estimate.completionTokens, writes)
}

function describeEstimate(
  estimate: ModelEstimate,
  { cost, budgetTokens }: { cost: number | null; budgetTokens: number | null },
): string {
  const { model, documents, chunks, promptTokens, completionTokens } = estimate
  const price =
    cost === null
      ? 'give --prompt-price and --answer-price to see the cost'
      : `at most ${cost.toFixed(2)} by those prices`
  const budget = budgetTokens === null ? '' : `; it stops after about ${budgetTokens} tokens`
  return `${model}: ${documents} documents, ${chunks} passages, about ${promptTokens} tokens to read, at most ${completionTokens} to write; ${price}${budget}.`
}

/** The figures under the contract's names. */
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

function describeBuild(ruled: FactReport, read: ModelReport | null): string {
  const lines = [
    `${ruled.factsAdded} facts from ${ruled.documents} documents (${ruled.chunksProcessed} of ${ruled.totalChunks} passages), ${ruled.embedded} embedded`,
  ]
  if (read !== null)
    lines.push(
      `${read.factsAdded} facts by the language model from ${read.documents} documents, ${read.dropped} dropped; ${read.promptTokens} tokens read, ${read.completionTokens} written; ${read.left} documents left`,
    )
  return lines.join('\n')
}

/** `quire graph facts show <entity>`. */
export async function runShowCommand(
  host: CommandHost<Services>,
  { values, terminal, wantsJson }: CommandCall,
): Promise<number> {
  const { engine, facts: access } = await host.open()
  const facts = await access.open()
  const name = String(values.entity)
  const found = await facts.about({
    collections: await chosenLibraries(values.library, engine),
    name,
    limit: typeof values.limit === 'number' ? values.limit : 50,
  })
  if (found.entities.length === 0)
    throw new Failure('not_found', 'ENTITY_NOT_FOUND', `No facts about "${name}" were found.`, {
      hint: 'Build the facts first (quire graph facts build), or try another name.',
    })
  terminal.print(wantsJson ? JSON.stringify(found, null, 2) : drawFacts(found.facts))
  return 0
}

/** The named libraries; all of them, isolated ones too, when none is named. */
async function chosenLibraries(named: unknown, engine: Engine): Promise<string[]> {
  if (Array.isArray(named) && named.length > 0) return named.map(String)
  const all = await engine.catalog.listCollections({ includeIsolated: true })
  return all.map(({ name }) => name).filter(name => !isUnfinished(name))
}

/** Facts as a Mermaid flow chart: entities as boxes, relations as arrows with their period. */
function drawFacts(facts: readonly Fact[]): string {
  const entities = new Map<string, Entity>()
  for (const { subject, object } of facts) entities.set(subject.id, subject).set(object.id, object)
  const keys = new Map([...entities.keys()].map((id, at) => [id, `n${at}`]))
  const boxes = [...entities.values()].map(
    ({ id, label, name }) => `  ${keys.get(id)}["${escapeMermaid(`${label}: ${name}`)}"]`,
  )
  const lines = facts.map(
    fact =>
      `  ${keys.get(fact.subject.id)} -- "${escapeMermaid(captionOf(fact))}" --> ${keys.get(fact.object.id)}`,
  )
  return ['graph LR', ...boxes, ...lines].join('\n')
}

/** "HOLDS_OFFICE 2010-06-24 – 2013-06-27"; an unknown date is "…". */
function captionOf({ relation, validAt, invalidAt }: Fact): string {
  if (validAt === null && invalidAt === null) return relation
  return `${relation} ${validAt ?? '…'} – ${invalidAt ?? '…'}`
}

/** Escapes quotes and Mermaid markup, so that a name cannot end its box. */
function escapeMermaid(text: string): string {
  return text.replace(/[&"<>#`\\]/g, character => `#${character.codePointAt(0)};`).replace(/\s+/g, ' ')
}
