/** A program that has connected over MCP. */
export type SeenClient = { name: string; version: string; surface: string; lastSeen: string }

/** Remembers which programs have connected to any process that shares this home. */
export interface ClientBook {
  /** Records that a client is there. Returns at once; a home that cannot be written is no error. */
  note(client: Omit<SeenClient, 'lastSeen'>): void
  /** Newest first. */
  list(): Promise<SeenClient[]>
}
