import { organisation } from '../entity-names.ts'
import type { Mention } from '../fact.ts'
import { fold } from '../people.ts'
import { headingName, isCommonHeading } from './heading-name.ts'
import { isPartOf, isSpellingOf, sharesWord, surnameOf } from './name-forms.ts'
import { isBodyName, isPersonLike, isPersonName } from './name-kinds.ts'

/** Whom or what a document is about, or the section that is read. */
export type DocumentTopic = {
  /** Null without a topic. */
  mention(): Mention | null
  /** The topic, where it is a person. */
  person(): Mention | null
  /** The topic, where it is no person. */
  body(): Mention | null
  /** Whether a name is that of the organisation that the text is about, or a short form of it. */
  isBodyNamed(name: string): boolean
  /** The topic, where a mention is a shorter spelling of its name. */
  longerOf(found: Mention): Mention
  /** Whether the document has a topic of its own. */
  isMade(): boolean
  make(subject: Mention): void
  /** A heading that is a name is the topic until the next heading. */
  beginSection(
    heading: string | null,
    names: { isPerson(name: string): boolean; findPerson(name: string): Mention | null },
  ): void
  beginPerson(subject: Mention): void
  /** The full name of the person that the topic is: "Val Chapman" after the heading "Chapman". */
  rename(subject: Mention): void
}

export function documentTopic(): DocumentTopic {
  let main: { mention: Mention; isPerson: boolean } | null = null
  /** Null outside of sections with an own topic; `mention` is null where a heading is a name that means nobody known. */
  let section: { mention: Mention | null; isPerson: boolean } | null = null

  /** Folded names that headings give the topics. */
  const titles = new Set<string>()
  /** "Kenji Tanaka" is another person than "Robert Kenji Tanaka", unless a heading calls him so. */
  const isForm = (short: string, long: string) => {
    const [first = ''] = fold(short).split(' ')
    const isFirst = fold(long).startsWith(`${first} `) || first.length === 1
    return isSpellingOf(short, long) && (isFirst || titles.has(fold(short)))
  }

  const current = () => section ?? main
  const person = () => (current()?.isPerson === true ? (current()?.mention ?? null) : null)
  const body = () => (current()?.isPerson === false ? (current()?.mention ?? null) : null)

  return {
    mention: () => current()?.mention ?? null,
    person,
    body,
    isBodyNamed(name) {
      const own = body()
      return own !== null && `${fold(own.name)} `.startsWith(`${fold(name)} `)
    },
    longerOf(found) {
      const own = person()
      return own !== null && (isForm(found.name, own.name) || isPartOf(found.name, own.name)) ? own : found
    },
    isMade: () => main !== null,
    make(subject) {
      main = { mention: subject, isPerson: subject.label === 'Person' }
    },
    beginSection(heading, { isPerson, findPerson }) {
      const name = heading === null ? null : headingName(heading)
      if (name !== null) titles.add(fold(name))
      section = null
      if (name === null) return
      // A list of companies, each under its name.
      if (main?.isPerson !== true && isBodyName(name) && !isCommonHeading(name)) {
        if (main === null || fold(main.mention.name) !== fold(name))
          section = { mention: organisation(name), isPerson: false }
        return
      }
      if (!isPersonName(name) && !isPerson(name)) {
        const isAnother =
          isPersonLike(name) && name.includes(' ') && !isCommonHeading(name) && main?.isPerson === true
        if (isAnother && main !== null && !sharesWord(name, main.mention.name))
          section = { mention: null, isPerson: true }
        return
      }
      const mention = findPerson(name)
      if (mention !== null && mention.key !== main?.mention.key) section = { mention, isPerson: true }
    },
    beginPerson(subject) {
      section = { mention: subject, isPerson: true }
    },
    rename(subject) {
      const own = person()
      const isLonger = subject.name.split(' ').length >= (own?.name.split(' ').length ?? 0)
      if (own === null || subject.label !== 'Person' || !isLonger) return
      if (surnameOf(own.name) !== surnameOf(subject.name) && !isPartOf(own.name, subject.name)) return
      if (section !== null) section = { mention: subject, isPerson: true }
      else main = { mention: subject, isPerson: true }
    },
  }
}
