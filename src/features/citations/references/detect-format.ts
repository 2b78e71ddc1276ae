export type FileKind = 'json' | 'bibtex' | 'yaml'

/** Tells the kind of a file by what it holds, with its name as a hint; null when it is none of them. */
export function detectFormat(text: string, name: string): FileKind | null {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const trimmed = text.trimStart()
  if (/^[[{]/.test(trimmed) && (extension === 'json' || !hasEntry(text))) return 'json'
  if (/^ya?ml$/.test(extension) || isYaml(trimmed)) return looksLikeList(text) ? 'yaml' : null
  if (hasEntry(text)) return 'bibtex'
  return /^(?:bib|bibtex|biblatex)$/.test(extension) && hasOnlyComments(text) ? 'bibtex' : null
}

function hasEntry(text: string): boolean {
  return /^[ \t]*@[ \t]*[a-zA-Z]+\s*[{(]/m.test(text)
}

function hasOnlyComments(text: string): boolean {
  return text.split('\n').every(line => /^\s*(?:%|$)/.test(line))
}

function isYaml(trimmed: string): boolean {
  return (
    /^(?:---\s*\n)?(?:[\w-]+:.*\n|\s*#.*\n)*(?:references|items)\s*:\s*\n/.test(trimmed) ||
    /^(?:---\s*\n)?- +(?:id|type|title|author)\s*:/.test(trimmed)
  )
}

function looksLikeList(text: string): boolean {
  return /^\s*- +[\w-]+\s*:/m.test(text) || /^(?:references|items)\s*:\s*\[/m.test(text)
}
