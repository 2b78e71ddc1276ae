import { setting } from '../../core/contract/setting.ts'
import { boolean, list } from '../../core/contract/setting-kinds.ts'

export const settings = {
  'graph.facts': setting({
    kind: boolean,
    default: false,
    description: 'Whether facts with time are read from documents and can be searched',
    aliases: { env: ['USE_GRAPHITI'] },
  }),
  'graph.fact_reader': setting({
    kind: boolean,
    default: true,
    description:
      'Whether a bundled model reads facts from English texts beside the rules; false: rules alone, which are faster and find less',
  }),
  'graph.fact_kinds': setting({
    kind: list,
    default: [],
    description:
      'Kinds of facts that a language model also reads, as NAME or NAME=what it means, such as SPONSORS=who pays for what',
  }),
}
