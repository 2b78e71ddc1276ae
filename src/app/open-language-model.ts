import { openOnce } from '../core/contract/open-once.ts'
import { Failure } from '../core/model/failure.ts'
import type { LanguageModel } from '../core/ports/language-model.ts'
import type { CoreValues } from './config/settings.ts'
import { httpOptions } from './http-options.ts'

/** The language model that the settings name, opened by its first use; null when they name none. */
export function openLanguageModel(values: CoreValues): LanguageModel | null {
  const baseUrl = values['llm.url']
  const model = values['llm.model']
  if (baseUrl === null) return null
  if (model === null)
    throw new Failure('invalid', 'INVALID_SETTING', 'llm.url is set, but llm.model is not.', {
      hint: 'Name the model to ask for at that endpoint: --llm-model or QUIRE_LLM_MODEL.',
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
