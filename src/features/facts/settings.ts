import { setting } from '../../core/contract/setting.ts'
import { boolean } from '../../core/contract/setting-kinds.ts'

export const settings = {
  'graph.facts': setting({
    kind: boolean,
    default: false,
    description: 'Whether facts with time are read from documents and can be searched',
    aliases: { env: ['USE_GRAPHITI'] },
  }),
}
