/** Small words inside titles. */
const small =
  '(?:an?|the|this|that|who|how|what|of|in|on|at|to|for|from|by|with|without|into|over|under|as|is|my|his|her|and|or|de|la|le|du|des|del|der|die|das)'
const big = "[\\p{Lu}\\d][\\p{L}\\d’'.!?-]*"
/** Words with a capital, with small words between them: "A Fish Sale on a Cornish Beach". */
const title = `${big}(?:,? ${big}|(?: ${small})+ ${big})*`
/** Words that begin sentences and clauses, and no titles. */
const opener =
  '(?:In|On|At|By|For|From|With|After|Before|Since|When|While|During|Although|He|She|It|They|His|Her|Its|Born|As|Of|To|And|But)'
const workNoun =
  '(?:book|novel|novella|play|poem|opera|symphony|memoir|autobiography|essay|thesis|dissertation|album|film|monograph|treatise|ballet|musical|textbook|masterpiece|painting|sculpture|story|song|single|composition|piece|documentary)'
const workNouns =
  '(?:books|collections|novels|novellas|plays|poems|operas|symphonies|memoirs|essays|albums|films|monographs|textbooks|paintings|sculptures|stories|songs|hits|compositions|pieces|works|publications|titles|writings|documentaries)'
const notTitle =
  /(?<!\p{L})(?:Award|Prize|Medal|Order|Cup|University|College|Institute|Inc|Ltd|Company)(?!\p{L})/u
const hasSmall = new RegExp(` ${small} `)

/** "A Fish Sale on a Cornish Beach (1885)". */
const beforeYear = new RegExp(
  `(?<=(?:^|[\\s(]))(?!${opener} )(${big}(?:,? ${big}|(?: (?!and )${small}| and (?:the|an?|other))+ ${big})*)(?= \\((?:1[5-9]|20)\\d\\d\\))`,
  'gu',
)
/** "his composition On the Transmigration of Souls", "the novel called A Room with a View". */
const afterNoun = new RegExp(
  `(?<=\\b(?:(?:[Hh]is|[Hh]er|[’']s|[Tt]he|[Aa]) (?:[a-z-]+ ){0,3}${workNoun},?(?: called| titled| entitled)?,? ))(${title})(?=[,.;(]| (?:was|is|won|which|in \\d|and (?:was|is|the|his|her|a)\\b)|$)`,
  'gu',
)
/** "several works, including Shaker Loops, Short Ride in a Fast Machine, and the opera Nixon in China". */
const afterNouns = new RegExp(
  `(?<=\\b${workNouns}(?: (?!includ|such|are|were|:)[a-z]+){0,4}(?: (?:are|were|include|included)|,? (?:including|such as|among them|notably)|:) )((?:(?:[^,.;()“”"]|\\((?:1[5-9]|20)\\d\\d\\)){3,90}(?:, (?:and |as well as )?| and (?=(?:the ${workNoun} )?\\p{Lu})|(?=[.;]|$)))+)`,
  'gu',
)
const listed = new RegExp(
  `^((?:and |as well as )?(?:(?:the|an?|his|her) (?:[a-z]+ )?${workNoun} )?)(${title})( \\((?:1[5-9]|20)\\d\\d\\))?$`,
  'u',
)

const worksList = new RegExp(
  `^(.*?\\b${workNouns}(?: (?!includ)[a-z]+){0,5},? (?:include|includes|included|including|are|were|such as):? )(.*\\((?:1[5-9]|20)\\d\\d\\).*)$`,
  'u',
)
const dated = /\(((?:1[5-9]|20)\d\d)\)/g

/** "Her books include A (1990); B (1995), which won C; and D (2001)" as a plain list of the titles with their years. */
function listTitles(text: string): string {
  const [, head, rest = ''] = worksList.exec(text) ?? []
  const years = [...rest.matchAll(dated)]
  if (head === undefined || years.length < 2) return text
  let from = 0
  const titles = years.flatMap(({ 0: whole, 1: year, index }) => {
    const before = rest.slice(from, index).split(/; /).at(-1) ?? ''
    from = index + whole.length
    const called = before
      .replace(/^[,;]? ?(?:and |as well as )?(?:(?:the|an?|his|her) )?(?:[a-z-]+ )*/u, '')
      .trim()
    return /^[\p{Lu}\d][^;"“”]{0,90}$/u.test(called) && !/,/.test(called.replace(/, \p{Lu}/gu, ''))
      ? [`“${called}” (${year})`]
      : []
  })
  const [last = '', ...others] = titles.toReversed()
  const tail = rest.slice(from)
  if (titles.length < 2 || /^, (?!which|who|where|all|and )/.test(tail)) return text
  return `${head}${others.toReversed().join(', ')} and ${last}${/^[.]?$/.test(tail) ? tail : '.'}`
}

/** Puts titles of works with small words in quotation marks where the sentence shows that they are titles. */
export function quoteTitles(text: string): string {
  const plain = text.replace(
    /(?<=[\p{L}\d!?”"]) \((?:\p{Lu}[^(),]{1,40}, ){1,2}((?:1[5-9]|20)\d\d)\)/gu,
    ' ($1)',
  )
  const list = listTitles(plain)
  if (list !== plain) return list
  return plain
    .replace(beforeYear, quoted)
    .replace(afterNoun, quoted)
    .replace(afterNouns, list =>
      list
        .split(/(, (?:and |as well as )?| and (?=(?:the [a-z]+ )?\p{Lu}))/u)
        .map(piece => {
          const [, lead = '', called, year = ''] = listed.exec(piece) ?? []
          return called === undefined ? piece : `${lead}${quoted(called)}${year}`
        })
        .join(''),
    )
}

function quoted(called: string): string {
  return hasSmall.test(called) && !notTitle.test(called) ? `“${called}”` : called
}
