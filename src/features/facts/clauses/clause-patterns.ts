import {
  adverb,
  agent,
  article,
  be,
  by,
  d,
  degrees,
  describes,
  field,
  have,
  job,
  list,
  n,
  object,
  office,
  officeWords,
  subject,
  whole,
} from './clause-parts.ts'
import { groupNouns } from './name-memory.ts'
/** What a matched clause states: `s` is the subject, `o` the object; a list of names states one fact for each. */
export type ClauseRule = {
  relation: string
  regex: RegExp
  /** The relation runs from `o` to `s` ("Texaco was acquired by Chevron"). */
  isInverse?: boolean
  /** How the dates in the clause are meant. */
  time: 'event' | 'state' | 'past' | 'begin' | 'end'
  /** Kinds of subject and object. */
  kinds: readonly [subject: NameKind, object: NameKind]
  /** Whether the clause describes a name wherever it is ("with Jane Doe, a chemist at Bayer"). */
  isApposition: boolean
  /** Where the object is not a name in the pattern: read places and dates from what follows the verb. */
  tail?: 'places and dates' | 'founding'
  /** Whether two dates in brackets are those of a life, and not of a term. */
  isLife?: boolean
}

/** `company` and `body` show by their words that they are one, `known place` is in the list of places. */
export type NameKind =
  | 'person'
  | 'organisation'
  | 'company'
  | 'school'
  | 'person or body'
  | 'body'
  | 'place'
  | 'known place'
  | 'work'
  | 'award'
  | 'role'
  | 'any'

const rule = (
  relation: string,
  source: string,
  rest: Omit<ClauseRule, 'relation' | 'regex' | 'isApposition'>,
): ClauseRule => ({
  relation,
  regex: new RegExp(source, 'gu'),
  isApposition: !source.startsWith(subject),
  ...rest,
})

const people = ['person', 'person'] as const
const personPlace = ['person', 'place'] as const
const personBody = ['person', 'organisation'] as const
const personWork = ['person', 'work'] as const
const bodies = ['organisation', 'organisation'] as const
const personAward = ['any', 'award'] as const

const authored =
  '(?:wrote|co-wrote|authored|co-authored|composed|painted|designed|co-designed|developed|created|co-created|invented|sculpted|programmed|implemented|coined|published)'
const authoredPassive =
  '(?:written|co-written|authored|composed|painted|designed|developed|created|invented|sculpted|programmed|implemented|coined|conceived)'
const founded = '(?:founded|co-founded|established|set up|started|formed|incorporated)'
const bought = '(?:acquired|bought out|bought|purchased|took over|absorbed|swallowed up)'
const boughtPassive = '(?:acquired|bought out|bought|purchased|taken over|absorbed)'
const killed = '(?:died|passed away|was (?:killed|assassinated|murdered|executed|beheaded|hanged|shot dead))'
const child = '(?:[a-z]+ ){0,2}(?:son|daughter|child)'

/** Letters after a name: ", FRS". */
const letters = `(?: , ${n})?`
/** What may precede the dates of a life: "(née Adler; 14 March 1889 – …)". */
const inBrackets = '(?:[^()⟦]*[;,] |[^()]*? ; )?'
const toDeath = '(?:,? [^()⟦]{0,20}(?:⟦n\\d+⟧ (?:, ⟦n\\d+⟧ )?)?)?[–—-] (?:[^()⟦]{0,12})?'
const lifeDates = { time: 'event', kinds: personPlace, isLife: true } as const
const parents = `(?<o>(?:sir )?${n}(?:(?: ,)?(?: \\([^()]*\\))?(?: (?:an?|the) [^,⟦]{1,60} ,)? and (?:(?:his|her) (?:[a-z]+ )?(?:wife|husband) ,? ?)?(?:the ${describes})?${n})?)`
const workNoun =
  '(?:book|novel|play|poem|opera|symphony|memoir|memoirs|autobiography|essay|paper|thesis|dissertation|album|film|collection|study|monograph|treatise|ballet|musical|biography|textbook|masterpiece|painting|story|debut)'

