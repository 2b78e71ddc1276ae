const degree =
  '(?:[BM]\\.?A\\.?|[BM]\\.?Sc\\.?|B\\.?S\\.?|M\\.?S\\.?|A\\.?B\\.?|Ph\\.?D\\.?|D\\.?Phil\\.?|M\\.?Phil\\.?|MBA|M\\.?D\\.?|J\\.?D\\.?|LL\\.?[BMD]\\.?|[BM]\\.?Eng\\.?|degree)'
const year = '(?:1[5-9]|20)\\d\\d'
const school = '\\p{Lu}[^,;()]{2,60}'
const award =
  '\\p{Lu}[^,;()]{2,60}(?:Prize|Award|Medal|Order|Cross|Fellowship|Prix|Trophy|Cup)(?: (?:for|in|of) [^,;()]{2,40})?'
const one = new RegExp(`^(?:(${degree}),? )?(${school}|${award})(?:,| \\d?)? ?(?:class of )?(${year})$`, 'u')
const isAward = new RegExp(`^${award}$`, 'u')
const isSchool =
  /(?:University|College|School|Institute|Academy|Polytechnic|Caltech|MIT|Princeton|Harvard|Yale|Stanford|Oxford|Cambridge|Cornell|West Point|Sorbonne|ETH|Conservatory|Conservatoire)/
const behindName = new RegExp(
  `(?<=\\p{Lu}[\\p{L}.’'-]+)(,? ?${degree})? \\(((?:${degree},? )?\\p{Lu}[^()]{3,200}?,? ${year})\\)(,?)`,
  'gu',
)

/** "Kip Thorne (BS, Caltech, 1962; PhD, Princeton, 1965)" and "Toni Morrison (Pulitzer Prize for Fiction, 1988)" as relative clauses. */
export function unfoldBrackets(text: string): string {
  return text.replace(behindName, (whole, before: string | undefined, list: string) => {
    const said = list.split(/; ?/).map(part => {
      const [, earned, body = '', when = ''] = one.exec(part.trim()) ?? []
      if (when === '') return null
      const name = body.replace(/,$/, '').trim()
      if (isAward.test(name)) return `received the ${name} in ${when}`
      const isDegree = (earned ?? before ?? '') !== '' || /class of/.test(part)
      return isDegree || (isSchool.test(name) && /class of/.test(part))
        ? `received a degree from ${name} in ${when}`
        : null
    })
    return said.length > 0 && said.every(part => part !== null) ? `, who ${said.join(' and ')},` : whole
  })
}
