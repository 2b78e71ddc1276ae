import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import { sha256 } from '../../../core/model/identity.ts'
import type { CodeFile, CodeLanguage, CodeStatement } from '../model/code.ts'
import type { CodeParser, CodeSource } from '../ports/code-parser.ts'
import { grammars, type SyntaxTree } from './grammars.ts'
import { languageOf } from './language-of.ts'
import { readGo } from './others/read-go.ts'
import { readJava } from './others/read-java.ts'
import { readRust } from './others/read-rust.ts'
import { lowerBlock as lowerPython } from './python/lower-statement.ts'
import { readDoc } from './python/read-definition.ts'
import { readPythonModule } from './python/read-module.ts'
import { lowerBlock as lowerTypeScript } from './typescript/lower-statement.ts'
import { losesNames, readTypeScriptModule } from './typescript/read-module.ts'

export type CodeParserOptions = { maxCharacters?: number }

const version = 3

/** Reads definitions and scripts with tree-sitter. */
export function codeParser({ maxCharacters = 3_000_000 }: CodeParserOptions = {}): CodeParser {
  const parseTree = grammars()

  async function open(source: CodeSource, signal: AbortSignal): Promise<SyntaxTree> {
    throwIfAborted(signal)
    if (source.text.length > maxCharacters)
      throw new Failure(
        'too_large',
        'CODE_FILE_TOO_LARGE',
        `${source.path} has ${source.text.length} characters; at most ${maxCharacters} are read.`,
        { hint: 'Leave generated and bundled files out.' },
      )
    const tree = await parseTree(source.language, source.text)
    throwIfAborted(signal)
    return tree
  }

  const hashOf = (source: CodeSource) =>
    sha256(`${version}\0${source.language}\0${source.module}\0${source.text}`)

  function toCodeFile(source: CodeSource, tree: SyntaxTree, read: ReadFile): CodeFile {
    return {
      path: source.path,
      language: source.language,
      module: source.module,
      hash: hashOf(source),
      lineCount: tree.root.source.lineStarts.length - (source.text.endsWith('\n') ? 1 : 0),
      problems: tree.problems,
      ...read,
    }
  }

  return {
    version,
    languages: ['python', 'typescript', 'tsx', 'javascript', 'go', 'java', 'rust'],
    maxCharacters,
    languageOf,
    hashOf,
    async parse(source, signal) {
      const tree = await open(source, signal)
      return toCodeFile(source, tree, readFile(source, tree))
    },
    async readScript(source, signal) {
      const tree = await open(source, signal)
      const body = lowerScript(source.language, tree)
      return { file: toCodeFile(source, tree, readBody(source, tree, body)), body }
    },
  }
}

export type ReadFile = Omit<CodeFile, 'path' | 'language' | 'module' | 'hash' | 'lineCount' | 'problems'>

function readFile(source: CodeSource, tree: SyntaxTree): ReadFile {
  if (source.language === 'go') return readGo(tree.root)
  if (source.language === 'java') return readJava(tree.root)
  if (source.language === 'rust') return readRust(tree.root)
  return readBody(source, tree, lowerScript(source.language, tree))
}

function lowerScript(language: CodeLanguage, tree: SyntaxTree): CodeStatement[] {
  if (language === 'python') return lowerPython(tree.root)
  if (language === 'typescript' || language === 'tsx' || language === 'javascript')
    return lowerTypeScript(tree.root)
  throw new Failure(
    'unsupported',
    'SCRIPT_LANGUAGE_UNSUPPORTED',
    `Scripts in ${language} cannot be checked.`,
    {
      hint: 'Python, TypeScript and JavaScript can.',
    },
  )
}

function readBody(source: CodeSource, tree: SyntaxTree, body: readonly CodeStatement[]): ReadFile {
  if (source.language === 'python') return { doc: readDoc(tree.root), ...readPythonModule(body) }
  const read = readTypeScriptModule(body, /\.d\.[cm]?ts$/.test(source.path))
  const isTorn = tree.problems.length > 0 && losesNames(source.text, read)
  return { doc: null, ...read, isDynamic: read.isDynamic || isTorn }
}
