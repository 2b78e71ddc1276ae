import { featurePrompt, featureTool, type Host } from '../../core/feature.ts'
import type { RawSource } from '../../core/model/source.ts'
import type { HansardReader } from './hansard-reader.ts'

/** The way to read the parliamentary record: tables given here come before those of the settings. */
export type HansardAccess = {
  open(
    tables: readonly RawSource[],
    signal: AbortSignal,
  ): Promise<{ reader: HansardReader; warnings: string[] }>
}

/** What the Hansard tools work with. */
export type Services = Host & { hansard: HansardAccess }

export const defineTool = featureTool<Services>()
export const definePrompt = featurePrompt<Services>()
