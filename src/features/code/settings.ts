import { setting } from '../../core/contract/setting.ts'
import { boolean, integer } from '../../core/contract/setting-kinds.ts'

export const settings = {
  'graph.code': setting({
    kind: boolean,
    default: false,
    description: 'Whether repositories can be parsed and queried, and scripts checked against them',
    aliases: { env: ['USE_KNOWLEDGE_GRAPH'] },
  }),
  'graph.max_megabytes': setting({
    kind: integer(1, 100_000),
    default: 500,
    description: 'Maximum size of a repository that is fetched',
  }),
  'graph.max_files': setting({
    kind: integer(1, 10_000_000),
    default: 50_000,
    description: 'Maximum number of files of a repository',
  }),
  'graph.clone_seconds': setting({
    kind: integer(1, 86_400),
    default: 300,
    description: 'Time limit for fetching a repository',
  }),
}
