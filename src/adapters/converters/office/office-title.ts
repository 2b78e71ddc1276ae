import { oneLine } from '../text/markdown-parts.ts'

/** Where the title of an office document may come from. */
export type TitleSources = {
  /** A paragraph or placeholder that the author marked as the title. */
  marked?: string | null | undefined
  /** Headings of level 1 that the author wrote, in order. */
  top?: readonly string[]
  /** From the properties of the file. */
  properties?: string | null | undefined
  /** All headings that the author wrote, in order. */
  headings?: readonly string[]
  /** The name of the file. */
  name: string
}

/**
 * The document's own title: what is marked as one, else the first heading, else the properties, else the name of the
 * file. The properties may still hold the title of the template, so headings come first; headings that every document
 * may have ("Introduction", "Slide 1") and the headings that converters add ("Notes") are never a title.
 */
export function chooseTitle({ marked, top = [], properties, headings = [], name }: TitleSources): string {
  const candidates = [marked, top[0], properties, headings[0]]
  return candidates.map(title => oneLine(title ?? '')).find(isTitle) ?? name
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
