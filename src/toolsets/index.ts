import type { Toolset } from '../contract/define-toolset.ts'
import { citations } from './citations/index.ts'
import { conformance } from './conformance/index.ts'
import { crawl } from './crawl/index.ts'
import { documents } from './documents/index.ts'
import { graph } from './graph/index.ts'
import { hansard } from './hansard/index.ts'
import { knowledge } from './knowledge/index.ts'
import type { Services } from './services.ts'
import { system } from './system/index.ts'
import { workflows } from './workflows/index.ts'

/** Every toolset of this program, in the order they are listed; hidden ones are mounted only by name. */
export const allToolsets = [
  documents,
  citations,
  hansard,
  crawl,
  knowledge,
  graph,
  workflows,
  system,
  conformance,
] as const satisfies readonly Toolset<Services>[]
