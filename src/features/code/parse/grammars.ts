import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Language, Parser, TreeCursor } from 'web-tree-sitter'
import { Failure } from '../../../core/model/failure.ts'
import type { CodeLanguage, CodeProblem } from '../model/code.ts'
import { type SourceText, type SyntaxNode, sourceText } from './syntax.ts'

export type SyntaxTree = { root: SyntaxNode; problems: CodeProblem[] }

export type ParseTree = (language: CodeLanguage, text: string) => Promise<SyntaxTree>

/** Parses with tree-sitter. Each grammar is loaded on first use; each tree is copied and freed at once. */
export function grammars(): ParseTree {
  const loaded = new Map<CodeLanguage, Promise<{ parser: Parser; language: Language }>>()
  return async (language, text) => {
    let loading = loaded.get(language)
    if (!loading) {
      loading = loadGrammar(language)
      loaded.set(language, loading)
    }
    const grammar = await loading
    const tree = grammar.parser.parse(language === 'typescript' || language === 'tsx' ? readable(text) : text)
    if (!tree)
      throw new Failure('internal', 'CODE_PARSE_FAILED', `The ${language} grammar returned no syntax tree.`, {
        hint: 'Check that the file is text in this language.',
      })
    const cursor = tree.walk()
    try {
      return copyTree(cursor, grammar.language, sourceText(text))
    } finally {
      cursor.delete()
      tree.delete()
    }
  }
}

let runtime: Promise<typeof import('web-tree-sitter')> | null = null

async function loadGrammar(name: CodeLanguage): Promise<{ parser: Parser; language: Language }> {
  try {
    runtime ??= import('web-tree-sitter').then(async library => {
      await library.Parser.init()
      return library
    })
    const { Language, Parser } = await runtime
    const home = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json'))
    const language = await Language.load(join(home, 'wasm', `tree-sitter-${name}.wasm`))
    const parser = new Parser()
    parser.setLanguage(language)
    return { parser, language }
  } catch (cause) {
    throw new Failure('unavailable', 'GRAMMAR_UNAVAILABLE', `The grammar for ${name} could not be loaded.`, {
      hint: 'Reinstall the packages web-tree-sitter and @vscode/tree-sitter-wasm.',
      cause,
    })
  }
}

/**
 * The grammar does not know `<in T>` and `<out T>`, a default function without name and body, `readonly [...Items]`, type
 * arguments after `import('…').Name`, `accessor`, `export type *`, `import defer`, attributes of an export, nor members
 * that are called `abstract`. They are replaced by text of the same length: nodes still point into the original text,
 * where such a function is called `unction` and such an import is an identifier.
 */
function readable(text: string): string {
  return text
    .replace(
      /([<,]\s*(?:const\s+)?)((?:in\s+out|in|out)\b)(?=\s+[\p{L}_$])/gu,
      (_, before: string, word: string) => before + blank(word),
    )
    .replace(/^export default function(?=\s*\()/gm, 'export function unnamed')
    .replace(/\breadonly(?=\s*\[\s*\.\.\.)/g, blank)
    .replace(
      /\bimport(\(["'][^"'\n]+["']\))(?=(?:\.[\p{L}\p{N}_$]+)*<)/gu,
      (_, path: string) => `import${'_'.repeat(path.length)}`,
    )
    .replace(
      /(?<=(?:^|[{};])\s*(?:(?:public|private|protected|static|override|abstract)\s+)*)accessor(?=\s+[\p{L}_$#[])/gmu,
      blank,
    )
    .replace(/(?<=\bexport\s+)type(?=\s*\*)|(?<=\bimport\s+)defer(?=\s*\*)/g, blank)
    .replace(/(?<=\bexport\b[^;'"=(]{0,2000}\bfrom\s*['"][^'"\n]+['"]\s*)with\s*\{[^}]*\}/g, blank)
    .replace(/\babstract(?=\s*\??\s*[:(.])/g, 'abstracT')
}

/** Spaces of the same length; line ends stay. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

const maxProblems = 20

function copyTree(cursor: TreeCursor, language: Language, source: SourceText): SyntaxTree {
  const problems: CodeProblem[] = []
  const types = language.types
  const fields = language.fields
  const copy = (depth: number): SyntaxNode => {
    const children: SyntaxNode[] = []
    const type = types[cursor.nodeTypeId] ?? cursor.nodeType
    const node: SyntaxNode = {
      type,
      field: fields[cursor.currentFieldId] ?? null,
      isNamed: cursor.nodeIsNamed,
      start: cursor.startIndex,
      end: cursor.endIndex,
      children,
      source,
    }
    if ((type === 'ERROR' || cursor.nodeIsMissing) && problems.length < maxProblems)
      problems.push({
        line: cursor.startPosition.row + 1,
        message: cursor.nodeIsMissing ? `Missing ${type}` : 'Syntax error',
      })
    // No hand-written program is this deep; protects the stack from generated ones.
    if (depth < 1500 && cursor.gotoFirstChild()) {
      do children.push(copy(depth + 1))
      while (cursor.gotoNextSibling())
      cursor.gotoParent()
    }
    return node
  }
  return { root: copy(0), problems }
}
