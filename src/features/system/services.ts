import type { Caller } from '../../core/contract/caller.ts'
import type { Call, Outcome } from '../../core/contract/invoke.ts'
import type { ItemFolder, ToolsetResource } from '../../core/contract/resources.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import type { Host, ProgramFacts } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { Offers } from '../../core/ports/offers.ts'
import type { Checkup } from './checkup.ts'

/** Finds and calls tools by name or by request, whether the server lists them or not. */
export type ToolDirectory = {
  /** Whether the server was started with a choice of toolsets; then no other tool can be called. */
  isBounded: boolean
  /** Returns any tool of the program, for tools that call others. */
  find(name: string): Promise<ToolRow<Host> | undefined>
  /** Returns a tool if this caller may call it. */
  reach(name: string, caller: Caller): Promise<ToolRow<Host> | undefined>
  names(caller: Caller): Promise<string[]>
  /** Returns the resource with this fixed address. */
  findResource(uri: string, caller: Caller): Promise<ToolsetResource<Host> | undefined>
  /** Returns tools that the caller may call, best first. */
  rank(
    query: string,
    asked: { limit: number; caller: Caller },
    signal: AbortSignal,
  ): Promise<{ rows: readonly ToolRow<Host>[]; warnings: string[] }>
  /** Whether the caller's connection lists the tool. */
  isMounted(row: ToolRow<Host>, caller: Caller): boolean
  /** Calls a tool in the same way as a surface does. */
  call(row: ToolRow<Host>, call: Call): Promise<Outcome>
}

/** The host and the tool directory, as the system tools receive them. */
export type Services = Host & {
  tools: ToolDirectory
  /** Returns the reader of code blocks in documents; null if no feature offers one. */
  codeBlocks(): Promise<Offers['codeBlocks'] | null>
  itemFolders: readonly ItemFolder[]
  activity: Pick<ProgramFacts, 'calls' | 'clients'>
  checkup: Checkup
}

export const defineTool = featureTool<Services>()
