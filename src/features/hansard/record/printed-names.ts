/** An office of the chair as printed, and the holder if one is named. */
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

const titles =
  /^(?:(?:Senator|Sen|Mr|Mrs|Ms|Miss|Dr|Sir|Dame|The|Hon|Rt|Prof|Brigadier|Captain|Major|Colonel)\b\.?\s*)+/i
const honours = /[\s,]+(?:MP|QC|KC|SC|AM|AO|AC|OBE|MBE|CBE|MC|RFD)\b\.?/g

/** The name of a person in reading order: "Rice, Sen Janet" → "Janet Rice". Null when there is none. */
export function readableName(sortName: string | null, printedName: string | null): string | null {
  const sorted =
    sortName
      ?.replaceAll(/\([^)]*\)/g, ' ')
      .replaceAll(honours, '')
      .trim() ?? ''
  const comma = sorted.indexOf(',')
  if (comma > 0) {
    const given = sorted
      .slice(comma + 1)
      .trim()
      .replace(titles, '')
    return tidy(`${given} ${sorted.slice(0, comma)}`)
  }
  const old = /^(\S.*?)\s+(?:Sen|Mr|Mrs|Ms|Miss|Dr|The Hon|Sir)\b\.?\s*(?:The Hon\.?\s*)?(.*)$/.exec(sorted)
  if (old !== null && !titles.test(`${old[1]} `)) return tidy(`${old[2]} ${old[1]}`)
  const printed = (sorted === '' ? (printedName ?? '') : sorted)
    .replaceAll(/\([^)]*\)?/g, ' ')
    .replace(/\s*interjecting.*$/is, '')
    .trim()
  return printed === '' ? null : tidy(printed)
}

/** "SARAH HANSON-YOUNG", "O'MALLEY", "McKENZIE" in ordinary capitals; other names stay as they are. */
export function ordinaryCapitals(name: string): string {
  return name.replaceAll(/\p{Lu}[\p{Lu}'’]+|(?<=\bMa?c)\p{Lu}{2,}/gu, word =>
    word
      .toLowerCase()
      .replaceAll(/(^|['’])\p{L}/gu, letter => letter.toUpperCase())
      .replace(/^Mc\p{L}/u, start => `Mc${start.slice(2).toUpperCase()}`),
  )
}

function tidy(name: string): string {
  const clean = name
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s,:;—-]+$/, '')
    .trim()
  return ordinaryCapitals(clean)
}

export type Heading = {
  name: string
  /** From the brackets behind the name: "Western Australia" of "(Western Australia—Minister for Finance)". */
  electorate: string | null
  role: string | null
  time: string | null
  /** Where the spoken words begin. */
  length: number
}

/** "Senator CORMANN (Western Australia—Minister for Finance) (12:57): I will make …" */
export function parseHeading(paragraph: string): Heading {
  const found = heading.exec(paragraph)
  if (found === null) return { ...bare, name: stageName(paragraph) }
  const name = (found[1] ?? '').trim()
  const groups = [...(found[2] ?? '').matchAll(group)].map(([, inside = '']) => inside.trim())
  const time = groups.find(isTime) ?? null
  const others = groups.filter(inside => !isTime(inside))
  const isOffice = chair.test(name)
  const [electorate = null, ...role] = (isOffice ? '' : (others[0] ?? '')).split('—')
  return {
    name: isOffice && others[0] !== undefined ? `${name} (${others[0]})` : name,
    electorate: electorate === '' ? null : electorate,
    role: role.length === 0 ? null : role.join('—'),
    time,
    length: found[0].length,
  }
}

/** The record sometimes prints the time twice: "(14:08):  14:08):  Speaker, I have". */
export function withoutRepeatedTime(paragraph: string): string {
  return paragraph.replace(/^([^:]{1,300}\((\d{1,2}:\d{2})\):\s*)\2\):\s*/, '$1')
}

const heading = /^([^:()\n—]{1,120})((?:\s*\((?:[^()]|\([^()]*\)){1,400}\)){0,4})\s*:\s*/
const group = /\(((?:[^()]|\([^()]*\))*)\)/g
const chair = /\b(?:speaker|president|chair\w*|clerk)\b/i
const bare = { electorate: null, role: null, time: null, length: 0 }

function isTime(text: string): boolean {
  return /^\d{1,2}[:.]\d{2}\b/.test(text)
}

/** "An honourable senator interjecting—" */
function stageName(paragraph: string): string {
  return paragraph.replace(/\s*interjecting\s*[—–-]*.*$/s, '').slice(0, 120)
}
