import { randomBytes } from 'node:crypto'
import { createRequestStateCodec } from '@modelcontextprotocol/server'

/** Where a conversation over several requests stands; it travels through the client, so it is signed. */
export type RequestState = { tool: string; round: number }

/** The key lives as long as the process: a conversation does not outlive it. */
export const requestState = createRequestStateCodec<RequestState>({ key: randomBytes(32) })
