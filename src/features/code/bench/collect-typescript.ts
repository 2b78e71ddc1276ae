import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sha256 } from '../../../core/model/identity.ts'
import { grammars } from '../parse/grammars.ts'

export type TypeScriptSnippet = {
  id: string
  language: 'typescript'
  /** How its author marked it. */
  written: 'javascript' | 'typescript' | 'tsx'
  label: 'correct'
  kind: 'documentation' | 'docstring'
  package: string
  code: string
  source: string
}

const written: Readonly<Record<string, TypeScriptSnippet['written']>> = {
  js: 'javascript',
  javascript: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  typescript: 'typescript',
  tsx: 'tsx',
}

/**
 * Code blocks of the Markdown files and of the comments of installed npm packages that parse and import their package.
 * Left out are those that import a name which neither the loaded module nor any declaration of the package has:
 * documentation of other versions. No snippet is run.
 */
export async function collectTypeScript(
  root: string,
  packages: readonly string[],
): Promise<TypeScriptSnippet[]> {
  const parse = grammars()
  const found = new Map<string, TypeScriptSnippet>()
  for (const name of packages)
    for (const path of documentsOf(join(root, 'node_modules', name)))
      for (const [language, code] of blocksOf(path)) {
        if (!importsOf(code).some(module => module === name || module.startsWith(`${name}/`))) continue
        const tree = await parse(language, code)
        if (tree.problems.length > 0 || !(await exists(code, name, root))) continue
        const id = sha256(code).slice(0, 12)
        const kind = path.endsWith('.md') ? 'documentation' : 'docstring'
        const source = path.slice(root.length + 1)
        found.set(id, {
          id,
          language: 'typescript',
          written: language,
          label: 'correct',
          kind,
          package: name,
          code,
          source,
        })
      }
  return [...found.values()]
}

/** Whether everything that a snippet imports by name from a package is there. */
async function exists(code: string, name: string, root: string): Promise<boolean> {
  for (const [, names = '', module = ''] of code.matchAll(
    /import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g,
  )) {
    if (module !== name && !module.startsWith(`${name}/`)) continue
    const loaded = await load(module, root)
    const wanted = names.split(',').map(one => one.trim().replace(/^type\s+|\s+as\s+.*$/g, ''))
    const isThere = (one: string) =>
      one === '' || Object.hasOwn(loaded ?? {}, one) || declares(root, name, one)
    if (loaded !== null && !wanted.every(isThere)) return false
  }
  return true
}

/** What a module exports when it is loaded; null where it cannot be. */
async function load(module: string, root: string): Promise<object | null> {
  try {
    const path = createRequire(join(root, 'package.json')).resolve(module)
    return (await import(pathToFileURL(path).href)) as object
  } catch {
    return null
  }
}

const declared = new Map<string, Set<string>>()

/** Whether the declarations of a package have a word, outside of comments: types are not exported when it is loaded. */
function declares(root: string, name: string, word: string): boolean {
  const words =
    declared.get(name) ??
    new Set(
      documentsOf(join(root, 'node_modules', name))
        .filter(path => path.endsWith('.ts'))
        .flatMap(
          path =>
            readFileSync(path, 'utf8')
              .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
              .match(/[\w$]+/g) ?? [],
        ),
    )
  declared.set(name, words)
  return words.has(word)
}

function documentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(path => join(folder, String(path)))
    .filter(
      path =>
        /\.(md|d\.ts)$/i.test(path) && !/\/node_modules\/.*\/node_modules\/|changelog|license/i.test(path),
    )
    .filter(path => statSync(path).isFile())
    .sort()
}

function blocksOf(path: string): [TypeScriptSnippet['written'], string][] {
  const text = readFileSync(path, 'utf8')
  const plain = path.endsWith('.md') ? text : commentsOf(text)
  const blocks = plain.matchAll(/^[ \t]*```(\w+)[^\n]*\n([\s\S]*?)^[ \t]*```/gm)
  const own = [...blocks].flatMap(([, mark = '', code = '']) => {
    const language = written[mark.toLowerCase()]
    return language ? [[language, code.trimEnd()] as [TypeScriptSnippet['written'], string]] : []
  })
  if (path.endsWith('.md')) return own
  // Documentation comments without fences: what follows `@example` until the next tag.
  const bare = plain.matchAll(/^@example *\n((?:(?!@|```).*\n?)+)/gm)
  return [
    ...own,
    ...[...bare].map(
      ([, code = '']) => ['typescript', code.trimEnd()] as [TypeScriptSnippet['written'], string],
    ),
  ]
}

function commentsOf(text: string): string {
  return [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)]
    .map(([, comment = '']) => comment.replace(/^[ \t]*\* ?/gm, ''))
    .join('\n@end\n')
}

function importsOf(code: string): string[] {
  return [...code.matchAll(/(?:from|import|require\()\s*['"]([^'"]+)['"]/g)].map(([, module = '']) => module)
}
