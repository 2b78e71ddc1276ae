/** How a host with MCP Apps shows the answer of a tool to a person. The answer itself is the same for every client. */
export const toolViews = ['hits', 'reader', 'verdict', 'chart', 'graph'] as const

export type ToolView = (typeof toolViews)[number]

/** The address of the resource that draws it. */
export function viewAddress(view: ToolView): string {
  return `ui://quire/${view}`
}
