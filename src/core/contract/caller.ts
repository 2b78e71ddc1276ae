/** The caller of a tool, with the facts that decide what it may reach. */
export type Caller = {
  surface: 'stdio' | 'http' | 'rest' | 'cli' | 'library'
  /** True for the user of this machine (stdio, CLI, library); false for a caller over HTTP. */
  isLocal: boolean
  /** Names of the tools that its connection lists; all tools of the server unless given. */
  tools?: ReadonlySet<string>
  /** Names of the toolsets that its connection offers, directly or through call_tool; all of the server's unless given. */
  toolsets?: readonly string[]
  /** Names of the toolsets that search_tools and call_tool can use for it; all of the server's unless given. */
  reach?: readonly string[]
}

export const localCli: Caller = { surface: 'cli', isLocal: true }
