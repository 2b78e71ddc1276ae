import {
  adverb,
  agent,
  d,
  degrees,
  describes,
  have,
  list,
  n,
  object,
  office,
  subject,
} from './clause-parts.ts'
import { groupNouns } from './group-nouns.ts'
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

/** `certain` is a person by the given name or by what the text says. `sole` is a person of one name, as only persons are born ("Mozart died"). `kin` is a person, also with one name only, because the relation shows it; an `alma mater` is called by its town, a `site` is a school or a building by its words, a `club` may have the name of a town. `letters` are those of an honour ("MBE"). `company` and `body` show by their words that they are one, a `firm` is one because it is bought, `known place` is in the list of places. */
export type NameKind =
  | 'person'
  | 'organisation'
  | 'company'
  | 'firm'
  | 'club'
  | 'kin'
  | 'sole'
  | 'certain'
  | 'site'
  | 'alma mater'
  | 'school'
  | 'person or body'
  | 'body'
  | 'place'
  | 'known place'
  | 'work'
  | 'award'
  | 'letters'
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

const personPlace = ['person', 'place'] as const
const personBody = ['person', 'organisation'] as const
const personWork = ['person', 'work'] as const
const bodies = ['organisation', 'organisation'] as const
const personAward = ['any', 'award'] as const

const authored =
  '(?:wrote|co-wrote|authored|co-authored|composed|painted|designed|co-designed|developed|created|co-created|invented|sculpted|programmed|implemented|coined|published)'
const founded = '(?:founded|co-founded|established|set up|started|formed|incorporated)'

/** Letters after a name: ", FRS". */
const letters = `(?: , ${n})?`
/** What may precede the dates of a life: "(née Adler; 14 March 1889 – …)". */
const inBrackets = '(?:(?:[^()⟦]|⟦n\\d+⟧)*[;,] |[^()]*? ; )?'
const toDeath = '(?:,? [^()⟦]{0,20}(?:⟦n\\d+⟧ (?:, ⟦n\\d+⟧ )?)?)?[–—-] (?:[^()⟦]{0,12})?'
const lifeDates = { time: 'event', kinds: personPlace, isLife: true } as const
const workNoun =
  '(?:book|novel|composition|play|poem|opera|symphony|memoir|memoirs|autobiography|essay|paper|thesis|dissertation|album|film|collection|study|monograph|treatise|ballet|musical|biography|textbook|masterpiece|painting|story|debut)'

