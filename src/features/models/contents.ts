import type { FeatureContents } from '../../core/feature.ts'
import { modelCommands } from './model-commands.ts'
import type { Services } from './services.ts'
import { useModel } from './use-model.ts'

export const contents: FeatureContents<Services> = { tools: [useModel], commands: modelCommands }
