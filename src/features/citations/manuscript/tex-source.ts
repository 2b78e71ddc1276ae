import { Failure } from '../../../core/model/failure.ts'

/** TeX with its included files in place, and the file and line that each character comes from. */
export type TexSource = { tex: string; places: { start: number; place: string }[]; warnings: string[] }

/** Returns the text of a file beside the manuscript; null when it may not be read or does not exist. */
export type ReadBeside = (path: string) => Promise<string | null>

const mostFiles = 200
const mostDepth = 10
export const mostTexCharacters = 2_000_000

/** Reads a TeX file with the files that it includes, without comments, from \begin{document} on. */
export async function readTexSource(main: string, readBeside: ReadBeside): Promise<TexSource> {
  const source: TexSource = { tex: '', places: [], warnings: [] }
  let files = 0
  const add = async (text: string, file: string | null, depth: number): Promise<void> => {
    let line = 0
    for (const raw of withoutPreamble(text, file === null)) {
      line += 1
      if (raw === null) continue
      const prefix = file === null ? '' : `${file} `
      source.places.push({ start: source.tex.length, place: `${prefix}line ${line}` })
      let from = 0
      const bare = withoutComment(raw)
      for (const found of bare.matchAll(inclusion)) {
        source.tex += bare.slice(from, found.index)
        from = found.index + found[0].length
        const name = (found[1] ?? found[2] ?? '').trim()
        const path = /\.\w+$/.test(name) ? name : `${name}.tex`
        files += 1
        const included = files > mostFiles || depth >= mostDepth ? null : await readBeside(path)
        if (included === null) source.warnings.push(`\\input{${name}} was left out: ${leftOutReason}.`)
        else await add(included, path, depth + 1)
        if (source.tex.length > mostTexCharacters) throw tooLong()
      }
      source.tex += `${bare.slice(from)}\n`
    }
  }
  await add(main, null, 0)
  return source
}

const leftOutReason =
  'only files in the folder of the manuscript are read, at most 200 of them and 10 levels deep'

const inclusion = /\\(?:input|include|subfile)\s*\{([^{}\\]{1,300})\}|\\input\s+([^\s{}\\]{1,300})/g

/** Lines in order; null for those outside the document. */
function withoutPreamble(text: string, isMain: boolean): (string | null)[] {
  const lines = text.split(/\r\n?|\n/)
  const first = lines.findIndex(line => /\\begin\s*\{document\}/.test(line))
  const last = lines.findIndex(line => /\\end\s*\{document\}/.test(line))
  if (first === -1 || !isMain) return lines
  return lines.map((line, index) => {
    if (index < first || (last !== -1 && index > last)) return null
    return line.replace(/^.*\\begin\s*\{document\}/, '').replace(/\\end\s*\{document\}.*$/, '')
  })
}

/** A line that is only a comment vanishes without ending the paragraph. */
function withoutComment(line: string): string {
  const found = /(?<!\\)(?:\\\\)*%/.exec(line)
  if (found === null) return line
  const kept = line.slice(0, found.index + found[0].length - 1)
  return kept.trim() === '' ? '%' : kept
}

function tooLong(): Failure {
  return new Failure(
    'too_large',
    'SOURCE_TOO_LARGE',
    `The manuscript has more than ${mostTexCharacters} characters with the files it includes.`,
    { hint: 'Check its chapters one by one.' },
  )
}
