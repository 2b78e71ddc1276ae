import type { FeatureContents } from '../../core/feature.ts'
import { zoteroCommands } from './commands/zotero-commands.ts'
import type { Services } from './services.ts'

export const contents: FeatureContents<Services> = { commands: zoteroCommands }
