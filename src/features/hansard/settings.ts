import { setting } from '../../core/contract/setting.ts'
import { paths } from '../../core/contract/setting-kinds.ts'

export const settings = {
  'hansard.members': setting({
    kind: paths,
    default: [],
    description: 'Tables of members, parties and electorates (or folders of them) for hansard imports',
    project: true,
  }),
}