/** Clauses that state facts, over the line of a parsed sentence. */
export const clauseRules: readonly ClauseRule[] = [
  rule('BORN_IN', `(?<s>${n})${letters} \\( (?:[^()]*?[;,] )?(?:was )?(?:born|b \\.|b)(?= )`, {
    time: 'event',
    kinds: personPlace,
    tail: 'places and dates',
  }),
  rule(
    'BORN_IN',
    `(?<!née )(?<s>${n})${letters} \\( ${inBrackets}(?<o>${d}) ${toDeath}(?<death>${d})`,
    lifeDates,
  ),
  rule(
    'DIED_IN',
    `(?<!née )(?<s>${n})${letters} \\( ${inBrackets}(?<birth>${d}) ${toDeath}(?<o>${d})`,
    lifeDates,
  ),
  // "(c. 1373 – 25 October 1415)", "(4 May 1502 – after 1560)"
  rule(
    'DIED_IN',
    `(?<s>${n})${letters} \\( (?:born )?(?:c|ca|circa|before|after|about|around)(?: \\.)? (?:[0-9]{3,4}|${d}) [–—-] (?<o>${d}) \\)`,
    { time: 'event', kinds: personPlace },
  ),
  rule(
    'BORN_IN',
    `(?<s>${n})${letters} \\( (?:born )?(?<o>${d}) [–—-] (?:died )?(?:c|ca|circa|before|after|about|around)(?: \\.)? (?:[0-9]{3,4}|${d}) \\)`,
    { time: 'event', kinds: personPlace },
  ),
  // "Jane Doe (1973– ) is a chess player"
  rule('BORN_IN', `(?:^|[.;] )(?<s>${n}) \\( (?<o>${d}) [–—-] \\) (?=is (?:an?|the|⟦n\\d+⟧ [’']s) )`, {
    time: 'event',
    kinds: personPlace,
  }),
  rule('DIED_IN', `(?<s>${n}) \\( (?:[^()]*?[;,–—-] )?(?:died|d \\.|d)(?= )`, {
    time: 'event',
    kinds: personPlace,
    tail: 'places and dates',
  }),
  rule(
    'DIED_IN',
    `(?:until|after|before|following|since|with|upon|at|of) (?<possessor>his|her) (?:sudden |early |untimely |premature |own )?(?:death|suicide|assassination)(?= (?:in|on|at) )`,
    { time: 'event', kinds: personPlace, tail: 'places and dates' },
  ),
  // "Frida Kahlo's death on 13 July 1954", "the death of A in 1960"
  rule(
    'DIED_IN',
    `(?<s>${n}) [’']s? (?:sudden |early |untimely |premature |own |tragic )?(?:death|suicide|assassination|murder|execution)(?= (?:in|on|at) )`,
    {
      time: 'event',
      kinds: personPlace,
      tail: 'places and dates',
    },
  ),
  rule(
    'DIED_IN',
    `(?:the )(?:sudden |early |untimely |premature |tragic )?(?:death|assassination|murder|execution) of (?:[a-z]+ ){0,3}(?<s>${n})(?= (?:in|on|at) )`,
    {
      time: 'event',
      kinds: personPlace,
      tail: 'places and dates',
    },
  ),
  rule('BORN_IN', `(?<s>${n}) [’']s? birth(?= (?:in|on|at) )`, {
    time: 'event',
    kinds: personPlace,
    tail: 'places and dates',
  }),
  rule(
    'HOLDS_OFFICE',
    `${subject}${adverb} (?<verb>is|was|became|remains|remained|serves as|served as|has served as|has been|had been|acted as)${adverb} ${office}`,
    { time: 'state', kinds: ['person', 'role'] },
  ),
  rule(
    'HOLDS_OFFICE',
    `${subject}${adverb} ${have}(?<verb>led|headed|chaired|directed|leads|heads|chairs|directs) (?:the )?(?<led>${n}(?! [’']s )|(?<=the )(?:${groupNouns})(?![a-z])(?! [’'a-z-]*(?:ion|ing|ment|programme|program|school|course|team|project)))`,
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
  rule('SUCCEEDED', `${subject}${adverb} (?:succeeded|replaced) (?<o>${n})(?: as ${office})?`, {
    time: 'begin',
    kinds: ['person', 'kin'],
  }),
  rule(
    'SUCCEEDED',
    `${subject} (?:was|were)${adverb} (?:succeeded|replaced)(?: as ${office})?(?: (?:in|on) ${d})? by (?:the ${describes})?(?<o>${n})`,
    { time: 'begin', kinds: ['person', 'kin'], isInverse: true },
  ),
  rule('MEMBER_OF', `${subject} (?:was|were)${adverb} joined ${agent}`, {
    time: 'begin',
    kinds: ['organisation', 'person'],
    isInverse: true,
  }),
  rule(
    'MEMBER_OF',
    `${subject} (?:(?:was|were|has been)|was (?:one of )?the (?:first|second|third|only|youngest) (?:[a-z]+ ){1,2}to be)${adverb} (?:elected|inducted|admitted)(?: in ${d})? (?:in)?to (?:the )?(?<o>${n})`,
    { time: 'begin', kinds: ['person', 'body'] },
  ),
  rule(
    'FOUNDED_IN',
    `${subject} (?:was|were|had been)${adverb} ${founded}(?= (?:in|on|at|around|[,.;])(?: |$))`,
    { time: 'event', kinds: ['organisation', 'place'], tail: 'places and dates' },
  ),
  rule('FOUNDED', `${subject}${adverb} ${have}${founded.replace('|incorporated', '')} ${object}`, {
    time: 'event',
    kinds: personBody,
    tail: 'founding',
  }),
  rule('FOUNDED', `(?<o>${n}) , which (?<s>${list})${adverb} ${founded}(?! ${n}| the )`, {
    time: 'event',
    kinds: personBody,
    tail: 'founding',
  }),
  rule(
    'ACQUIRED',
    `^(?:following|after|with) (?:the|its) (?:acquisition|purchase|takeover) of (?:the )?(?:${n} (?=[a-z]))?${describes}(?<o>${n})(?<gap>(?: (?:in|on) ${d})?) , (?<s>${n}|it|\\bthe (?:${groupNouns}))`,
    { time: 'event', kinds: bodies },
  ),
  // "A's acquisition of B in 1990"
  rule(
    'ACQUIRED',
    `(?<s>${n}) [’']s (?:[a-z]+ ){0,2}(?:acquisition|purchase|takeover|buyout) of (?:the )?(?:${n} (?=[a-z]))?${describes}(?<o>${n})`,
    { time: 'event', kinds: bodies },
  ),
  rule(
    'MERGED_WITH',
    `(?:formed|created|established|born|arose|resulted|emerged|formation)(?: (?:in|on) (?<when>${d}))? (?:through|by|from|in|out of|as a result of|as the result of|following|with|after) (?:the|a|an) (?:${d} )?(?:merger|amalgamation|fusion|union|combination) (?:of|between) (?:the )?${describes}(?<s>${n}) (?:and|with) (?:the )?${describes}(?<o>${n})`,
    {
      time: 'event',
      kinds: bodies,
    },
  ),
  rule(
    'MERGED_WITH',
    `^(?:the|a) (?:merger|amalgamation|fusion) (?:of|between) (?:the )?(?<s>${n}) (?:and|with) (?:the )?(?<o>${n})(?= (?:(?:in|on) ${d}|created|formed|produced|gave|took place|took effect|became effective|was completed|was concluded|resulted))`,
    {
      time: 'event',
      kinds: bodies,
    },
  ),
  rule(
    'MERGED_WITH',
    `(?:(?<=(?:formed|created|established) (?:through|by|from|in) (?:the|a) )merger (?:of|between)|merger (?:of|between)(?= (?:the )?${n} (?:and|with) (?:the )?${n} (?:(?:in|on) ⟦d|created|formed|produced|gave))) (?:the )?(?<s>${n}) (?:and|with) (?:the )?(?<o>${n})`,
    {
      time: 'event',
      kinds: bodies,
    },
  ),
  rule('MERGED_WITH', `(?<s>${n}) \\( (?:later |now |since )?merged (?:with|into) (?<o>${n})`, {
    time: 'event',
    kinds: bodies,
  }),
  rule(
    'LOCATED_IN',
    `(?<!(?:degree|doctora|bachelor|master|ph\\.?d|graduat|stud(?:y|ied|ies)|professor|lectur|department|diploma|major|chair)[^;]*)(?<s>${n}) in (?:downtown |central |nearby )?(?<o>${n})(?! (?:[’']s|⟦n))`,
    { time: 'past', kinds: ['site', 'place'] },
  ),
  // "Polarsonde AS, of Trondheim, …"
  rule('LOCATED_IN', `(?<s>${n}) , of (?<o>${n}) ,`, { time: 'past', kinds: ['company', 'place'] }),
  rule('LOCATED_IN', `(?<s>${n})(?: \\([^()]*\\))? in (?:the )?(?<o>${n})`, {
    time: 'past',
    kinds: ['body', 'known place'],
  }),
  rule(
    'RECEIVED',
    `${subject}${adverb} ${have}(?:won|received|shared|earned|accepted|was awarded|were awarded|was given|been awarded|was honou?red with|was presented with) (?:the|an?|his|her|their) (?:[a-z]+ ){0,2}(?:(?<when>${d}) )?(?<o>${n})`,
    { time: 'event', kinds: personAward },
  ),
  // "influenced by Jane Doe and her book A": the pronoun means her.
  rule(
    'AUTHORED',
    `(?<possessor>(?<!⟦n\\d+⟧ [’']s [a-z]+ and )\\b(?:his|her)) (?:[a-z-]+ ){0,3}${workNoun}(?: of [a-z]+)?(?: ,)?(?: called| titled| entitled)? (?<o>${n})(?! (?:and|,) ⟦n)`,
    {
      time: 'event',
      kinds: personWork,
    },
  ),
  rule(
    'AUTHORED',
    `${subject}${adverb} ${have}${authored} (?:[a-z-]+ ){1,6}, (?:among them|including|such as|notably|most notably|most recently) (?<o>${list})`,
    { time: 'event', kinds: personWork },
  ),
  rule(
    'AUTHORED',
    `(?<s>${n}) ,? in (?:his|her) (?:[a-z]+ )?(?:book|novel|play|poem|paper|essay|memoir) (?<o>${n})`,
    { time: 'past', kinds: personWork },
  ),
  rule(
    'EDUCATED_AT',
    `${subject}${adverb} ${have}(?:studied|trained)(?: (?!at|with|under|in)[a-z]+(?: (?:and )?[a-z]+){0,3})? (?:at|in) (?:the )?(?<o>${n})(?: (?:with|under) ${n}(?: and ${n})?)? , graduating(?: with [^,⟦]{1,40})?`,
    { time: 'end', kinds: personBody },
  ),
  rule(
    'EDUCATED_AT',
    `${subject}${adverb} ${have}(?:attended|entered) (?:the )?(?<o>${n}) , graduating(?: (?!from|at)[^,⟦]{1,60}?)?(?= (?:in|on) ${d})`,
    { time: 'end', kinds: personBody },
  ),
  rule(
    'EDUCATED_AT',
    `${subject}${adverb} ${have}(?:received|earned|obtained|took|completed|gained|holds|got) (?:his|her|an?|the) ${degrees} (?:from|at) (?:the )?(?<o>${n})`,
    { time: 'end', kinds: personBody },
  ),
  rule(
    'CHILD_OF',
    `(?<possessor>his|her|their) (?:[a-z]+ ){0,2}(?:son|daughter|child)(?: (?:is|was)(?: the [a-z]+)?| ,)? (?<o>${n})`,
    { time: 'past', kinds: ['person', 'kin'], isInverse: true },
  ),
  rule(
    'CHILD_OF',
    `(?<s>he|she|${n}) ${have}(?:had|has|fathered|raised) (?:[a-z]+ ){1,3}(?:son|daughter|child|sons|daughters|children)(?: ,| :| named| called| , named) (?<o>${list})`,
    { time: 'past', kinds: ['person', 'kin'], isInverse: true },
  ),
  // "A's marriage to B in 1971", "the marriage of A to B"
  rule(
    'MARRIED_TO',
    `(?<s>${n}) [’']s? (?:first |second |third |brief |short |long |only |unhappy |happy )*marriage (?:in ${d} )?to (?:(?:his|her|the) (?:[a-z]+ ){1,3}(?:, )?)?(?<o>${n})`,
    { time: 'begin', kinds: ['person', 'kin'] },
  ),
  rule(
    'MARRIED_TO',
    `(?:the|a) marriage of (?:the [a-z]+ )?(?<s>${n}) (?:to|and|with) (?:(?:his|her|the) (?:[a-z]+ ){1,3}(?:, )?)?(?<o>${n})`,
    { time: 'begin', kinds: ['person', 'kin'] },
  ),
  rule(
    'MARRIED_TO',
    `(?<possessor>his|her) (?:first |second |third )?marriage to (?:the ${describes})?(?<o>${n})`,
    {
      time: 'begin',
      kinds: ['person', 'kin'],
    },
  ),
]
