import type { FeatureContents } from '../../core/feature.ts'
import { factsCommands } from './commands/facts-commands.ts'
import { searchGraphiti } from './search-graphiti.ts'
import type { Services } from './services.ts'

export const contents: FeatureContents<Services> = {
  tools: [searchGraphiti],
  commands: factsCommands,
}
