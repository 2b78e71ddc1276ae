export type Heading = {
  name: string
  /** What stands in brackets and is neither a time nor an office's holder: "Western Australia—Minister for Finance". */
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
