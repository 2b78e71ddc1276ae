/** Who calls, as far as it matters for what they may reach. */
export type Caller = {
  surface: 'stdio' | 'http' | 'rest' | 'cli' | 'library'
  /** True for the user of this machine (stdio, CLI); false for whoever reached an HTTP port. */
  isLocal: boolean
}

export const localCli: Caller = { surface: 'cli', isLocal: true }
