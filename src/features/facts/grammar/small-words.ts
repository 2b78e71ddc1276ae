export const prepositions = new Set(
  `in on at by for from to of with as after before since until till during under into onto over about around between among near against through
without within via upon towards toward like unlike than per despite behind beside beyond across along outside inside following including alongside circa`.split(
    /\s+/,
  ),
)
export const determiners = new Set(
  'the a an this these those some any every each another both all no several many most two three four five six seven eight nine ten'.split(
    ' ',
  ),
)
export const possessives = new Set(['his', 'her', 'its', 'their', 'our', 'my', 'your'])
export const pronouns = new Set(
  'he she it they him them i we you us me himself herself itself themselves one'.split(' '),
)
const adverb =
  /^(?:also|then|later|earlier|now|once|soon|again|still|together|jointly|there|here|thereafter|however|instead|twice|often|always|ever|even|just|only|already|meanwhile|thus|therefore|perhaps|afterwards?|elsewhere|abroad|home|away|back|too|so|yet|alone|never|not|first|further|eventually|today|well|far|long|almost|n’t|[a-z]{3,}ly)$/
const notAdverb =
  /^(?:family|early|only|daily|weekly|monthly|elderly|friendly|assembly|supply|reply|italy|july|monopoly|likely|lovely|rally|fly|ally|anomaly|butterfly)$/
/** Numbers that count nouns, written out. */
export const number = /^(?:two|three|four|five|six|seven|eight|nine|ten|several|many)$/
/** Words that may be between a subject and its verb. */
export const reflexive = /^(?:himself|herself|itself|themselves|both|all)$/
export const auxiliary =
  /^(?:is|are|was|were|be|been|being|has|have|had|having|do|does|did|would|could|should|may|might|must|will|shall|can|cannot)$/
/** Words that begin another clause. */
export const stops = /^(?:when|while|because|although|though|if|whether|unless|whereas|how|why|what)$/

/** "later", "together", "newly", and not "family". */
export function isAdverb(word: string): boolean {
  return adverb.test(word) && !notAdverb.test(word)
}
