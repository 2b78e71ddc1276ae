import { bindingOf, type Cursor, decodeCursor, encodeCursor, invalidCursor } from './cursor.ts'
import { cutReply } from './cut-reply.ts'
import type { Tool } from './define-tool.ts'

type Fields = Record<string, unknown>

export type Page = {
  /** The tool's own input, without `max_tokens` and, where pages added it, `cursor`. */
  input: Fields
  /** Returns the requested page of its answer. */
  cut(value: Fields): Fields
}

/**
 * Prepares a call for one page. Every page runs the tool again and cuts its answer at another position, so the server
 * stores nothing between pages. Without `max_tokens` and `cursor` the answer is not changed.
 */
export function openPage(
  { name, pages }: Pick<Tool<never>, 'name' | 'pages'>,
  input: Fields,
  call: { input: unknown; wrapperTokens?: number },
): Page {
  const { max_tokens: maxTokens, cursor: given }: Fields = Object(call.input)
  if (pages === undefined) return { input, cut: value => value }
  const toolInput = Object.fromEntries(
    Object.entries(input).filter(([field]) => !pages.added.includes(field)),
  )
  if (maxTokens == null && given == null) return { input: toolInput, cut: value => value }
  const hasOwnCursor = !pages.added.includes('cursor')
  const { max_tokens: _, cursor: __, ...rest } = input
  const bind = (own: string | null) => bindingOf(name, hasOwnCursor ? { ...rest, cursor: own } : rest)
  const { from, own } = readCursor(given, hasOwnCursor, bind)
  return {
    input: hasOwnCursor ? { ...toolInput, cursor: own } : toolInput,
    cut: value =>
      cutReply(value, {
        pages,
        input: rest,
        from,
        maxTokens: typeof maxTokens === 'number' ? maxTokens : Number.POSITIVE_INFINITY,
        wrapperTokens: call.wrapperTokens ?? 0,
        writeCursor: cursor => encodeCursor(bind(own), { ...cursor, own: hasOwnCursor ? own : null }),
      }),
  }
}

type Bind = (own: string | null) => string

/** Reads a cursor of pages, which may contain the tool's own cursor, or the tool's own cursor alone. */
function readCursor(
  given: unknown,
  hasOwnCursor: boolean,
  bind: Bind,
): { from: Cursor | null; own: string | null } {
  if (typeof given !== 'string') return { from: null, own: null }
  const from = decodeCursor(given, own => bind(own))
  if (from !== null) return { from, own: from.own }
  if (hasOwnCursor) return { from: null, own: given }
  throw invalidCursor('The cursor was not issued by this server.', 'Start again without a cursor.')
}
