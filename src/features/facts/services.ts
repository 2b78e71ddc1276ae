import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { Facts } from './facts.ts'

/** Facts with time, opened by the first use and closed with the program. */
export type FactsAccess = {
  /** Whether tools about facts are switched on. */
  isOn: boolean
  open(): Promise<Facts>
}

/** What the tools of this feature use. */
export type Services = Host & { facts: FactsAccess }

export const defineTool = featureTool<Services>()
