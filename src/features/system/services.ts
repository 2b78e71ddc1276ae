import type { Caller } from '../../core/contract/caller.ts'
import type { Call, Outcome } from '../../core/contract/invoke.ts'
import type { ToolsetResource } from '../../core/contract/resources.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import { featureTool, type Host } from '../../core/feature.ts'
import type { Offers } from '../../core/ports/offers.ts'

/** Every tool that can be found and called by asking for it, whether a server lists it or not. */
export type ToolDirectory = {
  /** Whether the server was started with a choice of toolsets, beyond which nobody reaches. */
  isBounded: boolean
  /** Any tool of the program, for tools that work through others. */
  find(name: string): Promise<ToolRow<Host> | undefined>
  /** A tool that this caller may reach. */
  reach(name: string, caller: Caller): Promise<ToolRow<Host> | undefined>
  names(caller: Caller): Promise<string[]>
  /** What a toolset lets be read by a fixed address. */
  findResource(uri: string, caller: Caller): Promise<ToolsetResource<Host> | undefined>
  /** Best first, of what the caller may reach. */
  rank(
    query: string,
    asked: { limit: number; caller: Caller },
    signal: AbortSignal,
  ): Promise<{ rows: readonly ToolRow<Host>[]; warnings: string[] }>
  /** Whether the caller's connection lists the tool. */
  isMounted(row: ToolRow<Host>, caller: Caller): boolean
  /** The only road in, as any surface takes it. */
  call(row: ToolRow<Host>, call: Call): Promise<Outcome>
}

/** What the system tools work with. */
export type Services = Host & {
  tools: ToolDirectory
  /** The blocks of code in a document; null where the program knows none. */
  codeBlocks(): Promise<Offers['codeBlocks'] | null>
}

export const defineTool = featureTool<Services>()
