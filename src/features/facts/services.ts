import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { Facts } from './facts.ts'

/** The stored facts. They are opened at the first use and closed with the program. */
export type FactsAccess = {
  /** Whether the tools for facts are enabled. */
  isOn: boolean
  open(): Promise<Facts>
}

/** The host and the facts, as the tools of this feature receive them. */
export type Services = Host & { facts: FactsAccess }

export const defineTool = featureTool<Services>()
