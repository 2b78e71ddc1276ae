import type { ToolRow } from '../src/core/contract/tool-table.ts'

/** The parts of a tool's declaration that clients rely on. */
export type ToolSnapshot = { version: string; stability: string; input: unknown; output: unknown }

export function snapshotOf<Services>({ tool, inputSchema, outputSchema }: ToolRow<Services>): ToolSnapshot {
  return {
    version: tool.version ?? '1.0.0',
    stability: tool.stability ?? 'stable',
    input: inputSchema,
    output: outputSchema,
  }
}

/** Whether a tool's input or output changed while its version did not. A new description is not a change. */
export function hasChangedSilently(before: ToolSnapshot, now: ToolSnapshot): boolean {
  return before.version === now.version && structureOf(before) !== structureOf(now)
}

function structureOf({ input, output }: ToolSnapshot): string {
  return JSON.stringify([bare(input), bare(output)])
}

/** A schema without descriptions and titles, in a fixed order. A property may itself be called “description”. */
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
