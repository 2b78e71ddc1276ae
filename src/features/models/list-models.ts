import type { CommandCall } from '../../core/contract/shell/command.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import type { ModelKind, ModelsInUse, ShelvedModel } from '../../core/ports/model-shelf.ts'
import type { ModelHost } from './model-commands.ts'
import { type RecommendedModel, recommended } from './recommended.ts'

/** One line of the list: a model in the home, or one that could be added. */
export type ListedModel = {
  id: string
  kind: ModelKind
  state: 'in use' | 'next' | 'added' | 'bundled' | 'available'
  bytes: number
  dimensions: number | null
  max_tokens: number
  languages: string
  license: string | null
  quality: string | null
}

/** `quire model list`. */
export async function listModels(host: ModelHost, call: CommandCall): Promise<number> {
  const { models: shelf, embedder } = await host.bare()
  const inUse = await shelf.inUse()
  const models = listAll(await shelf.list(), inUse, embedder.choice)
  const { terminal } = call
  if (call.wantsJson) {
    terminal.print(JSON.stringify({ models, embedder: embedder.choice, set_by: embedder.setBy }, null, 2))
    return 0
  }
  terminal.print(
    renderTable(
      models,
      [
        { title: 'MODEL', cell: model => model.id },
        { title: 'STATE', cell: model => model.state },
        { title: 'KIND', cell: model => model.kind },
        { title: 'MB', cell: model => String(Math.round(model.bytes / 1_000_000)), align: 'right' },
        { title: 'LANGUAGES', cell: model => model.languages },
        { title: 'LICENCE', cell: model => model.license ?? '–' },
      ],
      terminal,
    ),
  )
  for (const { id, quality } of models)
    if (quality !== null) terminal.print(terminal.style.dim(`${id}: ${quality}`))
  if (embedder.setBy !== null)
    terminal.note(`The embedding model is ${embedder.choice}, set by ${embedder.setBy}.`)
  terminal.note('Any other model with an ONNX export: quire model add <organisation/name>')
  return 0
}

/** The models in the home, then the recommended ones that are not there. */
export function listAll(added: readonly ShelvedModel[], inUse: ModelsInUse, embedder: string): ListedModel[] {
  const bundled = recommended.filter(({ id }) => id === null)
  const others = recommended.filter(({ id }) => id !== null && !added.some(({ name }) => name === id))
  return [
    ...bundled.map(model => fromRecommended(model, embedder === model.short ? 'in use' : 'bundled')),
    ...added.map(model => fromShelf(model, stateOf(model, inUse, embedder))),
    ...others.map(model => fromRecommended(model, 'available')),
  ]
}

function stateOf({ choice }: ShelvedModel, inUse: ModelsInUse, embedder: string): ListedModel['state'] {
  if (choice === embedder || choice === inUse.reranker?.choice) return 'in use'
  return choice === inUse.next?.choice ? 'next' : 'added'
}

function fromShelf(model: ShelvedModel, state: ListedModel['state']): ListedModel {
  const known = recommended.find(({ id }) => id === model.name)
  return {
    id: model.name,
    kind: model.kind,
    state,
    bytes: model.bytes,
    dimensions: model.dimensions,
    max_tokens: model.maxTokens,
    languages: known?.languages ?? (model.languages === null ? '–' : sayLanguages(model.languages)),
    license: model.license ?? known?.license ?? null,
    quality: known?.quality ?? null,
  }
}

function fromRecommended(model: RecommendedModel, state: ListedModel['state']): ListedModel {
  return {
    id: model.short,
    kind: model.kind,
    state,
    bytes: model.megabytes * 1_000_000,
    dimensions: model.dimensions,
    max_tokens: model.maxTokens,
    languages: model.languages,
    license: model.license,
    quality: model.quality,
  }
}

function sayLanguages(languages: readonly string[]): string {
  return languages.length > 4 ? String(languages.length) : languages.join(', ')
}
