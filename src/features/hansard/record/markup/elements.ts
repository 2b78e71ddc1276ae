import type { RecordPlace, SpeechKind, TurnKind } from '../../speech.ts'

/** Elements that a speech is cut by, in every generation of the format. */
export const speechElements: ReadonlyMap<string, SpeechKind> = new Map([
  ['speech', 'speech'],
  ['question', 'question'],
  ['answer', 'answer'],
  ['motionnospeech', 'motion'],
])

/** Inside a speech these are turns of it; alone they are a speech of their own. */
export const turnElements: ReadonlyMap<string, SpeechKind> = new Map([
  ['interjection', 'interjection'],
  ['interject', 'interjection'],
  ['continue', 'continuation'],
  ['continuation', 'continuation'],
])

export const venues: ReadonlyMap<string, RecordPlace['venue']> = new Map([
  ['chamber.xscript', 'Chamber'],
  ['maincomm.xscript', 'Main Committee'],
  ['fedchamb.xscript', 'Federation Chamber'],
  ['answers.to.questions', 'Written answers'],
])

/** Whatever is not in this list parts words: a tag nobody foresaw must not glue two of them together. */
export const inlineElements: ReadonlySet<string> = new Set(
  'inline span a emphasis emph sup sub b i u em strong font small big from name electorate role time.stamp tab ref'.split(
    ' ',
  ),
)

/** `type` of a link or `class` of a span that prints who is speaking: MemberSpeech, HPS-OfficeInterjecting. */
export function printedTurnKind(mark: string): { kind: TurnKind | null } | null {
  const found =
    /^(?:HPS-)?(?:Member|Office|General)(Speech|Question|Answer|Continuation|I?Interjecting)$/.exec(mark)
  if (found === null) return null
  if (found[1] === 'Continuation') return { kind: 'continuation' }
  return { kind: found[1]?.endsWith('Interjecting') === true ? 'interjection' : null }
}
