import type { Rights } from '../model/rights.ts'

/** Why a token is not accepted, in words that may be sent to whoever sent it. */
export type TokenRefusal = {
  refused: string
  /** The id of the token, where its secret is right. */
  token?: string
  /** The token is genuine, but grants nothing on this server. */
  lacksScope?: true
}

/** Who the callers of a server are. */
export type Authenticator = {
  /** Whether requests need a token. */
  isRequired(): Promise<boolean>
  /** The rights of whoever sends this token. Throws a Failure when that cannot be found out now. */
  check(token: string): Promise<Rights | TokenRefusal>
}

export function isRefused(answer: Rights | TokenRefusal): answer is TokenRefusal {
  return 'refused' in answer
}
