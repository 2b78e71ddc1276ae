import { parsePhrases } from './clauses/parse-phrases.ts'
import type { Fact } from './fact.ts'
import { fold } from './people.ts'
import { type Moment, momentIn } from './periods.ts'
import { titles } from './words.ts'

/** What a question asks: whom or what it names, which relations it means, and for which time. */
export type Question = {
  /** Whether it is a question; keywords are only ranked. */
  isQuestion: boolean
  /** The names in it, folded. Every one must be part of a fact that answers it. */
  names: string[]
  /** Null when the words do not say which relation is meant; empty when they ask for something that facts do not state. */
  relations: ReadonlySet<string> | null
  /** On which side of the relation the names are. */
  side: 'subject' | 'object' | 'any'
  when: Moment | null
  /** What the answer must be: a date for "when", no date for "where", a person or body for "who". */
  wants: 'date' | 'place' | 'who' | null
}

type Asking = { words: RegExp; relations: readonly string[] }

const askings: readonly Asking[] = [
  { words: /\b(?:born|birth\w*|birthplace)\b/, relations: ['BORN_IN'] },
  { words: /\b(?:die|dies|died|death|killed|passed away)\b/, relations: ['DIED_IN'] },
  {
    words: /\b(?:found|founded|founders?|co-founders?|establish\w*|start(?:ed)?|formed|set up|begun)\b/,
    relations: ['FOUNDED', 'FOUNDED_IN'],
  },
  {
    words:
      /\b(?:buy|buys|bought|acquir\w+|take over|took over|taken over|takeover|purchas\w+|absorb\w*|owns?|owned|sold|merge\w*)\b/,
    relations: ['ACQUIRED', 'MERGED_WITH'],
  },
  {
    words:
      /\b(?:headquarter\w*|located|location|based|situated|lies?|where is|where are|which (?:city|town|country|state)|capital)\b/,
    relations: ['LOCATED_IN'],
  },
  {
    words: /\b(?:prizes?|awards?|awarded|medals?|win|wins|won|receive[sd]?|laureates?)\b/,
    relations: ['RECEIVED'],
  },
  {
    words:
      /\b(?:wrote|write|writes|written|authors?|paint(?:ed|s)?|compos\w+|design\w*|creat\w+|invent\w*|develop\w*|implement\w*|books?|programmed)\b/,
    relations: ['AUTHORED', 'EDITED'],
  },
  {
    words:
      /\b(?:stud(?:y|ied|ies)|graduat\w*|educat\w+|attend\w*|universit\w+|college|school|degree|doctorate)\b/,
    relations: ['EDUCATED_AT'],
  },
  { words: /\b(?:wife|wives|husband|spouse|marr(?:y|ied|ies|iage)|widow\w*)\b/, relations: ['MARRIED_TO'] },
  { words: /\b(?:father|mother|parents?|sons?|daughters?|child|children)\b/, relations: ['CHILD_OF'] },
  { words: /\b(?:brothers?|sisters?|siblings?)\b/, relations: ['SIBLING_OF'] },
  {
    words: /\b(?:work|works|worked|employ\w*|hire[sd]?|job|company did)\b/,
    relations: ['EMPLOYED_BY', 'HOLDS_OFFICE'],
  },
  {
    words:
      /\b(?:members?|join\w*|belong\w*|membership|fellows?|part of|since when is|in the european union)\b/,
    relations: ['MEMBER_OF', 'MEMBER_OF_PARTY', 'SITS_IN', 'EMPLOYED_BY'],
  },
  {
    words: /\b(?:succeed\w*|successor|replac\w+|predecessor|came after|follow(?:ed|s))\b/,
    relations: ['SUCCEEDED', 'HOLDS_OFFICE'],
  },
  {
    words:
      /\b(?:offices?|ministers?|president|premier|treasurer|secretary|chair\w*|director|executive|ceo|chancellor|governor|mayor|leader|leads?|led|heads?|headed|runs?|speaker|king|queen|general|commissioner|ambassador|editor|held|holds?|captain|whip|justice|bishop|professor)\b/,
    relations: ['HOLDS_OFFICE', 'SUCCEEDED', 'IS_A'],
  },
  { words: /\b(?:party|parties)\b/, relations: ['MEMBER_OF_PARTY', 'MEMBER_OF'] },
  { words: /\b(?:represent\w*|electorate|seat|member for|constituency)\b/, relations: ['REPRESENTS'] },
  { words: /\b(?:chamber|senate|house|sits?|sat)\b/, relations: ['SITS_IN', 'REPRESENTS'] },
  { words: /\b(?:cites?|cited|citations?|references?)\b/, relations: ['CITES'] },
  { words: /\b(?:publish\w*|appeared|journal)\b/, relations: ['PUBLISHED_IN', 'AUTHORED'] },
  { words: /\b(?:what (?:is|was|kind)|profession|trade|occupation)\b/, relations: ['IS_A'] },
]

