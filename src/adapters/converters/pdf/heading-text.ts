import { captionStart } from './find-floats.ts'

export type Numbering = {
  kind: 'arabic' | 'roman' | 'letter' | 'named' | 'item'
  depth: number
  path: string
}

/** The number that a heading begins with: "2.1", "IV.", "B.", "Appendix A", "Chapter 3", "(2)". */
export function readNumber(text: string): Numbering | null {
  const arabic = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+["“‘(/-]*[\p{L}\d]/u.exec(text)
  if (arabic?.[1]) {
    const depth = arabic[1].split('.').length
    const isWritten = depth > 1 || /^[\d.]+\s+["“‘(/-]*[\p{Lu}\p{Lo}\d]/u.test(text)
    return isWritten ? { kind: 'arabic', depth, path: arabic[1] } : null
  }
  if (/^(?=[IVX])(?:X{0,2})(?:IX|IV|V?I{0,3})[.)]?\s+\p{Lu}/u.test(text))
    return { kind: 'roman', depth: 1, path: '' }
  const letter = /^[A-H](?:\.(\d{1,2}))*[.)]?\s+\p{Lu}/u.exec(text)
  if (letter) return { kind: 'letter', depth: letter[1] === undefined ? 1 : 2, path: '' }
  if (/^\(?(?:\d{1,2}|[a-h]|[ivx]{1,4})\)\s+\S/u.test(text)) return { kind: 'item', depth: 2, path: '' }
  if (
    /^(?:chapter|part|section|appendix|annex|kapitel|teil|anhang|chapitre|annexe|capítulo)\s+[\dA-Z]/iu.test(
      text,
    )
  )
    return { kind: 'named', depth: 1, path: '' }
  return null
}

/** Names of sections that papers and reports have without a number. */
const usual =
  /^(?:abstract|summary|introduction|background|related works?|preliminaries|methods?|methodology|materials and methods|results(?: and discussion)?|discussion|evaluation|experiments?|conclusions?(?: and (?:future work|outlook))?|concluding remarks|future work|acknowledge?ments?|references|bibliography|works cited|literature cited|appendix|appendices|contents|table of contents|preface|foreword|index|glossary|keywords|zusammenfassung|einleitung|fazit|literatur(?:verzeichnis)?|inhalt(?:sverzeichnis)?|résumé|conclusion générale|références|bibliographie|resumen|introducción|conclusiones|referencias)\.?$/iu

export function isUsualName(text: string): boolean {
  const bare = text.replace(/^(?:\d+|[IVX]+)\.?\s+/u, '').trim()
  // Letters that are spaced out: A B S T R A C T.
  if (/^(?:\p{L} )+\p{L}$/u.test(bare)) return usual.test(bare.replaceAll(' ', ''))
  return /^\p{Lu}/u.test(bare) && usual.test(bare)
}

/** The sign before an item of a list. */
export const listMark = /^[•●▪■◦‣∙·–—−*»]\s/u

/** Addresses, dates, stamps, formulas and lines of programs. */
export function isUnlikely(text: string): boolean {
  if (/\[\^.*\[\^/.test(text) || captionStart.test(text) || listMark.test(text)) return true
  if (/:\s+\d/.test(text) && readNumber(text) === null) return true
  return /@|https?:|www\.|arxiv:|doi[:.]|©|[=<>{}|∑∈≤≥]|^\W*\d[\d\s.,:/-]*$/iu.test(text)
}

export function endsLikeText(text: string, isNumbered: boolean): boolean {
  if (/[,;:]$/.test(text)) return true
  return /[.]$/.test(text) && !(isNumbered && text.length < 60)
}

export function startsLikeHeading(text: string): boolean {
  return /^["“‘(¿¡]?[\p{Lu}\p{Lo}\d]/u.test(text)
}

const leader = /^(.*?)[\s.…·_]{3,}(\d{1,4}|[ivxlc]{1,7})$/iu

/** An entry without dots; a wide gap is written as two spaces. */
const spaced = /^(.*\p{L}.*?) {2}(?:\d{1,4}|[ivxlc]{1,7})$/iu

/** The title of a line of a contents page, "1.2 Copying . . . . 7"; null for other lines. */
export function readContentsLine(text: string): string | null {
  const title = spaced.exec(text)?.[1]
  if (title !== undefined) return title
  return /[.…·_]{2}|\.\s\./u.test(text) ? (leader.exec(text)?.[1] ?? null) : null
}
