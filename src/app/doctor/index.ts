import { configCheck } from './config-check.ts'
import { homeCheck, spaceCheck } from './home-check.ts'
import { isolationCheck } from './isolation-check.ts'
import { embedCheck, modelCheck } from './model-check.ts'
import { nodeCheck } from './node-check.ts'
import { chromiumCheck, gitCheck, libreOfficeCheck, ocrCheck } from './programs-check.ts'
import type { Check } from './run-checks.ts'
import { storeCheck } from './store-check.ts'

/** What `quire doctor` looks at, in order. */
export const checks: readonly Check[] = [
  nodeCheck,
  configCheck,
  homeCheck,
  spaceCheck,
  storeCheck,
  modelCheck,
  embedCheck,
  isolationCheck,
  ocrCheck,
  libreOfficeCheck,
  chromiumCheck,
  gitCheck,
]