const certain = new Set(
  'BORN_IN DIED_IN FOUNDED ACQUIRED RECEIVED AUTHORED EDUCATED_AT MARRIED_TO CHILD_OF SIBLING_OF SUCCEEDED'.split(
    ' ',
  ),
)

/** The words of which a sentence must have one to state the relation; null where it can be stated in any words. */
export function cuesOf(relation: string): RegExp | null {
  return certain.has(relation)
    ? (askings.find(({ relations }) => relations.includes(relation))?.words ?? null)
    : null
}

/** Words that ask for anything that is known. */
const general =
  /\b(?:about|known|know|facts?|happen(?:ed|s)?|history|tell|relations?|relationship|connect\w*|go through|went through|what did .* do)\b/

const titled = new RegExp(`^(?:(?:${titles.join('|')})\\.? )+(?=.)`)

/** Reads a question by the same phrases as sentences. */
export function readQuestion(text: string, today: string): Question {
  const { line, phrases } = parsePhrases(text, () => false)
  const asked = `${line} `.toLowerCase()
  const isQuestion =
    /\?\s*$/.test(text) ||
    /^(?:in |from |since |to |of |at )?(?:who|whom|whose|what|when|where|which|how|why|is|was|did|does|are|were|has)\b/.test(
      asked,
    )
  const bare = askings.filter(({ words }) => words.test(asked))
  const named = withNames(
    asked,
    phrases.map(phrase => phrase.text),
  )
  // "Who has the Turing Award?": only the name says what is asked.
  const found = bare.length > 0 ? bare : askings.filter(({ words }) => words.test(named))
  const isGeneral = general.test(asked)
  return {
    isQuestion,
    names: phrases
      .filter(({ kind }) => kind === 'name')
      .map(phrase => fold(phrase.text.replace(titled, '').replace(/^The (?=.)/, '')))
      .filter(name => name !== ''),
    relations: isGeneral ? null : new Set(found.flatMap(({ relations }) => relations)),
    side: isGeneral ? 'any' : sideOf(asked),
    when: /\b(?:today|now|currently|current|at present)\b/.test(asked)
      ? { start: today, end: today }
      : momentIn(text),
    wants: /^(?:when|since when|in which (?:year|month))\b/.test(asked)
      ? 'date'
      : /^(?:where|in which (?:city|town|country))\b/.test(asked)
        ? 'place'
        : /^(?:who|whom|to whom|by whom|whose)\b/.test(asked)
          ? 'who'
          : null,
  }
}

/** The line with offices and prizes in words: "who won the ⟦n4⟧" keeps "medal". */
function withNames(line: string, texts: readonly string[]): string {
  return line.replace(
    /⟦n(\d+)⟧/g,
    (_, at: string) =>
      texts[Number(at)]?.match(/\b(?:Prize|Award|Medal|Party|Senate|House)\b/)?.[0].toLowerCase() ?? '⟦n⟧',
  )
}

