import { toolMaker } from '../core/contract/define-tool.ts'
import type { Services } from './services.ts'

/** Declares a tool of this program: `run` is given the engine and what else is in Services. */
export const defineTool = toolMaker<Services>()
