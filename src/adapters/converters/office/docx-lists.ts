import type { Zip } from '../archive/zip.ts'
import { type Dom, type DomElement, textOf } from '../web/parse-html.ts'
import { mark } from '../web/place-marks.ts'
import { formatCount } from './format-count.ts'
import { readOfficeXml } from './open-office-zip.ts'

type Level = { start: number; format: string; text: string; restart: number | null; isLegal: boolean }
type List = { abstract: string; levels: ReadonlyMap<number, Level>; starts: ReadonlyMap<number, number> }
type Place = { list: string; level: number }

/** The lists of a document: what `numId` means, and which paragraph styles are list items. */
export type Numbering = { lists: ReadonlyMap<string, List>; byStyle: ReadonlyMap<string, Place> }

/** Null when the document has no lists. */
export async function readNumbering(zip: Zip, signal: AbortSignal): Promise<Numbering | null> {
  const $ = await readOfficeXml(zip, 'word/numbering.xml', signal)
  if ($ === null) return null
  const styles = await readOfficeXml(zip, 'word/styles.xml', signal)
  const lists = readLists($)
  return { lists, byStyle: styles === null ? new Map() : readStyledLists(styles, $, lists) }
}

function readLists($: Dom): Map<string, List> {
  const abstracts = new Map<string, { levels: Map<number, Level>; link: string | undefined }>()
  const linked = new Map<string, string>()
  for (const one of $('w\\:abstractNum').toArray()) {
    const id = one.attribs['w:abstractNumId'] ?? ''
    const name = $(one).children('w\\:styleLink').attr('w:val')
    if (name !== undefined) linked.set(name, id)
    const levels = new Map(
      $(one)
        .children('w\\:lvl')
        .toArray()
        .map(level => readLevel($, level)),
    )
    abstracts.set(id, { levels, link: $(one).children('w\\:numStyleLink').attr('w:val') })
  }
  const lists = new Map<string, List>()
  for (const one of $('w\\:num').toArray()) {
    const named = $(one).children('w\\:abstractNumId').attr('w:val') ?? ''
    const link = abstracts.get(named)?.link
    const abstract = (link === undefined ? undefined : linked.get(link)) ?? named
    const levels = new Map(abstracts.get(abstract)?.levels)
    const starts = new Map<number, number>()
    for (const override of $(one).children('w\\:lvlOverride').toArray()) {
      const level = Number(override.attribs['w:ilvl'])
      const own = $(override).children('w\\:lvl').toArray()[0]
      if (own !== undefined) levels.set(level, readLevel($, own)[1])
      const start = $(override).children('w\\:startOverride').attr('w:val')
      if (start !== undefined) starts.set(level, Number(start))
    }
    lists.set(one.attribs['w:numId'] ?? '', { abstract, levels, starts })
  }
  return lists
}

function readLevel($: Dom, level: DomElement): [number, Level] {
  const value = (name: string) => $(level).children(`w\\:${name}`).attr('w:val')
  const restart = value('lvlRestart')
  return [
    Number(level.attribs['w:ilvl']),
    {
      start: Number(value('start') ?? 1),
      format: value('numFmt') ?? 'decimal',
      text: value('lvlText') ?? '',
      restart: restart === undefined ? null : Number(restart),
      isLegal: $(level).children('w\\:isLgl').length > 0,
    },
  ]
}

/** Paragraph styles that are list items, also through the style they are based on. */
function readStyledLists($: Dom, numbering: Dom, lists: ReadonlyMap<string, List>): Map<string, Place> {
  const levelOf = new Map(
    numbering('w\\:lvl > w\\:pStyle')
      .toArray()
      .map(one => [one.attribs['w:val'] ?? '', Number(numbering(one).closest('w\\:lvl').attr('w:ilvl'))]),
  )
  const own = new Map<string, Place | null>()
  const bases = new Map<string, string>()
  for (const style of $('w\\:style[w\\:type="paragraph"]').toArray()) {
    const id = style.attribs['w:styleId'] ?? ''
    const base = $(style).children('w\\:basedOn').attr('w:val')
    if (base !== undefined) bases.set(id, base)
    const place = $(style).find('w\\:pPr > w\\:numPr')
    const list = place.children('w\\:numId').attr('w:val')
    const level = place.children('w\\:ilvl').attr('w:val')
    if (list !== undefined)
      own.set(id, lists.has(list) ? { list, level: Number(level ?? levelOf.get(id) ?? 0) } : null)
  }
  const placed = new Map<string, Place>()
  for (const id of [...own.keys(), ...bases.keys()]) {
    let at: string | undefined = id
    // Styles inherit; the loop is limited in case of a cycle.
    for (let step = 0; at !== undefined && !own.has(at) && step < 10; step++) at = bases.get(at)
    const place = at === undefined ? null : own.get(at)
    if (place) placed.set(id, { ...place, level: levelOf.get(id) ?? place.level })
  }
  return placed
}

