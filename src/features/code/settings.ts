import { setting } from '../../core/contract/setting.ts'
import { boolean, integer } from '../../core/contract/setting-kinds.ts'

/** Whether repositories are parsed, and how much of one is read. */
export const settings = {
  'graph.code': setting({
    kind: boolean,
    default: false,
    description: 'Whether repositories can be parsed, asked about, and scripts checked against them',
    aliases: { env: ['USE_KNOWLEDGE_GRAPH'] },
  }),
  'graph.max_megabytes': setting({
    kind: integer(1, 100_000),
    default: 500,
    description: 'Most that is fetched of one repository',
  }),
  'graph.max_files': setting({
    kind: integer(1, 10_000_000),
    default: 50_000,
    description: 'Most files that a repository may have',
  }),
  'graph.clone_seconds': setting({
    kind: integer(1, 86_400),
    default: 300,
    description: 'Longest time that fetching a repository may take',
  }),
}
