import { randomBytes } from 'node:crypto'
import { createRequestStateCodec } from '@modelcontextprotocol/server'

/** The state of a conversation over several requests. The client sends it back, so it is signed. */
export type RequestState = { tool: string; round: number }

/** The key lives as long as the process: a conversation does not outlive it. */
export const requestState = createRequestStateCodec<RequestState>({ key: randomBytes(32) })
