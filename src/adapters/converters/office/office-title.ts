import { outlineFromHeadings } from '../../../core/text/outline.ts'
import { oneLine } from '../text/markdown-parts.ts'

/**
 * The first candidate that is a document's own title, else the name of the file. Headings that every document may have
 * ("Introduction", "Slide 1"), those that converters add ("Notes") and default titles of programs are not.
 */
export function chooseTitle(candidates: readonly (string | null | undefined)[], name: string): string {
  return candidates.map(title => oneLine(title ?? '')).find(isTitle) ?? name
}

/**
 * The title of a text: its first heading, else the title in its properties, which may still be that of the template,
 * else a heading of a lower level.
 */
export function titleOfText(markdown: string, properties: string | null, name: string): string {
  const headings = outlineFromHeadings(markdown)
  const top = headings.find(heading => heading.level === 1)
  return chooseTitle([top?.title, properties, headings[0]?.title], name)
}

function isTitle(title: string): boolean {
  return /[\p{L}\p{N}]/u.test(title) && !placeholders.test(title) && !sections.test(title)
}

/** Default titles that programs write. */
const placeholders =
  /^(?:(?:power ?point|impress)?[- ]?(?:presentation|präsentation)\d*|présentation powerpoint|presentación de powerpoint|(?:microsoft )?word(?: document)?|microsoft word - .*|untitled(?: ?\d+)?|unbenannt(?: ?\d+)?|document ?\d*|dokument ?\d*|(?:slide|folie|diapositive|sheet|tabelle|feuille|hoja|foglio|page|seite) ?\d+|title|titel|click to (?:add|edit).*)$/iu

/** Headings of sections, with or without a number. */
const sections =
  /^(?:(?:\d+(?:\.\d+)*|[ivx]+)[.)]?\s+)?(?:introduction|einleitung|einführung|introducción|introduzione|abstract|zusammenfassung|résumé|resumen|summary|executive summary|preface|vorwort|foreword|contents|table of contents|inhalt(?:sverzeichnis)?|table des matières|agenda|overview|überblick|background|acknowledge?ments|danksagung|notes|comments|references|bibliography|literatur(?:verzeichnis)?|appendix(?: [a-z\d])?|anhang(?: [a-z\d])?)$/iu
