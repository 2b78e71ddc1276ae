/** Words of a sentence, which a line of a curriculum vitae has not. */
const sentence = /\b(?:he|she|it|they|has|have|had|was|were|is|are|been|who|which)\b/i
const officeLine =
  /^(?<office>(?:(?:Vice|Deputy|General|Executive|Honorary|Founding|Past)[- ])*(?:President|Chair(?:man|woman|person)?|Director|Treasurer|Secretary|Dean|Rector|Head|Editor(?:-in-[Cc]hief)?|Provost|Principal|Mayor|Governor)(?: of| for) [^,;()]{4,80})$/u
const member =
  /^(?<body>(?:The )?\p{Lu}[^,;()]{5,80}?),? \((?<kind>(?:honorary |foreign |corresponding |founding |life )?(?:member|fellow))(?: since (?<since>\d{4})|, (?<from>\d{4})[–—-](?<to>\d{4}))?\)$/u
const years = '(?<from>(?:1[89]|20)\\d\\d)(?: ?[–—-] ?(?<to>(?:1[89]|20)\\d\\d|[Pp]resent|[Nn]ow|[Tt]oday))?'
const line = new RegExp(`^(?:[Ss]ince )?${years}(?: ?[:|.–—-]| {2,}|\\t)? *(?<said>\\S.*)$`, 'u')
const lineEnd = new RegExp(`^(?<said>\\p{Lu}.*?),? \\(?${years}\\)?\\.?$`, 'u')

const degree =
  /^(?:(?:[BM]\.?Sc?|[BM]\.?A|Ph\.? ?D|D\.?Phil|MBA|M\.?Phil|LL\.?[BM]|[BM]\.?Eng|J\.?D|M\.?D|Dr\. ?[a-z]+\.?)\.?|(?:Bachelor|Master|Doctor|Diploma|Doctorate|Degree)\b[^,]*)(?: (?:in|of) [^,]+)?,? (?:at |from )?(?:the )?(?<school>\p{Lu}[^,(]*)/u
const school = /(?:University|College|School|Institute|Academy|Polytechnic|École|Universität|ETH|MIT)/
const role =
  /^(?<role>(?:[\p{L}-]+ ){0,3}(?:professor|lecturer|scientist|engineer|researcher|manager|director|editor|consultant|assistant|fellow|associate|analyst|developer|programmer|architect|designer|teacher|instructor|curator|head|president|chairman|officer|reporter|correspondent|producer|postdoc)(?: of [\p{L} ]+?| in [\p{L} ]+?)?),? (?:at |with |for )?(?:the )?(?<body>\p{Lu}[^,(]*)/iu

/**
 * A line of a curriculum vitae as a sentence about a person: "1992–1998: Research scientist, CERN, Geneva", "BA, Reed College, 1984".
 * Null for anything else.
 */
export function fromPost(text: string, person: string): string | null {
  const item = text.replace(/\*\*|__/g, '').trim()
  if (item.length > 160 || /[.!?] \p{Lu}\p{Ll}+ \p{Ll}/u.test(item)) return null
  const belongs = member.exec(item)?.groups
  if (belongs?.body !== undefined) {
    const period =
      belongs.since !== undefined
        ? ` since ${belongs.since}`
        : belongs.from !== undefined
          ? ` from ${belongs.from} to ${belongs.to}`
          : ''
    return `${person} ${belongs.since === undefined ? 'was' : 'has been'} a ${belongs.kind} of the ${belongs.body.replace(/^The /, '')}${period}.`
  }
  const found = line.exec(item) ?? lineEnd.exec(item)
  const { from, to, said = '' } = found?.groups ?? {}
  if (from === undefined || sentence.test(said)) return null
  const isOpen = /^(?:present|now|today)$/i.test(to ?? '') || /^since /i.test(item)
  const studied = degree.exec(said)?.groups?.school?.trim()
  if (studied !== undefined && school.test(studied)) {
    const end = to ?? from
    return isOpen
      ? null
      : to === undefined
        ? `${person} received a degree from ${studied} in ${end}.`
        : `${person} studied at ${studied} from ${from} to ${end}.`
  }
  const office = officeLine.exec(said)?.groups?.office
  if (office !== undefined && to !== undefined && !isOpen)
    return `${person} was ${lowered(office)} from ${from} to ${to}.`
  const { role: post, body } = role.exec(said)?.groups ?? {}
  if (post === undefined || body === undefined || (to === undefined && !isOpen)) return null
  const period = isOpen ? `since ${from}` : `from ${from} to ${to}`
  const verb = isOpen ? 'has been' : 'was'
  return `${person} ${verb} a ${post.toLowerCase()} at ${body.trim().replace(/\.$/, '')} ${period}.`
}

/** "Vice-President of A" within a sentence. */
function lowered(office: string): string {
  return office.replace(/^[^ ]+(?: [A-Z][a-z-]+)*(?= (?:of|for) )/, words => words.toLowerCase())
}
