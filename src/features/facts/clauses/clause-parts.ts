import { participles } from './verb-forms.ts'
// Pieces of clause patterns, over the line of a parsed sentence.

import { callings, completeOffices, openOffices } from '../words.ts'
import { groupNouns } from './group-nouns.ts'

export const n = '⟦n\\d+⟧'
export const d = '⟦d\\d+⟧'
/** Names with a trade before them: "singer A and guitarist B". */
export const trade = '(?:[a-z]+(?:ist|er|or|ian|man) )?'
export const list = `${n}(?:(?: , ${trade}${n})*(?: ,)? (?:and|&) (?:the )?${trade}${n})?`
/** A noun after a name that says what it is: "the C programming language". */
export const kindNoun =
  '(?: (?:programming language|language|software|library|project|system|program|editor|game|band|group|company|corporation|plc))?'
/** What may separate a subject from its verb: brackets, an apposition, a relative pronoun, adverbs. */
export const described =
  '(?: (?:is|was|are|were) (?:an?|the|one of the) (?:[a-z-]+ |⟦n\\d+⟧ |, |- ){1,10}(?:who|which|that))'
export const relative = `${kindNoun}(?: \\([^()]*\\))?(?: ,(?= (?:who|which))(?: (?:who|which))| (?:who|which|that)|${described})`
export const gap = `${kindNoun}(?: \\([^()]*\\))?(?: , (?:who|which) [^,;:—]{1,120} ,(?= )| , (?:(?!who|which|that)[^,⟦;:—])[^,;:—]{0,120} ,|(?: , (?!who |which |that |and )[^,⟦;:—]{1,50}){1,3}(?: ,)? and [^,⟦;:—]{1,50} ,| ,(?= (?:who|which))(?: (?:who|which))| (?:who|which|that)|(?<= , ⟦n\\d+⟧) ,|${described})?`
export const adverb =
  '(?: (?:[a-z]+ly|first|also|then|later|now|once|soon|again|still|jointly|together|himself|herself|both|twice|in turn))*'
export const be = '(?:was|were|is|are|had been|has been|have been|being|been)'
export const have = `(?:(?:has|have|had)${adverb} )?`
export const subject = `(?<s>${list}|\\b(?:he|she|it|they|the (?:${groupNouns}))\\b)(?<gap>${gap})`
export const article = '(?:(?:the|an?|his|her|its|their) )?'
/** An object with words that describe it: "the Danish maker Lego", "his first novel Hunger". */
export const describes =
  '(?:(?!(?:of|in|at|on|by|to|for|from|with|and|or|that|which|who|version|versions|part|parts|copy|edition|share|shares|half|stake|some|much|many)\\b)[a-z-]+ ){0,3}'
/** What may follow an object: no other noun ("the Tux logo"). */
export const whole =
  "(?= (?:(?:[^a-z’']|in|on|at|for|from|with|by|and|as|to|which|who|that|where|when|while|after|before|during|until|since|but|or|together|around|about|because|under|through|between|using|" +
  kindNoun.slice(4, -2) +
  ')(?: |$))|$)(?! ⟦n)'
export const object = `(?:(?:the|an?|his|her|its|their) (?:${n} (?=[a-z]))?${describes})?(?<o>${list}|\\bthe (?:${groupNouns})\\b)${whole}`
export const agent = `by (?:(?:two|three|four|several|the|its) (?:[a-z-]+ |${n} ){1,4}, (?=⟦n))?(?:(?:the|an?|two|three|four) )?(?:(?:${n} )?${describes}(?<! by )(?<! by the )(?<! by an? ))?(?<o>${list})`
export const by = `(?: (?:in|at|on|around|about|from|during) (?:the )?(?:(?:early|late|mid|downtown|central|nearby|[a-z]+ern) )?(?:${n}|${d}|\\d{4}s)(?: \\([^()]*\\))?| as (?:the |an? )?(?:[a-z]+ ){0,3}${n})*(?: ,)? ${agent}`

