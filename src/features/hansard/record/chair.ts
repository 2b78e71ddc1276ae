/** An office of the chair, as the record names it, and who it says holds it. */
export type ChairTitle = {
  /** As printed, without the holder: "The ACTING DEPUTY PRESIDENT". */
  role: string
  /** "ACTING DEPUTY PRESIDENT". */
  office: string
  holder: string | null
}

const office =
  /^(?:The|Mr\.?|Madam|Mdm|Mrs|Ms)?\s*((?:(?:ACTING|DEPUTY|TEMPORARY|SECOND|ASSISTANT)\s+)*(?:SPEAKER|PRESIDENT|CHAIR(?:MAN|WOMAN|PERSON)?|CLERK)(?:\s+OF\s+COMMITTEES)?)\b/i

/** "The DEPUTY SPEAKER (Ms AE Burke)" · "Bernardi, Sen Cory (The ACTING DEPUTY PRESIDENT)" · "SPEAKER, The". */
export function parseChair(printedName: string | null, sortName: string | null): ChairTitle | null {
  for (const name of [printedName ?? '', sortName ?? '']) {
    const title = office.exec(name)
    if (title === null) continue
    const holder = /\(([^)]{3,80})\)?/.exec(name.slice(title[0].length))?.[1] ?? holderOf(sortName)
    return { role: roleOf(title[0]), office: officeOf(title[1] ?? ''), holder }
  }
  const inside = /\(((?:The|Mr|Madam)\s[^)]+)\)/.exec(sortName ?? '')?.[1]
  const title = inside === undefined ? null : office.exec(inside)
  if (title === null) return null
  return { role: roleOf(title[0]), office: officeOf(title[1] ?? ''), holder: holderOf(sortName) }
}

/** "The SPEAKER (Mr David Hawker) took the chair at 12.30 p.m." */
export function chairsTaken(text: string): ChairTitle[] {
  const taken =
    /\b((?:The|Mr\.?|Madam)[\s,]+(?:(?:ACTING|DEPUTY|TEMPORARY)\s+)*(?:SPEAKER|PRESIDENT|CHAIR(?:MAN)?)(?:\s+OF\s+COMMITTEES)?)\s*\(([^()]{3,80})\)[\s,]*took the chair/gi
  return [...text.matchAll(taken)].flatMap(([, title = '', holder = '']) => {
    const role = title.replaceAll(/[\s,]+/g, ' ')
    const name = office.exec(role)?.[1]
    return name === undefined ? [] : [{ role, office: officeOf(name), holder }]
  })
}

function holderOf(sortName: string | null): string | null {
  const holder = (sortName ?? '').replace(/\(.*$/s, '').trim()
  return holder === '' || office.test(holder) ? null : holder
}

function roleOf(title: string): string {
  return title.replaceAll(/\s+/g, ' ').trim()
}

function officeOf(title: string): string {
  return title
    .toUpperCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/CHAIR(?:MAN|WOMAN|PERSON)/, 'CHAIR')
    .replace(' OF COMMITTEES', '')
}
