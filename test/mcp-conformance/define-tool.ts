import { toolMaker } from '../../src/core/contract/define-tool.ts'

/** These fixtures need nothing of the program. */
export const defineTool = toolMaker<object>()
