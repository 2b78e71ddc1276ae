/** Who calls, as far as it matters for what they may reach. */
export type Caller = {
  surface: 'stdio' | 'http' | 'rest' | 'cli' | 'library'
  /** True for the user of this machine (stdio, CLI); false for whoever reached an HTTP port. */
  isLocal: boolean
  /** Names of the tools that its connection lists; those of the server where it is not said. */
  tools?: ReadonlySet<string>
  /** Names of the toolsets that its connection offers, by name or through call_tool; all of the server's where it is not said. */
  toolsets?: readonly string[]
  /** Names of the toolsets that search_tools and call_tool reach for it; all of the server's where it is not said. */
  reach?: readonly string[]
}

export const localCli: Caller = { surface: 'cli', isLocal: true }
