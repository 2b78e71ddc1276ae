import type { RecordDraft, Talker } from './draft.ts'
import { nameWords } from './members/match-name.ts'
import type { Member, MemberDirectory } from './members/member-directory.ts'
import { partyName } from './members/party-names.ts'
import { stateCode } from './members/states.ts'
import { type ChairTitle, chairsTaken, ordinaryCapitals, parseChair, readableName } from './printed-names.ts'
import type { HansardProblem } from './problems.ts'
import type { Sitting } from './sitting.ts'

/** Who spoke, from the record and the member directory. */
export type Speaker = {
  name: string | null
  id: string | null
  role: string | null
  party: string | null
  electorate: string | null
  state: string | null
  /** Found in the directory, or the record states a party. */
  isMember: boolean
}

export type TalkerResolver = {
  /** Remembers who took the chair, when the text of a procedural draft says so. */
  noteChairs(draft: RecordDraft): void
  resolve(talker: Talker): Speaker
  /** Fills in a missing party, electorate or state from other speeches of the file. */
  complete(speaker: Speaker): Speaker
}

/** Looks up the speakers of one sitting. Drafts must be resolved in order, because the chair changes hands. */
export function talkerResolver(
  sitting: Sitting,
  members: MemberDirectory,
  problems: HansardProblem[],
): TalkerResolver {
  const { chamber, date } = sitting
  const chairs = new Map<string, Member>()
  const seen = new Map<string, Speaker>()
  const reported = new Set<string>()

  const findByName = (name: string | null, electorate: string | null) =>
    name === null ? null : members.find({ id: null, name, chamber, date, electorate })

  const holderOf = ({ office, holder }: ChairTitle, id: string | null): Member | null => {
    const named =
      (id === null ? null : members.find({ id, name: null, chamber, date, electorate: null })) ??
      findByName(holder, null)
    if (named !== null) chairs.set(office, named)
    if (named !== null || holder !== null) return named
    const standIn = chamber === 'Senate' ? 'DEPUTY PRESIDENT' : 'DEPUTY SPEAKER'
    const isDeputy = office === 'CHAIR' || office.startsWith('ACTING ')
    return (
      chairs.get(office) ??
      members.findChair(office, chamber, date) ??
      (isDeputy && office !== `ACTING ${standIn}`
        ? (chairs.get(standIn) ?? members.findChair(standIn, chamber, date))
        : null)
    )
  }

  const findMember = (talker: Talker, id: string | null): Member | null => {
    const electorate = seatOf(talker)
    const byId = id === null ? null : members.find({ id, name: null, chamber, date, electorate })
    const byName = () => findByName(talker.sortName, electorate) ?? findByName(talker.printedName, electorate)
    if (byId === null) return byName()
    if (isNamed(talker, byId)) return byId
    const other = byName()
    if (other === null || other.id === byId.id) return byId
    if (!reported.has(byId.id))
      problems.push({
        line: null,
        message: `The id ${id} belongs to ${byId.name}, but the record names ${other.name}.`,
      })
    reported.add(byId.id)
    return other
  }

  /** The only speaker with that surname in the file, for a speaker without an id. */
  const namesake = ({ name, role, isMember }: Speaker): Speaker | undefined => {
    const surname = nameWords(name ?? '').at(-1)
    if (surname === undefined || isMember || name === role) return undefined
    const fitting = [...seen.values()].filter(other => nameWords(other.name ?? '').at(-1) === surname)
    return fitting.length === 1 ? fitting[0] : undefined
  }

  return {
    noteChairs: ({ text, kind }) => {
      if (kind === 'procedural') for (const title of chairsTaken(text.slice(0, 2000))) holderOf(title, null)
    },
    resolve: talker => {
      const { id } = talker
      const chair = parseChair(talker.printedName, talker.sortName)
      const member = chair === null ? findMember(talker, id) : holderOf(chair, id)
      const own = readableName(talker.sortName, talker.printedName)
      const speaker = {
        name:
          member === null
            ? (chair?.role ?? own)
            : chair !== null || isNamed(talker, member)
              ? member.name
              : own,
        id: member?.id ?? id?.toUpperCase() ?? null,
        role: chair?.role ?? roleOf(talker),
        ...partyAndSeat(talker, { member, sitting, members }),
      }
      const isMember = member !== null || speaker.party !== null
      const resolved: Speaker = { ...speaker, isMember }
      if (resolved.id !== null && resolved.party !== null) seen.set(resolved.id, resolved)
      return resolved
    },
    complete: speaker => {
      const known = speaker.id === null ? namesake(speaker) : seen.get(speaker.id)
      if (known === undefined) return speaker
      return {
        ...speaker,
        id: known.id,
        name: speaker.id === null ? known.name : speaker.name,
        party: speaker.party ?? known.party,
        electorate: speaker.electorate ?? known.electorate,
        state: speaker.state ?? known.state,
      }
    },
  }
}

type Lookup = { member: Member | null; sitting: Sitting; members: MemberDirectory }

/**
 * Party and seat of a speaker. The record's own values win over the directory's, unless the seat was held by another
 * member at the date: some files give an answer the seat and party of the member who asked.
 */
function partyAndSeat(talker: Talker, { member, sitting, members }: Lookup) {
  const { chamber, date } = sitting
  const stated = seatOf(talker)
  const isForeign = member !== null && stated !== null && isForeignSeat(stated, { member, sitting, members })
  const statedParty = partyName(talker.party, date)
  const ownParty = member?.party ?? null
  const party = isForeign ? (ownParty ?? statedParty) : (statedParty ?? ownParty)
  if (chamber === 'Senate') return { party, electorate: null, state: member?.state ?? stateCode(stated) }
  const isOwn = stated !== null && !isForeign
  // The directory's spelling is better: the record has capitals, or has lost a space.
  const isSpelt = isOwn && member?.electorate != null && isSamePlace(stated, member.electorate)
  const electorate = isOwn && !isSpelt ? ordinaryCapitals(stated) : (member?.electorate ?? null)
  return { party, electorate, state: electorate === null ? null : members.stateOf(electorate) }
}

function isForeignSeat(stated: string, lookup: Lookup & { member: Member }): boolean {
  const { member, members } = lookup
  const { chamber, date } = lookup.sitting
  if (chamber === 'Senate')
    return member.state !== null && stateCode(stated) !== null && stateCode(stated) !== member.state
  if (member.electorate === null || isSamePlace(stated, member.electorate)) return false
  const holder = members.findSeat(stated, date)
  return (holder !== null && holder.id !== member.id) || members.stateOf(stated) === null
}

/** Old files print portfolios in capitals. */
function roleOf({ role }: Talker): string | null {
  return role === null || /\p{Ll}/u.test(role) ? role : ordinaryCapitals(role)
}

function seatOf({ electorate }: Talker): string | null {
  return electorate === null || /^(po|n\/?a|nil|unknown|-)?$/i.test(electorate.trim())
    ? null
    : electorate.trim()
}

function isNamed({ printedName, sortName }: Talker, { surname }: Member): boolean {
  const names = letters(`${printedName ?? ''} ${sortName ?? ''}`)
  return names === '' || names.includes(letters(surname))
}

function isSamePlace(one: string, other: string): boolean {
  return letters(one) === letters(other)
}

function letters(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
}
