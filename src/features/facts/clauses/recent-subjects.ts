import type { Mention } from '../fact.ts'
import type { DocumentTopic } from './document-topic.ts'
import { type Gender, genderOf } from './given-names.ts'
import { fitsGroup, isGenericGroup } from './group-nouns.ts'

/** What the last sentences were about: what pronouns and "the company" mean. */
export type RecentSubjects = {
  /** Pronouns mean the topic again, if there is one. */
  beginParagraph(): void
  /** A person that is not certain to be one is not meant by pronouns. */
  rememberPerson(subject: Mention, isCertain: boolean): void
  rememberOther(subject: Mention): void
  /** What a sentence about a person names may be meant by "the company". */
  mentionOther(object: Mention): void
  forgetOther(): void
  /** A person whom a fact about another one names: "he" after "She married John Doe". */
  mentionPerson(one: Mention): void
  person(): Mention | null
  /** Whom "he" or "she" means. */
  personOf(gender: Gender): Mention | null
  /** What "it" means. */
  other(): Mention | null
  /** What a noun as in "the company" means as a subject. */
  group(noun: string): Mention | null
  /** What such a noun means where it is not the subject of the sentence; without a noun, what fits any. */
  groupBeside(noun: string, subject: Mention | null): Mention | null
}

export function recentSubjects(topic: DocumentTopic): RecentSubjects {
  /** The persons whom sentences have been about. */
  const persons = new Map<string, Mention>()
  const genders = new Map<string, Gender>()
  let person: Mention | null = null
  let other: Mention | null = null
  let earlier: Mention | null = null
  let isOtherSubject = false
  let mentioned: Mention | null = null

  const sexOf = (one: Mention) => genders.get(one.key) ?? genderOf(one.name)

  return {
    beginParagraph() {
      const [only, ...others] = persons.values()
      // Without a topic, a text that has been about one person only still is.
      const sole = topic.mention() === null && others.length === 0 ? (only ?? null) : null
      person = topic.person() ?? sole
      other = topic.body()
      earlier = null
      mentioned = null
      isOtherSubject = other !== null
    },
    rememberPerson(subject, isCertain) {
      person = isCertain ? subject : null
      persons.set(subject.key, subject)
    },
    rememberOther(subject) {
      if (other?.key !== subject.key) earlier = other
      other = subject
      isOtherSubject = true
    },
    mentionOther(object) {
      if (!isOtherSubject) other = object
    },
    mentionPerson(one) {
      mentioned = one
    },
    forgetOther() {
      earlier = other ?? earlier
      other = null
    },
    person: () => person,
    personOf(gender) {
      for (const one of [person, topic.person()])
        if (one !== null && (sexOf(one) ?? gender) === gender) {
          genders.set(one.key, gender)
          return one
        }
      return mentioned !== null && genderOf(mentioned.name) === gender ? mentioned : null
    },
    other: () => (isOtherSubject ? other : null),
    group(noun) {
      const isMeant =
        other !== null && (isOtherSubject || isGenericGroup(noun)) && fitsGroup(noun, other.name)
      return isMeant ? other : null
    },
    groupBeside(noun, subject) {
      const mentioned = isOtherSubject || isGenericGroup(noun) ? other : null
      const known = [mentioned, earlier, topic.body()]
      return known.find(one => one !== null && one.key !== subject?.key && fitsGroup(noun, one.name)) ?? null
    },
  }
}
