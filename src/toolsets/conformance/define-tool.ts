import { toolMaker } from '../../contract/define-tool.ts'

/** These fixtures need nothing of the program. */
export const defineTool = toolMaker<object>()
