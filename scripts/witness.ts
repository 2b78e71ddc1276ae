import { execFileSync } from 'node:child_process'

/** Why there is no witness on this machine; null when there is. */
export function whyNoWitness(): string | null {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return null
  } catch {
    return 'pdftotext is not installed (Debian: poppler-utils)'
  }
}

/** The text of each page as Poppler's `pdftotext` reads it in its own order; none when it cannot open the file. */
export function readWitness(path: string, password: string | null, mode: readonly string[] = []): string[] {
  const secret = password === null ? [] : ['-upw', password]
  try {
    const output = execFileSync('pdftotext', [...mode, ...secret, path, '-'], {
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.toString().split('\f')
  } catch {
    return []
  }
}