/**
 * Writes the number that Word shows into each list item, as text after a mark with the level, and removes the item from
 * its list: HTML lists cannot express these numbers.
 */
export function labelLists($: Dom, { lists, byStyle }: Numbering): void {
  const counters = new Map<string, Map<number, number>>()
  const begun = new Set<string>()
  for (const paragraph of $('w\\:p').toArray()) {
    const place = placeOf($, paragraph, byStyle)
    const list = place && lists.get(place.list)
    if (!place || !list || isRepeated($, paragraph)) continue
    const counts = counters.get(list.abstract) ?? new Map<number, number>()
    counters.set(list.abstract, counts)
    count({ place, list, counts, begun })
    $(paragraph).find('w\\:pPr > w\\:numPr').first().remove()
    if (textOf(paragraph).trim() === '') continue
    const label = labelOf(place.level, list, counts)
    const run = $('<w:r><w:t xml:space="preserve"></w:t></w:r>')
    run
      .find('w\\:t')
      .text(`${mark.open}li${Math.min(place.level, 8)}${mark.close}${label}${label === '' ? '' : ' '}`)
    const properties = $(paragraph).children('w\\:pPr').first()
    if (properties.length > 0) properties.after(run)
    else $(paragraph).prepend(run)
  }
}

function placeOf($: Dom, paragraph: DomElement, byStyle: Numbering['byStyle']): Place | null {
  const properties = $(paragraph).children('w\\:pPr')
  const numbers = properties.children('w\\:numPr')
  const styled = byStyle.get(properties.children('w\\:pStyle').attr('w:val') ?? '')
  const list = numbers.children('w\\:numId').attr('w:val') ?? styled?.list
  const level = numbers.children('w\\:ilvl').attr('w:val') ?? styled?.level ?? 0
  return list === undefined ? null : { list, level: Number(level) }
}

/** A text box is written twice, for new and old programs; only the second copy is read. */
function isRepeated($: Dom, paragraph: DomElement): boolean {
  const choice = $(paragraph).closest('mc\\:Choice')
  return choice.length > 0 && choice.siblings('mc\\:Fallback').length > 0
}

function count(item: { place: Place; list: List; counts: Map<number, number>; begun: Set<string> }): void {
  const { place, list, counts, begun } = item
  const { level } = place
  const start = list.starts.get(level)
  const isFirst = start !== undefined && !begun.has(`${place.list}:${level}`)
  begun.add(`${place.list}:${level}`)
  const first = start ?? list.levels.get(level)?.start ?? 1
  const before = counts.get(level)
  // Levels above that were left out count as begun.
  for (let above = 0; above < level; above++)
    if (!counts.has(above)) counts.set(above, list.levels.get(above)?.start ?? 1)
  counts.set(level, isFirst || before === undefined ? first : before + 1)
  for (const below of [...counts.keys()])
    if (below > level && restartsAfter(list.levels.get(below)?.restart ?? null, level)) counts.delete(below)
}

/** A level restarts after every level above it, after those above `restart`, or never (0). */
function restartsAfter(restart: number | null, level: number): boolean {
  return restart === null || level < restart
}

function labelOf(level: number, { levels }: List, counts: ReadonlyMap<number, number>): string {
  const own = levels.get(level)
  if (own === undefined || own.format === 'bullet') return '-'
  if (own.format === 'none') return own.text.replace(/%\d/g, '').trim()
  return own.text
    .replace(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1
      const format = own.isLegal ? 'decimal' : (levels.get(at)?.format ?? 'decimal')
      return formatCount(counts.get(at) ?? levels.get(at)?.start ?? 1, format)
    })
    .trim()
}

/** Puts list items on lines of their own, indented below the first item of their run. */
export function layOutLists(markdown: string): string {
  const item = new RegExp(`^${mark.open}li(\\d)${mark.close}`)
  const lines: string[] = []
  let base: number | null = null
  for (const line of markdown.split('\n')) {
    const level = item.exec(line)?.[1]
    if (level === undefined) {
      if (line.trim() !== '') base = null
      lines.push(line)
      continue
    }
    // Items of one list follow each other without a blank line.
    while (base !== null && lines.at(-1)?.trim() === '') lines.pop()
    base = Math.min(base ?? Number(level), Number(level))
    lines.push(`${'  '.repeat(Math.max(0, Number(level) - base))}${line.replace(item, '')}`)
  }
  return lines.join('\n').replace(new RegExp(`${mark.open}li\\d${mark.close}`, 'g'), '')
}
