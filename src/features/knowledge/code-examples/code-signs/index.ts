import { compiledSigns } from './compiled-signs.ts'
import { dataSigns } from './data-signs.ts'
import { scriptingSigns } from './scripting-signs.ts'
import { shellSigns } from './shell-signs.ts'
import type { Sign } from './sign.ts'
import { webSigns } from './web-signs.ts'

export const codeSigns: readonly Sign[] = [
  ...shellSigns,
  ...scriptingSigns,
  ...webSigns,
  ...compiledSigns,
  ...dataSigns,
]
