import type { FeatureContents } from '../../core/feature.ts'
import { checkAiScriptHallucinations } from './check-ai-script-hallucinations.ts'
import { graphCommands } from './commands/graph-commands.ts'
import { parseGithubRepository } from './parse-github-repository.ts'
import { queryKnowledgeGraph } from './query-knowledge-graph.ts'
import type { Services } from './services.ts'
import { showGraph } from './show-graph.ts'

export const contents: FeatureContents<Services> = {
  tools: [parseGithubRepository, queryKnowledgeGraph, checkAiScriptHallucinations, showGraph],
  commands: graphCommands,
}
