import type { Toolset } from '../contract/define-toolset.ts'
import { documents } from './documents/index.ts'
import type { Services } from './services.ts'

/** Every toolset of this program, in the order they are listed. */
export const allToolsets = [documents] as const satisfies readonly Toolset<Services>[]
