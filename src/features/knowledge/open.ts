import type { OpenedFeature, OpeningHost } from '../../core/feature.ts'
import type { SituateChunks } from '../../core/ports/offers.ts'
import type { AnswerParts } from './answer/answer-question.ts'
import { findCodeExamples } from './code-examples/find-code-examples.ts'
import type { Services } from './services.ts'
import type { settings } from './settings.ts'

type Own = Omit<Services, keyof OpeningHost>

/** Opens the services of the feature. Heavy modules are imported on first use. */
export async function open(host: OpeningHost<typeof settings>): Promise<OpenedFeature<Own>> {
  const { settings: values, engine, parts, languageModel: model } = host
  const answering = answerParts(host)
  const contextual = values['knowledge.contextual']
  const { knowledgeLibrary: library } = host.defaults
  const situateChunks: SituateChunks | null =
    model === null
      ? null
      : async (document, chunks, signal) => {
          const { situateChunks: situate } = await import('./answer/situate-chunks.ts')
          return situate({ document, chunks }, model, signal)
        }
  return {
    services: {
      knowledge: {
        library,
        codeExamples: values['knowledge.agentic'],
        reranking: values['knowledge.reranking'],
        contextual,
      },
      async answer(request, context) {
        const { answerQuestion } = await import('./answer/answer-question.ts')
        return answerQuestion(request, answering, context)
      },
      writer: model?.name ?? null,
      async rerank(request, signal) {
        const { rerankByWords } = await import('./answer/rerank-by-words.ts')
        return rerankByWords(request, answering, signal)
      },
      async searchCode(request, signal) {
        const { searchCode } = await import('./code-examples/search-code.ts')
        return searchCode(request, { ...parts, search: engine.search }, signal)
      },
      situateChunks,
    },
    offers: {
      codeBlocks: findCodeExamples,
      situate: asked => (contextual && asked === library ? situateChunks : null),
    },
  }
}

/** Answers use all shared collections, like a search without collections. */
function answerParts({
  engine,
  parts,
  languageModel,
  languageModelLimits,
  settings: values,
}: OpeningHost<typeof settings>): AnswerParts {
  const { store, embedder, analyzer } = parts
  return {
    store,
    embedder,
    analyzer,
    reader: values['knowledge.reader'] ? (parts.answerReader ?? null) : null,
    model: languageModel && {
      model: languageModel,
      ...languageModelLimits,
      countTokens: text => embedder.countTokens(text),
    },
    search: (text, limit, { signal, meaningBy }) =>
      engine.search(
        {
          collections: null,
          text,
          limit,
          mode: 'hybrid',
          filter: [],
          sort: 'relevance',
          isForgiving: true,
          ...(meaningBy === undefined ? {} : { meaningBy }),
        },
        signal,
      ),
    async collections() {
      const shared = (await store.describeCollections()).filter(({ scope }) => scope === 'shared')
      return {
        names: shared.map(({ name }) => name),
        languages: [...new Set(shared.flatMap(({ languages }) => languages))],
      }
    },
  }
}
