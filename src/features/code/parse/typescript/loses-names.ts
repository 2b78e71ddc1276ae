import type { CodeFile } from '../../model/code.ts'

type Read = Pick<CodeFile, 'functions' | 'classes' | 'variables' | 'exports' | 'imports'>

const declaration =
  /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:class|interface|type|function\*?|const|let|var|enum|namespace)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gmu

/** Whether a file with syntax errors exports, by the look of its lines, what was not found in its tree. */
export function losesNames(text: string, { functions, classes, variables, exports, imports }: Read): boolean {
  const found = new Set([...functions, ...classes, ...variables].map(({ name }) => name))
  for (const { local } of exports ?? []) found.add(local)
  const declared = [...text.matchAll(declaration)].flatMap(([, name]) => name ?? [])
  const stars = [...text.matchAll(/^export\s+\*\s+from\b/gm)].length
  const taken = imports.filter(({ kind, isReExport }) => kind === 'all' && isReExport).length
  return stars > taken || declared.some(name => !found.has(name))
}
