import { defineToolset } from '../../core/contract/define-toolset.ts'
import type { Services } from '../services.ts'
import { checkAiScriptHallucinations } from './check-ai-script-hallucinations.ts'
import { parseGithubRepository } from './parse-github-repository.ts'
import { queryKnowledgeGraph } from './query-knowledge-graph.ts'
import { searchGraphiti } from '../facts/search-graphiti.ts'
import { showGraph } from './show-graph.ts'
import { wordFailure } from './word-failure.ts'

export const graph = defineToolset<Services>({
  name: 'graph',
  title: 'Graph',
  description:
    'Facts with time, and code of repositories as a graph: searched, explored, drawn, and what scripts are checked against.',
  tools: [parseGithubRepository, queryKnowledgeGraph, checkAiScriptHallucinations, searchGraphiti, showGraph],
  wordFailure,
})
