import type { Mention } from '../fact.ts'
import { groupSubject, isAboutUnnamed, isHeadline, mainSubject, personsOf } from '../grammar/main-subject.ts'
import { readGrammar } from '../grammar/read-grammar.ts'
import { lastTenure, withTenures } from '../grammar/read-tenure.ts'
import { fold, type People } from '../people.ts'
import type { Draft, TextContext } from '../read-text.ts'
import type { Sentence } from '../sentences.ts'
import { choosePlace, chooseTopic, isBareTrade, isDefinition } from './choose-topic.ts'
import { findMatches } from './find-matches.ts'
import { groupNouns } from './group-nouns.ts'
import { joinBodies } from './join-bodies.ts'
import { hasLegalForm, withoutLegalForm } from './name-kinds.ts'
import { type NameMemory, nameMemory } from './name-memory.ts'
import { lineOf, type ParsedSentence, type Phrase, parsePhrases } from './parse-phrases.ts'
import { chronicleDate, fromChronicle } from './read-chronicle.ts'
import { fromDescription, fromField } from './read-fields.ts'
import { fromListItem, fromRow, fromWinner } from './read-lists.ts'
import { readMatch } from './read-match.ts'
import { fromPost } from './read-posts.ts'
import { lastYear, writeYears } from './relative-years.ts'
import type { Reading } from './resolve-names.ts'
import { splitClauses } from './split-clauses.ts'

/** Reads the clauses of the sentences of one document, in order: earlier sentences say whom short names and pronouns mean. */
export type ClauseReader = { read(sentence: Sentence, context: TextContext): Draft[] }

/**
 * `smallWords`: the words that the document also writes in small letters; such a first word of a sentence is no name. `titles`: the
 * title of the document and its first heading. `text`: all of it.
 */
export function clauseReader(
  people: People,
  { smallWords, titles, text }: { smallWords: ReadonlySet<string>; titles: readonly string[]; text: string },
): ClauseReader {
  const memory = nameMemory(people)
  memory.foresee(text)
  const offices: Reading['offices'] = new Map()
  const ties: Reading['ties'] = new Map()
  let paragraph = -1
  let heading: string | null = null
  let chronicle: Phrase | null = null
  /** What the sentence before said of a post that lasts. */
  let tenure: Draft | null = null
  let marriage: Draft | null = null
  /** The last year of the paragraph. */
  let year: number | null = null
  return {
    read(sentence, context) {
      const isFirst = paragraph === -1
      const isSectionStart = sentence.heading !== heading
      if (isSectionStart) memory.beginSection(sentence.heading)
      heading = sentence.heading
      const isNewParagraph = sentence.paragraph !== paragraph
      if (isNewParagraph) memory.beginParagraph()
      paragraph = sentence.paragraph
      const topic = memory.personName() ?? memory.topicName()
      const row = sentence.columns === null ? sentence.text : fromRow(sentence.text, sentence.columns)
      if (row === '') return []
      const line = writeYears(row, isNewParagraph ? null : year)
      year = lastYear(line) ?? (isNewParagraph ? null : year)
      const person = memory.topicPerson()
      const item =
        (person === null ? null : (fromListItem(line, { heading, person }) ?? fromPost(line, person))) ??
        fromWinner(line, heading, titles[1] ?? null)
      const plain = withShortNames(
        joinBodies(parsePhrases(item ?? line, word => smallWords.has(word.toLowerCase()))),
        titles.slice(1),
      )
      const isBare = isBareTrade(plain)
      if (isFirst) choosePlace(titles, text, memory)
      if (isFirst) chooseTopic({ parsed: plain, subject: null, titles, text, smallWords }, memory, 'bare')
      const parsed = fromField(
        fromChronicle(
          fromDescription(
            plain,
            isNewParagraph || /^born ⟦d/.test(plain.line) ? memory.topicPerson() : null,
            isBare,
          ),
          isSectionStart ? null : chronicle,
        ),
        topic,
      )
      chronicle = chronicleDate(plain) ?? (isSectionStart ? null : chronicle)
      memory.learn(parsed)
      const subject = subjectOf(parsed, memory) ?? mainSubject(parsed, memory)
      if (isFirst) {
        chooseTopic({ parsed, subject, titles, text, smallWords }, memory)
        onlyPerson(parsed, memory, titles)
        memory.beginParagraph()
      }
      if (subject !== null && isSectionStart) memory.renameTopic(subject)
      if (subject !== null) memory.remember(subject)
      const persons = personsOf(parsed, memory)
      if (persons.isSingle) memory.rememberPersons({ joint: [], pair: [], isSingle: true })
      const parts = splitClauses(parsed)
      const reading = { memory, subject, context, offices, ties }
      // The grammar first: it shows which names are persons'.
      const said = parts.flatMap(part => readGrammar(part, reading))
      const drafts = withTenures(
        [...parts.flatMap(part => findMatches(part, reading).flatMap(readMatch)), ...said].filter(
          // Nobody belongs to a prize.
          ({ relation, object }) =>
            !(
              /^(?:MEMBER_OF|EMPLOYED_BY|EDUCATED_AT)$/.test(relation) &&
              / (?:Prize|Medal|Award|Trophy|Cup)$/.test(object.name)
            ),
        ),
        parsed,
        { earlier: isNewParagraph ? null : tenure, marriage: isNewParagraph ? null : marriage },
      )
      tenure = lastTenure(drafts)
      marriage =
        drafts.find(({ relation }) => relation === 'MARRIED_TO') ?? (isNewParagraph ? null : marriage)
      if (isNewParagraph && isHeadline(parsed)) memory.beginPerson(subject)
      memory.rememberPersons(persons)
      for (const draft of drafts) memory.confirm(draft.subject, draft.object, draft.relation)
      // A fact of this sentence may be what shows that its subject is a person.
      if (subject !== null) memory.remember(subject)
      const group = subject === null ? groupSubject(parsed, memory) : null
      if (group !== null) memory.remember(group)
      if (subject === null && isAboutUnnamed(parsed)) memory.forgetOther()
      if (isFirst && subject !== null && isDefinition(parsed.line)) memory.makeTopic(subject)
      return drafts
    },
  }
}

