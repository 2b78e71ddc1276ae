import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { ChosenModel, ModelShelf } from '../../core/ports/model-shelf.ts'

export type Services = Host & {
  models: ModelShelf
  /** The model that new libraries get; null when a setting names it. */
  modelInUse(): Promise<ChosenModel | null>
}

export const defineTool = featureTool<Services>()
