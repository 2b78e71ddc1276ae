import { SdkError, SdkErrorCode, type ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../../core/contract/caller.ts'
import { Failure } from '../../core/model/failure.ts'

/**
 * The signal of a call. Over stdio the end of the line is the end of the session, not a wish that the work should end;
 * over HTTP closing the stream is how a client cancels.
 */
export function callSignal({ mcpReq: { signal } }: ServerContext, caller: Caller): AbortSignal {
  if (caller.surface !== 'stdio') return signal
  const told = new AbortController()
  const tell = () => told.abort(isHangUp(signal.reason) ? hungUp(signal.reason) : signal.reason)
  if (signal.aborted) tell()
  signal.addEventListener('abort', tell, { once: true })
  return told.signal
}

function isHangUp(reason: unknown): boolean {
  return reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed
}

function hungUp(cause: unknown): Failure {
  return new Failure('unavailable', 'CANCELLED', 'The client has hung up.', { cause })
}