const noun = '⟦n\\d+⟧'
const ownSubject = new RegExp(
  `\\b(?:did|does|do|has|had) (?:the )?${noun}|\\b(?:father|mother|parents?) of (?:the )?${noun}|\\b(?:headquarters?|location|birthplace|birth|death|members?hip) of (?:the )?${noun}|hired ${noun}|employs? ${noun}`,
)
const ownObject = new RegExp(
  `^(?:who|which [a-z]+|what)(?: [a-z]+ly)? (?:founded|co-founded|established|started|formed|bought|acquired|purchased|absorbed|took over|owns|wrote|painted|composed|designed|created|invented|developed|implemented|succeeded|replaced|won|received|married|joined|leads?|led|runs?)\\b|\\b(?:was|were|is) (?:the )?${noun} (?:[a-z]+ly )?(?:founded|established|formed|started|bought|acquired|purchased|taken|absorbed|sold|written|painted|designed|created|invented|developed)\\b|\\b(?:founders?|authors?|creators?|inventors?|designers?|members?|winners?|sons?|daughters?|child|children|successors?|laureates?) of (?:the )?${noun}`,
)

/** "Who founded X" asks for facts about X as the object, "What did X found" for facts about X as the subject. */
function sideOf(asked: string): Question['side'] {
  return ownObject.test(asked) ? 'object' : ownSubject.test(asked) ? 'subject' : 'any'
}

/** Relations whose subject is what other relations have as their object: "When was X founded?". */
const aboutObject = new Set(['FOUNDED_IN', 'BORN_IN', 'DIED_IN', 'PUBLISHED_IN', 'LOCATED_IN'])

/** Whether a fact is about the names, the relation and the time of a question. */
export function answers(fact: Fact, question: Question): boolean {
  const { relation, subject, object } = fact
  if (question.relations !== null && !question.relations.has(relation)) return false
  const sides = { subject: ` ${fold(subject.name)} `, object: ` ${fold(object.name)} ` }
  const isIn = (name: string, side: string) => name.split(' ').every(word => side.includes(` ${word} `))
  const isNamed = question.names.every(name => isIn(name, sides.subject) || isIn(name, sides.object))
  if (!isWanted(fact, question)) return false
  if (!isNamed || !isOnSide(question, { relation, ...sides }, isIn)) return false
  return question.when === null || heldThen(fact, question.when)
}

/** "Who founded A?" is not answered by the year, "Where is A?" not by a date, "When …?" only by a fact with a date. */
function isWanted({ object, validAt, invalidAt }: Fact, { wants, relations }: Question): boolean {
  if (relations === null) return true
  if (wants === 'date') return object.label === 'Date' || validAt !== null || invalidAt !== null
  if (wants === 'place') return object.label !== 'Date'
  return wants !== 'who' || (object.label !== 'Date' && object.label !== 'Place')
}

function isOnSide(
  { names, side }: Question,
  { relation, subject, object }: { relation: string; subject: string; object: string },
  isIn: (name: string, side: string) => boolean,
): boolean {
  if (side === 'any' || names.length !== 1 || /^(?:MARRIED_TO|SIBLING_OF|MERGED_WITH)$/.test(relation))
    return true
  const [name = ''] = names
  const isSubject = side === 'subject' || aboutObject.has(relation)
  return isIn(name, isSubject ? subject : object)
}

/** An event happened then, or a state held then as far as its bounds are known. Facts without a date do not tell. */
function heldThen({ validAt, invalidAt, relation }: Fact, { start, end }: Moment): boolean {
  if (validAt === null && invalidAt === null) return false
  if (
    /^(?:RECEIVED|FOUNDED|FOUNDED_IN|ACQUIRED|MERGED_WITH|BORN_IN|DIED_IN|AUTHORED|SUCCEEDED)$/.test(relation)
  )
    return validAt !== null && start <= validAt && validAt <= end
  return (validAt ?? '') <= end && (invalidAt === null || invalidAt > start)
}
