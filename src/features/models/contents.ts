import type { FeatureContents, Host } from '../../core/feature.ts'
import { modelCommands } from './model-commands.ts'

export const contents: FeatureContents<Host> = { commands: modelCommands }
