import type { ToolRow } from '../src/core/contract/tool-table.ts'

/** What clients of a tool have come to rely on. */
export type ToolSnapshot = { version: string; stability: string; input: unknown; output: unknown }

export function snapshotOf<Services>({ tool, inputSchema, outputSchema }: ToolRow<Services>): ToolSnapshot {
  return {
    version: tool.version ?? '1.0.0',
    stability: tool.stability ?? 'stable',
    input: inputSchema,
    output: outputSchema,
  }
}

/** Whether a tool takes or answers something else than it did, under the same version. Rewording is no change. */
export function hasChangedSilently(before: ToolSnapshot, now: ToolSnapshot): boolean {
  return before.version === now.version && structureOf(before) !== structureOf(now)
}

function structureOf({ input, output }: ToolSnapshot): string {
  return JSON.stringify([bare(input), bare(output)])
}

/** A schema without its prose and in an order of its own. A property may itself be called “description”. */
function bare(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(bare)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !(key === 'description' && typeof value === 'string'))
      .map(([key, value]): [string, unknown] => [key, bare(value)])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}
