import { promptMaker } from '../core/contract/define-prompt.ts'
import type { Services } from './services.ts'

/** Declares a prompt of this program. */
export const definePrompt = promptMaker<Services>()