export const offices = [
  ...new Set([
    ...[...completeOffices, ...openOffices].map(office => office.toLowerCase()),
    ...[
      'king',
      'queen',
      'emperor',
      'empress',
      'rector',
      'pope',
      'foreign minister',
      'finance minister',
      'secretary of state',
    ],
    ...[
      'chief technology officer',
      'chief operating officer',
      'vice chairman',
      'deputy chair',
      'deputy director',
      'manager',
    ],
    ...[
      'chief of staff',
      'minister of state',
      'vice chancellor',
      'first minister',
      'project leader',
      'coach',
      'abbot',
      'provost',
      'curator',
      'superintendent',
      'music director',
      'artistic director',
      'chief conductor',
      'principal conductor',
      'conductor',
      'concertmaster',
      'keeper',
      'warden',
      'chief engineer',
      'associate justice',
      'justice',
      'mp',
      'member of parliament',
      'congressman',
      'congresswoman',
      'bandmaster',
      'headmistress',
      'prior',
      'prioress',
      'abbess',
      'vicar',
      'organist',
      'artistic leader',
      'lord lieutenant',
      'sheriff',
      'attorney general',
      'solicitor general',
      'chief constable',
      'prefect',
      'chief editor',
      'editor-in-chief',
      'news editor',
      'city editor',
      'chief curator',
      'head coach',
      'head teacher',
      'chief architect',
      'city architect',
      'state architect',
      'maintainer',
    ],
  ]),
].filter(office => !/founder|professor|author|captain$/.test(office))
export const officeWords = offices.toSorted((one, other) => other.length - one.length).join('|')
export const officeAdjective =
  '(?:(?:the|an?|its|their) )?(?:(?:first|second|third|[a-z]+th|last|next|new|acting|interim|founding|current|present|longtime|long-time|former|then|only|youngest|federal|state) )*'
/** "chief executive of Acme", "president and chief executive of Acme". */
export const office = `${officeAdjective}(?<role>(?:${officeWords})(?: (?:of|for|to|at) (?:the )?(?:newly [a-z]+ |(?:journal|magazine|newspaper) (?=⟦n)|(?<quality>new|[a-z]+(?:ent|ant|ial|ive|ous|ious)) (?=⟦n))?(?:(?:[a-z]+ ){0,2}(?:at|of|in|for) (?:the )?)?${n}(?: of (?:the )?${n})?))`
export const degrees =
  "(?:[a-z’'.-]+ ){0,4}?(?:doctorate|degree|phd|ph\\.d\\.|bachelor(?:[’']s)?|master(?:[’']s)?|diploma|doctoral degree|mba|education|ba|bsc|msc|ma)(?: (?:in|of) (?:[a-z]+|⟦n\\d+⟧)(?: (?:and )?[a-z]+){0,2}?)?"
export const job = `(?:(?:visiting|assistant|associate|adjunct|full|emeritus|honorary|guest|former|senior|junior|retired|young|chief|lead|staff|research|software|[a-z]+al|[a-z]+ic) )*(?:${callings.join('|')}|developer|researcher|professor|lecturer|manager|analyst|designer|technician|consultant|salesman|employee|postdoc|fellow|[a-z]+ist|[a-z]+ian)`

/** The field of a post: "of physics", "in the history of art". */
export const field =
  '(?:(?:of|in) (?:the )?(?:(?!at )[a-z]+|⟦n\\d+⟧)(?: (?:and |of )?(?!at |for |with )(?:[a-z]+|⟦n\\d+⟧)){0,4} )?'

/** A verb after its subject. */
export const finite =
  '(?:was|were|is|are|has|had|became|began|wrote|co-wrote|taught|left|led|won|took|held|went|met|made|gave|got|bought|sold|built|set up|ran|rose|spent|grew|chose|sang|fought|brought|co-founded|[a-z]+ed)'
/** A participle in -ing. */
export const participle = `(?:${Object.keys(participles).join('|')})`
/** A participle that may be passive. */
export const passive =
  '(?:born|educated|schooled|trained|founded|established|formed|created|incorporated|headquartered|based|located|situated|acquired|bought|purchased|taken over|absorbed|sold|elected|appointed|named|awarded|made|succeeded|replaced|married|hired|employed|written|designed|developed|invented|composed|painted|published|set up|started|killed|assassinated)'
/** Words between "and" and a verb. */
export const later =
  '(?:(?:then|later|also|subsequently|eventually|soon|finally|afterwards|once more|again|[a-z]+ly) )*'
