/** What query_knowledge_graph was asked, or what is wrong with it in the contract's words. */
export type GraphCommand =
  | { kind: 'repos' }
  | { kind: 'explore'; repository: string }
  | { kind: 'classes'; repository: string | null }
  | { kind: 'class'; name: string }
  | { kind: 'method'; name: string; owner: string | null }
  | { kind: 'query'; cypher: string }
  | { kind: 'wrong'; error: string }

const available =
  'Available commands: repos, explore <repo>, classes [repo], class <name>, method <name> [class], query <cypher>'

/** The first word is the command, in upper or lower case; what follows may be quoted. */
export function parseCommand(command: string): GraphCommand {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(command.trim()) ?? []
  const [first, second] = wordsOf(rest)
  switch (word.toLowerCase()) {
    case '':
      return { kind: 'wrong', error: `Command cannot be empty. ${available}` }
    case 'repos':
      return { kind: 'repos' }
    case 'explore':
      if (first === undefined) return missing('Repository name', 'explore <repo_name>')
      return { kind: 'explore', repository: first }
    case 'classes':
      return { kind: 'classes', repository: first ?? null }
    case 'class':
      if (first === undefined) return missing('Class name', 'class <class_name>')
      return { kind: 'class', name: first }
    case 'method':
      if (first === undefined) return missing('Method name', 'method <method_name> [class_name]')
      return { kind: 'method', name: first, owner: second ?? null }
    case 'query': {
      const cypher = unquote(rest.trim())
      if (cypher === '') return missing('Cypher query', 'query <cypher_query>')
      return { kind: 'query', cypher }
    }
    default:
      return { kind: 'wrong', error: `Unknown command '${word.slice(0, 100)}'. ${available}` }
  }
}

function missing(what: string, usage: string): GraphCommand {
  return { kind: 'wrong', error: `${what} required. Usage: ${usage}` }
}

function wordsOf(text: string): string[] {
  return (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map(unquote).filter(word => word !== '')
}

/** Takes off quotes that enclose the whole: `"MATCH …"`, but not `'a' = 'b'`. */
function unquote(text: string): string {
  const quote = text[0]
  const isQuoted =
    text.length > 1 && (quote === '"' || quote === "'" || quote === '`') && text.endsWith(quote)
  if (!isQuoted) return text
  const inside = text.slice(1, -1)
  const isWhole = !inside.replaceAll(`\\${quote}`, '').includes(quote)
  return isWhole ? inside.replaceAll(`\\${quote}`, quote).trim() : text
}
