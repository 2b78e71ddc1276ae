import { openOnce } from '../core/contract/open-once.ts'
import type { ResourceProvider, ResourceTemplate } from '../core/contract/resources.ts'
import type { IngestChildren } from '../core/ingest/ingest-request.ts'
import { Failure } from '../core/model/failure.ts'
import type { Converters } from '../core/ports/converter.ts'
import type { LanguageModel } from '../core/ports/language-model.ts'
import type { RelationReader } from '../core/ports/relation-reader.ts'
import type { Reranker } from '../core/ports/reranker.ts'
import type { UrlReader } from '../core/ports/source-reader.ts'
import type { TaskProvider } from '../surfaces/mcp/tasks.ts'
import type { CoreValues } from './config/settings.ts'
import { httpOptions } from './http-options.ts'
import type { ChildOptions } from './ingest-child/ingest-child.ts'

/**
 * Parts that are opened at their first use. Most sessions only search, and loading the converters and the fetcher would
 * take a third of the start-up time.
 */
export function lazyConverters(part: {
  open(): Promise<Converters>
  refusal: Converters['refusal']
}): Converters {
  const opened = openOnce(part.open)
  return {
    identify: async raw => (await opened.get()).identify(raw),
    convert: async (raw, options, context) => (await opened.get()).convert(raw, options, context),
    drawPage: async (raw, request, context) => (await opened.get()).drawPage(raw, request, context),
    refusal: part.refusal,
    close: opened.close,
  }
}

/** Starts child processes when the first source needs one. */
export function lazyIngestChildren(options: Omit<ChildOptions, 'leash'>): IngestChildren {
  const opened = openOnce(async () => {
    const { createIngestChildren } = await import('./ingest-child/ingest-children.ts')
    return createIngestChildren(options)
  })
  return {
    ingest: async (asked, context) => (await opened.get()).ingest(asked, context),
    putVectors: async (asked, signal) => (await opened.get()).putVectors(asked, signal),
    close: opened.close,
  }
}

export type ClosableUrlReader = UrlReader & { close(): Promise<void> }

export function lazyUrlReader(open: () => Promise<ClosableUrlReader>): ClosableUrlReader {
  const opened = openOnce(open)
  return { read: async (url, signal) => (await opened.get()).read(url, signal), close: opened.close }
}

/** Loads the reader at the first question that is answered. */
export function lazyReader(
  facts: Pick<Reranker, 'id' | 'languages'>,
  open: () => Promise<Reranker>,
): Reranker {
  const opened = openOnce(open)
  return {
    ...facts,
    scorePairs: async (request, signal) => (await opened.get()).scorePairs(request, signal),
    warm: async () => (await opened.get()).warm(),
    close: opened.close,
  }
}

/** Loads the reader of facts at the first document. */
export function lazyRelationReader(
  facts: Pick<RelationReader, 'id' | 'languages'>,
  open: () => Promise<RelationReader>,
): RelationReader {
  const opened = openOnce(open)
  return {
    ...facts,
    readWindows: async (windows, signal) => (await opened.get()).readWindows(windows, signal),
    close: opened.close,
  }
}

/** Lists the templates without opening the store; list and read open it. */
export function lazyResources(
  templates: readonly ResourceTemplate[],
  open: () => Promise<ResourceProvider>,
): ResourceProvider {
  return {
    templates,
    list: async (cursor, context) => (await open()).list(cursor, context),
    read: async (uri, context) => (await open()).read(uri, context),
  }
}

export function lazyTasks(open: () => Promise<TaskProvider>): TaskProvider {
  return {
    get: async id => (await open()).get(id),
    cancel: async (id, signal) => (await open()).cancel(id, signal),
  }
}

/** Returns the language model of the settings, which is opened at its first use; null if none is set. */
export function openLanguageModel(values: CoreValues): LanguageModel | null {
  const baseUrl = values['llm.url']
  const model = values['llm.model']
  if (baseUrl === null) return null
  if (model === null)
    throw new Failure('invalid', 'INVALID_SETTING', 'llm.url is set, but llm.model is not.', {
      hint: 'Set the model to use at that endpoint: --llm-model or QUIRE_LLM_MODEL.',
    })
  return lazyModel(`${model} at ${new URL(baseUrl).host}`, async () => {
    const { openAiModel } = await import('../adapters/models/openai-model.ts')
    return openAiModel({
      baseUrl,
      model,
      apiKey: values['llm.key'],
      timeoutMs: values['llm.timeout_seconds'] * 1000,
      http: httpOptions(values),
    })
  })
}

function lazyModel(name: string, open: () => Promise<LanguageModel>): LanguageModel {
  const opened = openOnce(open)
  return {
    name,
    complete: async (request, context) => (await opened.get()).complete(request, context),
    close: opened.close,
  }
}
