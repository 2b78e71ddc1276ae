import type { Toolset } from '../contract/define-toolset.ts'
import { conformance } from './conformance/index.ts'
import { documents } from './documents/index.ts'
import type { Services } from './services.ts'

/** Every toolset of this program, in the order they are listed; hidden ones are mounted only by name. */
export const allToolsets = [documents, conformance] as const satisfies readonly Toolset<Services>[]