const subjectPattern = new RegExp(
  `^(?:(?:in|on|by|during) (?:the )?⟦d\\d+⟧ ,? ?|(?:after|before|while|when|since|in|as|having|following|born|founded|educated|established|under) [^,]* , (?:⟦n\\d+⟧ , (?=⟦n))?)?(?:(?:the|an?) (?:(?!(?:${groupNouns}) [a-z])[a-z-]+ ){0,3}|(?:(?:sir|dr|mr|mrs|[a-z]+ist|(?!after|under|over|other|another|later|however|for|or|whether|rather|together|former)[a-z]+(?:er|or)) ))?⟦n(\\d+)⟧(?! [’']s | (?!who|which|that|also|later|once|then|never|soon|first|now|himself|herself|itself|plc|[a-z]+ly)[a-z-]+ (?:was|were|is|are|has|had|have) )`,
)

/** The name with which a sentence begins, which the pronouns of the next sentence mean. */
function subjectOf({ line, phrases }: ParsedSentence, memory: NameMemory): Mention | null {
  const [, at] = subjectPattern.exec(line) ?? []
  const text = at === undefined ? undefined : phrases[Number(at)]?.text
  return text === undefined ? null : (memory.find(text, 'person') ?? memory.find(text, 'organisation'))
}

/** "Nintendo Co., Ltd." in a text with the title "Nintendo" has the name of the title. */
function withShortNames(parsed: ParsedSentence, titles: readonly string[]): ParsedSentence {
  const names = new Set(titles.map(fold))
  // "# fastjson": the name of a program in small letters
  const [program] = titles.filter(title => /^[a-z][a-z\d]{3,}(?:[.-][a-z\d]+)*$/.test(title))
  const isProgram = ({ kind, text }: Phrase) => kind === 'word' && text === program
  const isLong = ({ kind, text }: Phrase) =>
    kind === 'name' &&
    / Co Ltd\.?$|, Ltd\.?$/.test(text) &&
    hasLegalForm(text) &&
    names.has(fold(withoutLegalForm(text)))
  return parsed.phrases.some(phrase => isLong(phrase) || isProgram(phrase))
    ? lineOf(
        parsed.text,
        parsed.phrases.map(phrase =>
          isLong(phrase)
            ? { ...phrase, text: withoutLegalForm(phrase.text) }
            : isProgram(phrase)
              ? { ...phrase, kind: 'name' as const }
              : phrase,
        ),
      )
    : parsed
}

/** A text without a title is about the only person whom its first sentence names. */
function onlyPerson(parsed: ParsedSentence, memory: NameMemory, titles: readonly string[]): void {
  if (memory.topicName() !== null || (titles[1] ?? '') !== '') return
  const persons = new Map(
    parsed.phrases
      .filter(({ kind, text }) => kind === 'name' && text.includes(' '))
      .flatMap(({ text }) => memory.find(text, 'certain') ?? [])
      .map(one => [one.key, one]),
  )
  const [only, ...others] = persons.values()
  if (only !== undefined && others.length === 0) memory.makeTopic(only)
}