/** Clauses that state facts, over the line of a parsed sentence. */
export const clauseRules: readonly ClauseRule[] = [
  rule('BORN_IN', `${subject} ${be}${adverb} born(?= )`, {
    time: 'event',
    kinds: personPlace,
    tail: 'places and dates',
  }),
  rule('BORN_IN', `(?:^|, )born (?<front>[^;]*?) , (?:the ${describes})?(?<s>${n})`, {
    time: 'event',
    kinds: personPlace,
  }),
  rule('BORN_IN', `(?<s>${n}) \\( (?:[^()]*?[;,] )?(?:was )?(?:born|b \\.|b)(?= )`, {
    time: 'event',
    kinds: personPlace,
    tail: 'places and dates',
  }),
  rule('BORN_IN', `(?<s>${n})${letters} \\( ${inBrackets}(?<o>${d}) ${toDeath}(?<death>${d})`, lifeDates),
  rule('DIED_IN', `(?<s>${n})${letters} \\( ${inBrackets}(?<birth>${d}) ${toDeath}(?<o>${d})`, lifeDates),
  rule('DIED_IN', `(?<s>${n}) \\( [^()]*?[;,–—-] (?:died|d \\.|d)(?= )`, {
    time: 'event',
    kinds: personPlace,
    tail: 'places and dates',
  }),
  rule(
    'DIED_IN',
    `(?:until|after|before|following|since|with|upon|at|of) (?<possessor>his|her) (?:sudden |early |untimely |premature |own )?(?:death|suicide|assassination)(?= (?:in|on|at) )`,
    { time: 'event', kinds: personPlace, tail: 'places and dates' },
  ),
  rule('DIED_IN', `${subject}${adverb} ${killed}(?= )`, {
    time: 'event',
    kinds: personPlace,
    tail: 'places and dates',
  }),

  rule(
    'HOLDS_OFFICE',
    `${subject}${adverb} (?<verb>is|was|became|remains|remained|serves as|served as|has served as|has been|had been|acted as|worked as)${adverb} ${office}`,
    { time: 'state', kinds: ['person', 'role'] },
  ),
  rule(
    'HOLDS_OFFICE',
    `${subject} (?:was|were|has been|had been)${adverb} (?:appointed|elected|re-elected|named|chosen|made|sworn in|promoted|crowned|proclaimed)(?: as| to be| to)? ${office}`,
    { time: 'begin', kinds: ['person', 'role'] },
  ),
  rule('HOLDS_OFFICE', `(?<s>${n}) , ${office} ,`, { time: 'state', kinds: ['person', 'role'] }),
  rule('HOLDS_OFFICE', `${subject}${adverb} (?:resigned|retired|stepped down|stood down) as ${office}`, {
    time: 'end',
    kinds: ['person', 'role'],
  }),
  rule(
    'HOLDS_OFFICE',
    `${subject}${adverb} ${have}(?<verb>led|headed|chaired|leads|heads|chairs) (?:the )?(?<led>${n}|(?<=the )(?:${groupNouns})(?! [’'a-z-]*(?:ion|ing|ment)))`,
    { time: 'state', kinds: ['person', 'role'] },
  ),
  rule(
    'HOLDS_OFFICE',
    `(?<led>${n})(?: project| group| team)?(?: in ${n})? , (?:which was )?(?:led|headed|chaired) by (?:professor |dr )?(?<s>${n})`,
    { time: 'state', kinds: ['person', 'role'] },
  ),
  rule(
    'HOLDS_OFFICE',
    `(?:hired|appointed|named|elected|chose|recruited|made) (?<s>${n}) (?:as |to be )?${office}`,
    { time: 'begin', kinds: ['person', 'role'] },
  ),
  rule(
    'HOLDS_OFFICE',
    `${subject}${adverb} (?<verb>is|was|became|remained|serves as|served as|has been|had been|(?:was|were)${adverb} (?:appointed|elected|named|made)(?: as)?) (?:its|the (?:${groupNouns}) [’']s|the organisation [’']s) (?:(?:first|second|third|last|next|new|founding|current|longtime|only|youngest|inaugural) )*(?<head>${officeWords})(?! (?:of|for|to|at|in) (?:the )?⟦n|[’']| and| -)`,
    { time: 'state', kinds: ['person', 'role'] },
  ),
  rule(
    'HOLDS_OFFICE',
    `${subject}${adverb} (?<verb>became|was${adverb} (?:appointed|elected|named)(?: as)?|(?:succeeded|replaced) ${n} as) (?:(?:the|its) )?(?:(?:first|second|third|next|new|inaugural) )*(?<head>chief executive officer|chief executive|ceo|managing director|chairman|chairwoman)(?= (?:in|on) ⟦d| \\.)`,
    { time: 'begin', kinds: ['person', 'role'] },
  ),
  rule(
    'HOLDS_OFFICE',
    `(?<body>${n}|\\bthe (?:${groupNouns})) [’']s (?:(?:first|second|last|new|founding|current|longtime|former|then) )*(?<head>${officeWords})(?: (?<verb>is|was)| ,) (?<s>${n})`,
    { time: 'state', kinds: ['person', 'role'] },
  ),
  rule('SUCCEEDED', `${subject}${adverb} (?:succeeded|replaced) (?<o>${n})(?: as ${office})?`, {
    time: 'begin',
    kinds: people,
  }),
  rule(
    'SUCCEEDED',
    `${subject} (?:was|were)${adverb} (?:succeeded|replaced)(?: as ${office})?(?: (?:in|on) ${d})? by (?:the ${describes})?(?<o>${n})`,
    { time: 'begin', kinds: people, isInverse: true },
  ),

  rule('MEMBER_OF', `${subject} (?:was|were)${adverb} joined ${agent}`, {
    time: 'begin',
    kinds: ['organisation', 'person'],
    isInverse: true,
  }),
  rule(
    'EMPLOYED_BY',
    `${subject}${adverb} ${have}joined (?<o>\\bthe (?:company|firm|corporation|business|airline|bank|newspaper|magazine|university|laboratory|publisher|studio)\\b)`,
    { time: 'begin', kinds: personBody },
  ),
  rule(
    'MEMBER_OF',
    `${subject}${adverb} ${have}joined (?!the (?:company|firm|corporation|business|airline|bank|newspaper|magazine|university|laboratory|publisher|studio)\\b)${object}(?!(?: (?:in|on) ${d})? as )`,
    {
      time: 'begin',
      kinds: ['any', 'organisation'],
    },
  ),
  rule(
    'MEMBER_OF',
    `${subject}${adverb} (?<verb>is|was|became|has been|had been|remains)${adverb} (?!elected|admitted|made)${article}(?:(?!elected|admitted|made|not)[a-z]+ ){0,2}(?:member|fellow|members|fellows)(?: state| states)? of (?:the )?(?<o>${n})`,
    { time: 'state', kinds: ['any', 'organisation'] },
  ),
  rule(
    'MEMBER_OF',
    `${subject} (?:was|were|has been)${adverb} (?:elected|admitted|made)(?: as)? (?:an? |to (?:the )?)?(?:[a-z]+ ){0,2}(?:member|fellow|fellowship|membership|members|fellows) (?:of|to|in) (?:the )?(?<o>${n})`,
    { time: 'begin', kinds: ['any', 'organisation'] },
  ),
  rule(
    'MEMBER_OF',
    `${subject} (?:(?:was|were|has been)|was (?:one of )?the (?:first|second|third|only|youngest) (?:[a-z]+ ){1,2}to be)${adverb} (?:elected|inducted|admitted)(?: in ${d})? (?:in)?to (?:the )?(?<o>${n})`,
    { time: 'begin', kinds: ['person', 'body'] },
  ),

  rule(
    'EMPLOYED_BY',
    `${subject}${adverb} ${have}(?:worked|works|taught|lectured|teaches)(?: (?!for|at|with|on|in)[a-z]+){0,5} (?:for|at) ${object}`,
    { time: 'state', kinds: personBody },
  ),
  rule('EMPLOYED_BY', `${subject} ${be}${adverb} (?:hired|employed|recruited) ${agent}`, {
    time: 'begin',
    kinds: personBody,
  }),
  rule('EMPLOYED_BY', `${subject}${adverb} ${have}(?:hired|recruited) (?<o>${list})`, {
    time: 'begin',
    kinds: ['organisation', 'person'],
    isInverse: true,
  }),
  rule('EMPLOYED_BY', `${subject}${adverb} ${have}joined ${object}(?: (?:in|on) ${d})? as (?:an?|its) `, {
    time: 'begin',
    kinds: personBody,
  }),
  rule('EMPLOYED_BY', `(?<s>${n})(?: [a-z]+){1,6} by hiring (?<o>${list})`, {
    time: 'begin',
    kinds: ['organisation', 'person'],
    isInverse: true,
  }),
  rule('EMPLOYED_BY', `(?<s>${n}) (?:from|of|at) (?<o>${n})`, { time: 'past', kinds: ['person', 'company'] }),
  rule('EMPLOYED_BY', `(?<s>${n}) , (?:an?|the) ${job} (?:at|for|with) (?:the )?(?<o>${n})`, {
    time: 'state',
    kinds: personBody,
  }),
  rule(
    'EMPLOYED_BY',
    `${subject}${adverb} (?<verb>is|was|became|has been|had been|remained|served as|worked as)${adverb} (?:an? |the )?${job} ${field}(?:at|for|with) (?:the )?(?<o>${n})`,
    { time: 'state', kinds: personBody },
  ),

  rule(
    'EMPLOYED_BY',
    `${subject} (?:was|were|had been)${adverb} (?:appointed|named|made|promoted|elected)(?: as| to| to be)? (?:an? |the |full )?${job} ${field}(?:at|in) (?:the )?(?<o>${n})`,
    { time: 'begin', kinds: personBody },
  ),
  rule(
    'EMPLOYED_BY',
    `${subject}${adverb} ${have}(?:joined the (?:faculty|staff|teaching staff) (?:of|at)|(?:took|accepted|obtained|got|found) (?:up )?an? (?:[a-z-]+ ){0,3}(?:position|post|job|professorship|lectureship|appointment) (?:${field})?(?:at|with|in)|(?:began|started) (?:his|her) (?:[a-z]+ )?career (?:at|with)|(?:began|started) (?:working|work|teaching) (?:at|for|with)|went to work (?:at|for)) (?:the )?(?<o>${n})`,
    { time: 'begin', kinds: personBody },
  ),
  rule('FOUNDED', `${subject} (?:was|were|had been|being)${adverb} ${founded}${by}`, {
    time: 'event',
    kinds: ['organisation', 'person or body'],
    isInverse: true,
    tail: 'founding',
  }),
  rule(
    'FOUNDED_IN',
    `${subject} (?:was|were|had been)${adverb} ${founded}(?= (?:in|on|at|around|[,.;])(?: |$))`,
    { time: 'event', kinds: ['organisation', 'place'], tail: 'places and dates' },
  ),
  rule('FOUNDED', `${subject}${adverb} ${have}${founded} ${object}`, {
    time: 'event',
    kinds: personBody,
    tail: 'founding',
  }),
  rule(
    'FOUNDED',
    `(?:^|, )(?:founded|co-founded|established|formed)${by}[^,;]* , (?:the ${describes})?(?<s>${n})`,
    { time: 'event', kinds: ['organisation', 'person'], isInverse: true, tail: 'founding' },
  ),
  rule(
    'FOUNDED_IN',
    `(?:^|, )(?:founded|established|formed|incorporated) (?<front>[^;,]*?) , (?:the ${describes})?(?<s>${n})`,
    { time: 'event', kinds: ['organisation', 'place'] },
  ),
  rule('FOUNDED', `(?<o>${n}) , which (?<s>${list})${adverb} ${founded}(?! ${n}| the )`, {
    time: 'event',
    kinds: personBody,
    tail: 'founding',
  }),
  rule('FOUNDED', `(?<s>${list}) , (?:the )?(?:co-)?founders of (?:the )?(?<o>${n})`, {
    time: 'past',
    kinds: personBody,
  }),
  rule(
    'FOUNDED',
    `(?<s>${n}|\\b(?:he|she)) (?:, |is |was |and )(?:also )?(?:(?:the|an?|one of the) )?(?:original )?(?:co-)?founders? of (?:the )?(?<o>${n})`,
    { time: 'past', kinds: personBody },
  ),

  rule('FOUNDED', `(?<o>${n}|\\bthe (?:${groupNouns})) [’']s (?:co-)?founders? (?:, )?(?<s>${list})`, {
    time: 'past',
    kinds: personBody,
  }),
  rule('FOUNDED', `(?:the )?(?:co-)?founders? of (?:the )?(?<o>${n}) , (?<s>${list}) ,`, {
    time: 'past',
    kinds: personBody,
  }),

  rule('ACQUIRED', `${subject}${adverb} ${have}${bought} ${object}`, { time: 'event', kinds: bodies }),
  rule('ACQUIRED', `${subject}${adverb} ${have}(?:acquired|bought|purchased|took over) ${object}`, {
    time: 'event',
    kinds: ['person', 'body'],
  }),
  rule(
    'MERGED_WITH',
    `(?<s>${n}) and (?:the )?(?<o>${n})${adverb} (?:merged|were merged|amalgamated)(?! with| into| (?:the|its|their) )`,
    { time: 'event', kinds: bodies },
  ),
  rule('ACQUIRED', `${subject} ${be}${adverb} ${boughtPassive} ${agent}`, {
    time: 'event',
    kinds: bodies,
    isInverse: true,
  }),
  rule('ACQUIRED', `${subject} (?:was|were|has been)${adverb} sold to (?:the )?(?<o>${n})`, {
    time: 'event',
    kinds: bodies,
    isInverse: true,
  }),
  rule(
    'ACQUIRED',
    `${subject}${adverb} ${have}(?:completed|finalized|finalised|closed) (?:its|the) (?:acquisition|purchase|takeover) of (?:the )?(?<o>${n})`,
    { time: 'event', kinds: bodies },
  ),
  rule(
    'ACQUIRED',
    `(?<s>${n}|\\bthe (?:${groupNouns}))(?: [’']s| ,)? (?:acquisition|purchase|takeover) of (?:the )?(?:${n} (?=[a-z]))?${describes}(?<o>${n})(?= (?:in|on|for|\\.|,|;|was|gave|made))`,
    {
      time: 'event',
      kinds: bodies,
    },
  ),
  rule(
    'ACQUIRED',
    `(?:acquisition|purchase|takeover) of (?:the )?(?:${n} (?=[a-z]))?${describes}(?<o>${n})(?: in ${d})? by (?:the )?(?<s>${n})`,
    {
      time: 'event',
      kinds: bodies,
    },
  ),
  rule(
    'ACQUIRED',
    `^(?:following|after|with) (?:the|its) (?:acquisition|purchase|takeover) of (?:the )?(?:${n} (?=[a-z]))?${describes}(?<o>${n})(?<gap>(?: (?:in|on) ${d})?) , (?<s>${n}|it|\\bthe (?:${groupNouns}))`,
    { time: 'event', kinds: bodies },
  ),
  rule(
    'MERGED_WITH',
    `merger (?:of|between) (?:the )?(?<s>${n}) (?:and|with) (?:the )?(?<o>${n})(?= (?:in|on) ⟦d| created| formed| produced| gave)`,
    {
      time: 'event',
      kinds: bodies,
    },
  ),
  rule(
    'MERGED_WITH',
    `(?<s>${n}|\\bthe (?:${groupNouns})) [’']s merger with (?:the )?(?<o>${n})(?= (?:in|on) ⟦d)`,
    {
      time: 'event',
      kinds: bodies,
    },
  ),
  rule(
    'ACQUIRED',
    `(?:${n}|\\b(?:he|she|it|they|the (?:${groupNouns})))${adverb} ${have}sold (?:its |the )?(?<s>${n}|\\bthe (?:${groupNouns})\\b)(?: [a-z]+)?(?: in ${d})? to (?:the )?(?:${n} (?=[a-z]))?${describes}(?<o>${n})`,
    { time: 'event', kinds: bodies, isInverse: true },
  ),
  rule('MERGED_WITH', `${subject}${adverb} ${have}merged (?:with|into) (?:the )?(?<o>${n})`, {
    time: 'event',
    kinds: bodies,
  }),
  rule('ACQUIRED', `after being ${boughtPassive} ${agent}[^,;]* , (?<s>${n}|it|they)`, {
    time: 'event',
    kinds: bodies,
    isInverse: true,
  }),
  rule('MERGED_WITH', `(?<s>${n}) \\( (?:later |now |since )?merged (?:with|into) (?<o>${n})`, {
    time: 'event',
    kinds: bodies,
  }),

  rule(
    'LOCATED_IN',
    `${subject} (?<verb>is|are|was|were)${adverb} (?:based|located|headquartered|situated) (?:in|at|on) (?:the )?(?:[a-z]+ (?:of )?){0,2}(?<o>${n})`,
    { time: 'state', kinds: ['any', 'place'] },
  ),
  rule(
    'LOCATED_IN',
    `${subject} (?:has|had) (?:its|their) (?:headquarters|head office|seat|main office) (?:in|at) (?<o>${n})`,
    { time: 'state', kinds: ['any', 'place'] },
  ),
  rule(
    'LOCATED_IN',
    `${subject} (?<verb>is|was|are) (?:an?|the|one of the) (?:[a-z-]+ |${n} |, |- ){0,8}(?:${groupNouns}|city|town|village|port|district|region) in (?:the )?(?:[a-z]+ of )?(?<o>${n})`,
    { time: 'state', kinds: ['any', 'place'] },
  ),
  rule(
    'LOCATED_IN',
    `(?<s>${n}) , (?:an?|the) (?:[a-z-]+ |${n} |- ){1,6}(?:based|headquartered|located) in (?<o>${n})`,
    { time: 'state', kinds: ['any', 'place'] },
  ),
  rule(
    'LOCATED_IN',
    `${subject}${adverb} ${have}(?:moved|relocated|transferred|shifted) (?:its|their) (?:[a-z]+ )?(?:headquarters|head office|seat|main office|offices) (?:from ${n} )?to (?<o>${n})`,
    { time: 'begin', kinds: ['any', 'place'] },
  ),
  rule('LOCATED_IN', `(?<s>${n}) , which (?<verb>is|lies|stands) in (?:the )?(?<o>${n})`, {
    time: 'state',
    kinds: ['any', 'place'],
  }),
  rule(
    'LOCATED_IN',
    `(?<s>${n}) (?<verb>is|was) (?:the|an?) (?:[a-z]+ ){0,2}(?:capital|city|town|village|suburb|municipality)(?: city)? (?:of|in) (?:the )?(?:[a-z]+ (?:of )?){0,2}(?<o>${n})`,
    { time: 'state', kinds: ['place', 'place'] },
  ),
  rule('LOCATED_IN', `(?<s>${n})(?: \\([^()]*\\))? in (?:the )?(?<o>${n})`, {
    time: 'past',
    kinds: ['body', 'known place'],
  }),
  rule('LOCATED_IN', `(?<o>${n}) -based (?:[a-z]+ ){1,3}(?<s>${n})`, {
    time: 'state',
    kinds: ['organisation', 'place'],
  }),
  rule('LOCATED_IN', `(?<s>${n}) (?:is|was) an? (?<o>${n}) -based `, {
    time: 'state',
    kinds: ['organisation', 'place'],
  }),

  rule(
    'RECEIVED',
    `${subject}${adverb} ${have}(?:won|received|shared|earned|accepted|was awarded|were awarded|was given|been awarded|was honou?red with|was presented with) (?:the|an?|his|her|their) (?:[a-z]+ ){0,2}(?:(?<when>${d}) )?(?<o>${n})`,
    { time: 'event', kinds: personAward },
  ),
  rule('RECEIVED', `(?<s>${n}) (?:was|were)${adverb} (?:awarded|given|presented) to (?<o>${list})`, {
    time: 'event',
    kinds: ['award', 'any'],
    isInverse: true,
  }),
  rule(
    'RECEIVED',
    `(?<s>${n}|\\b(?:he|she)) (?:, |is |was )(?:also )?(?:(?:the|an?) )?(?:${d} )?(?:recipient|winner|laureate) of (?:the |an? |[0-9]+ |two |three |four |five |several )?(?:${d} )?(?<o>${n})`,
    { time: 'event', kinds: personAward },
  ),

  rule(
    'RECEIVED',
    `(?<possessor>his|her) (?:[a-z]+ ){0,3}(?:awards|honou?rs|prizes) (?:include|included|are|were) (?:the )?(?<o>${list})`,
    { time: 'past', kinds: personAward },
  ),
  rule(
    'RECEIVED',
    `${subject} (?:was|were)${adverb} honou?red(?: in (?<when>${d}))? with (?:the |${n} [’']s )?(?<o>${n})`,
    {
      time: 'event',
      kinds: personAward,
    },
  ),

  rule(
    'AUTHORED',
    `${subject}${adverb} ${have}${authored} (?:(?:the|an?|his|her) (?:${describes}))?(?<o>${list})${whole}`,
    { time: 'event', kinds: personWork },
  ),
  rule('AUTHORED', `${subject} (?:was|were|had been)${adverb} ${authoredPassive}(?: and [a-z]+ed)?${by}`, {
    time: 'event',
    kinds: ['work', 'person'],
    isInverse: true,
  }),
  rule(
    'AUTHORED',
    `(?<s>${n}) (?:, |is |was )(?:(?:the|an?) )?(?:original |main |principal )?(?:author|creator|inventor|designer|composer|co-author|co-creator) of (?:the )?(?:(?:novel|book|play|poem|opera) )?(?<o>${n})`,
    { time: 'past', kinds: personWork },
  ),
  rule('AUTHORED', `(?<possessor>his|her) (?:[a-z-]+ ){0,3}${workNoun}(?: ,)? (?<o>${n})(?! (?:and|,) ⟦n)`, {
    time: 'event',
    kinds: personWork,
  }),
  rule(
    'AUTHORED',
    `(?<possessor>his|her) (?:[a-z-]+ ){0,4}(?:${workNoun}s|works|writings|publications|compositions|stories|paintings)(?: of ${d})? (?:include|includes|included|are|were) (?:the )?(?<o>${list})`,
    { time: 'past', kinds: personWork },
  ),
  rule(
    'AUTHORED',
    `${subject}${adverb} ${have}${authored} (?:[a-z-]+ ){1,6}, (?:among them|including|such as|notably|most notably) (?<o>${list})`,
    { time: 'event', kinds: personWork },
  ),
  rule(
    'AUTHORED',
    `(?<s>${n}) ,? in (?:his|her) (?:[a-z]+ )?(?:book|novel|play|poem|paper|essay|memoir) (?<o>${n})`,
    { time: 'past', kinds: personWork },
  ),

  rule(
    'EDUCATED_AT',
    `${subject}${adverb} ${have}(?:studied|trained)(?: (?!at|with|under|in)[a-z]+(?: (?:and )?(?!at|in)[a-z]+){0,3})? (?:at|in) (?:the )?(?<o>${list})(?! , graduating (?:in|with))`,
    { time: 'state', kinds: personBody },
  ),
  rule(
    'EDUCATED_AT',
    `${subject}${adverb} ${have}(?:studied|trained)(?: (?!at|with|under|in)[a-z]+(?: (?:and )?[a-z]+){0,3})? (?:at|in) (?:the )?(?<o>${n}) , graduating(?: with [^,⟦]{1,40})?`,
    { time: 'end', kinds: personBody },
  ),
  rule(
    'EDUCATED_AT',
    `${subject}${adverb} (?<verb>is|was|became) an? (?:[a-z-]+ ){0,2}(?:graduate|alumnus|alumna|student|pupil|undergraduate) (?:of|at) (?:the )?(?<o>${n})`,
    { time: 'state', kinds: ['person', 'school'] },
  ),
  rule(
    'EDUCATED_AT',
    `${subject}${adverb} ${have}(?:entered|enrolled (?:at|in)|matriculated at|was admitted to) (?:the )?(?<o>${n})`,
    { time: 'begin', kinds: ['person', 'school'] },
  ),
  rule(
    'EDUCATED_AT',
    `${subject} (?:was|were)${adverb} awarded (?:his|her|an?) ${degrees} (?:from|by|at) (?:the )?(?<o>${n})`,
    { time: 'end', kinds: personBody },
  ),
  rule(
    'EDUCATED_AT',
    `${subject}${adverb} ${have}graduated(?: in [a-z]+(?: [a-z]+)?)?(?: (?:with|as) (?:an? )?[^,;⟦]{1,40}?(?:⟦n\\d+⟧ )?)? from (?:the )?(?<o>${n})`,
    { time: 'end', kinds: personBody },
  ),
  rule(
    'EDUCATED_AT',
    `${subject}${adverb} ${have}(?:received|earned|obtained|took|completed|gained|holds|got) (?:his|her|an?|the) ${degrees} (?:from|at) (?:the )?(?<o>${n})`,
    { time: 'end', kinds: personBody },
  ),
  rule(
    'EDUCATED_AT',
    `${subject} ${be}${adverb} (?:educated|schooled) (?:first )?at (?:the )?(?<o>${list})`,
    { time: 'state', kinds: personBody },
  ),
  rule('EDUCATED_AT', `${subject}${adverb} ${have}attended (?:the )?(?<o>${list})`, {
    time: 'state',
    kinds: personBody,
  }),
  rule('EDUCATED_AT', `${subject}${adverb} dropped out of (?:the )?(?<o>${n})`, {
    time: 'end',
    kinds: personBody,
  }),

  rule('CHILD_OF', `${subject} (?:is|was|were) (?:the |an? )?${child} of (?:the ${describes})?${parents}`, {
    time: 'past',
    kinds: people,
  }),
  rule(
    'CHILD_OF',
    `(?<s>${n})(?: ,)? (?:who was )?(?:the |an? )?${child} of (?:the ${describes})?(?<o>(?:sir )?${list})`,
    { time: 'past', kinds: people },
  ),
  rule('CHILD_OF', `${subject} (?:is|was) (?:the )?(?:[a-z]+ )?(?:father|mother|parent) of (?<o>${list})`, {
    time: 'past',
    kinds: people,
    isInverse: true,
  }),
  rule('CHILD_OF', `(?<possessor>his|her) (?:father|mother)(?: (?:is|was)(?: the [a-z]+)?| ,) (?<o>${n})`, {
    time: 'past',
    kinds: people,
  }),
  rule('CHILD_OF', `(?<possessor>his|her) parents (?:were|are|,) (?<o>${list})`, {
    time: 'past',
    kinds: people,
  }),
  rule(
    'CHILD_OF',
    `${subject} ${be}${adverb} born (?:(?:in|on|at) (?:the )?(?:${n}|${d})(?: , ${n})?(?: ,)? ){0,3}to (?:the ${describes})?${parents}`,
    {
      time: 'past',
      kinds: people,
    },
  ),
  rule(
    'CHILD_OF',
    `(?<possessor>his|her|their) (?:[a-z]+ ){0,2}(?:son|daughter|child)(?: (?:is|was)(?: the [a-z]+)?| ,)? (?<o>${n})`,
    { time: 'past', kinds: people, isInverse: true },
  ),
  rule(
    'CHILD_OF',
    `(?<s>he|she|${n}) ${have}(?:had|has|fathered|raised) (?:[a-z]+ ){1,3}(?:son|daughter|child|sons|daughters|children)(?: ,| :| named| called| , named) (?<o>${list})`,
    { time: 'past', kinds: people, isInverse: true },
  ),
  rule('CHILD_OF', `(?<s>${n}) [’']s (?:father|mother)(?: (?:is|was)| ,)? (?<o>${n})`, {
    time: 'past',
    kinds: people,
  }),
  rule(
    'MARRIED_TO',
    `${subject}${adverb} ${have}(?:married|wed|remarried) (?:(?:the|his|her) (?:${n} (?=[a-z]))?${describes})?(?<o>${n})`,
    {
      time: 'begin',
      kinds: people,
    },
  ),
  rule('MARRIED_TO', `${subject} ${be}${adverb} married to (?:the ${describes})?(?<o>${n})`, {
    time: 'state',
    kinds: people,
  }),
  rule(
    'MARRIED_TO',
    `${subject} (?:is|was) (?:the )?(?:[a-z]+ )?(?:wife|husband|spouse|widow|widower) of (?<o>${n})`,
    { time: 'past', kinds: people },
  ),
  rule(
    'MARRIED_TO',
    `(?<s>${n}) , (?:the )?(?:[a-z]+ )?(?:wife|husband|spouse|widow|widower) of (?<o>${n})`,
    { time: 'past', kinds: people },
  ),
  rule(
    'MARRIED_TO',
    `(?<possessor>his|her) (?:first |second |third |late |future |former )?(?:wife|husband|spouse|widow)(?: (?:is|was)| ,)? (?<o>${n})`,
    { time: 'past', kinds: people },
  ),
  rule(
    'MARRIED_TO',
    `(?<possessor>his|her) (?:first |second |third )?marriage to (?:the ${describes})?(?<o>${n})`,
    {
      time: 'begin',
      kinds: people,
    },
  ),
  rule('MARRIED_TO', `${subject}${adverb} divorced (?<o>${n})`, { time: 'end', kinds: people }),
  rule('SIBLING_OF', `${subject} (?:is|was) (?:the )?(?:[a-z]+ )?(?:brother|sister|sibling) of (?<o>${n})`, {
    time: 'past',
    kinds: people,
  }),
  rule('SIBLING_OF', `(?<s>${n}) , (?:the )?(?:[a-z]+ )?(?:brother|sister) of (?<o>${n})`, {
    time: 'past',
    kinds: people,
  }),
  rule(
    'SIBLING_OF',
    `(?<possessor>his|her) (?:[a-z]+ )?(?:brother|sister)(?: (?:is|was)(?: the [a-z]+)?| ,)? (?<o>${n})`,
    {
      time: 'past',
      kinds: people,
    },
  ),
]
