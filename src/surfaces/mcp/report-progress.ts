import type { ServerContext } from '@modelcontextprotocol/server'
import { type ReportProgress, silent } from '../../core/model/progress.ts'

export type ProgressChannel = {
  report: ReportProgress
  /** Resolves when everything reported so far is on the wire; what is reported later is dropped. */
  finish(): Promise<void>
}

/** Progress notifications for a request that asked for them with a progress token. */
export function openProgress(context: ServerContext): ProgressChannel {
  const progressToken = context.mcpReq._meta?.progressToken
  if (progressToken === undefined) return { report: silent, finish: async () => {} }
  let isOpen = true
  let highest = Number.NEGATIVE_INFINITY
  let sent = Promise.resolve()
  return {
    report({ done, part = 0, total, message }) {
      const progress = done + part
      // The protocol wants each notification to be further than the last.
      if (!isOpen || progress <= highest) return
      highest = progress
      const params = { progressToken, progress, message, ...(total === null ? {} : { total }) }
      // A client that went away is noticed through the call's signal, not here.
      sent = sent
        .then(() => context.mcpReq.notify({ method: 'notifications/progress', params }))
        .catch(() => {})
    },
    finish() {
      isOpen = false
      return sent
    },
  }
}
