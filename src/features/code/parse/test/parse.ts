import type { CodeFile, CodeLanguage } from '../../model/code.ts'
import { codeParser } from '../code-parser.ts'

const parser = codeParser()

export function parse(language: CodeLanguage, text: string, path = 'file'): Promise<CodeFile> {
  return parser.parse({ path, language, module: 'file', text }, new AbortController().signal)
}
