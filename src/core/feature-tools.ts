import { promptMaker } from './contract/define-prompt.ts'
import { toolMaker } from './contract/define-tool.ts'
import type { Host } from './feature.ts'

/** `defineTool` for the tools of one feature: `export const defineTool = featureTool<Services>()`. */
export const featureTool = <Services extends Host>() => toolMaker<Services>()

/** `definePrompt` for the prompts of one feature. */
export const featurePrompt = <Services extends Host>() => promptMaker<Services>()
