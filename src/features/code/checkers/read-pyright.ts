import type { Finding } from '../ports/type-checker.ts'

export type Position = { line: number; character: number }
export type Diagnostic = { range: { start: Position; end: Position }; message: string; code?: string }

export type Read = Pick<Finding, 'kind' | 'name' | 'owner' | 'message'>

/** What a message is about; null for one that is about types only. */
export function readMessage(message: string): Read | null {
  const [first = ''] = message.split('\n')
  // Without the rule for argument types, only calls with a wrong number or name of arguments list their types.
  if (first.startsWith('No overloads for') && message.includes('\n') && message.includes('Argument types:'))
    return { kind: 'call', name: '', owner: null, message: first }
  for (const { pattern, kind } of patterns) {
    const found = pattern.exec(first)
    if (found)
      return { kind, name: found.groups?.name ?? '', owner: found.groups?.owner ?? null, message: first }
  }
  return null
}

const patterns: readonly { pattern: RegExp; kind: Finding['kind'] }[] = [
  { kind: 'member', pattern: /^Cannot access attribute "(?<name>[^"]+)" for class "(?<owner>.+)"/ },
  { kind: 'member', pattern: /^"(?<name>[^"]+)" is not a known attribute of module "(?<owner>[^"]+)"/ },
  { kind: 'import', pattern: /^"(?<name>[^"]+)" is unknown import symbol/ },
  { kind: 'import', pattern: /^Import "(?<name>[^"]+)" could not be resolved/ },
  { kind: 'call', pattern: /^No parameter named "(?<name>[^"]+)"/ },
  { kind: 'call', pattern: /^Arguments? missing for parameters? / },
  { kind: 'call', pattern: /^Expected \d+ (?:more )?positional arguments?/ },
  { kind: 'call', pattern: /^Multiple parameters? (?:have|has) name|^Multiple values for/ },
]

/** `@field.default` and `@field.validator` in a class of attrs, whose field has the type of its value. */
export function isFieldDecorator(lines: readonly string[], { start }: Diagnostic['range']): boolean {
  return /^\s*@\w+\.(default|validator)\s*$/.test(lines[start.line] ?? '')
}

/** Whether arguments of a call are left out, or unpacked from a value: `Window(..., title='x')`, `Window(**options)`. */
export function isElided(lines: readonly string[], { start, end }: Diagnostic['range']): boolean {
  return lines
    .slice(start.line, end.line + 1)
    .some(line => /[(,]\s*(?:\.\.\.\s*[,)]|\*\*?\w)|^\s*(?:\.\.\.\s*,?\s*$|\*\*?\w)/.test(line))
}

/** The module of the `from … import` before a position; empty without one. */
export function moduleBefore(lines: readonly string[], { line, character }: Position): string {
  const before = [...lines.slice(Math.max(0, line - 40), line), lines[line]?.slice(0, character) ?? '']
  return /.*\bfrom\s+([\w.]+)\s+import\b/s.exec(before.join('\n'))?.[1] ?? ''
}

/** What is called by the call that begins at a position, or that has an argument there; null where it has no name. */
export function calleeAt(lines: readonly string[], { line, character }: Position): string | null {
  const own = /^[\w.]+(?=\s*\()/.exec(lines[line]?.slice(character) ?? '')?.[0]
  const before = [...lines.slice(Math.max(0, line - 40), line), lines[line]?.slice(0, character) ?? ''].join(
    '\n',
  )
  let depth = 0
  for (let at = before.length - 1; at >= 0; at--) {
    if (')]}'.includes(before.charAt(at))) depth++
    if (!'([{'.includes(before.charAt(at))) continue
    if (depth-- > 0) continue
    return own ?? /[\w.]+$/.exec(before.slice(0, at))?.[0] ?? null
  }
  return own ?? null
}
