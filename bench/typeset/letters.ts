/** The letters and digits of a text in lower case, with the offset of each in the text. */
export type Letters = { text: string; offsets: readonly number[] }

/** Marks of Markdown that have letters and are no text: links to footnotes, and tags. */
const marks = /\[\^[^\]\s]+\]:?|<\/?(?:su[bp]|br|em|i|b|strong)\s*\/?>/g

/** Keeps what can be compared whatever the spacing, hyphenation, punctuation and case of the two texts are. */
export function lettersOf(text: string): Letters {
  const hidden = [...text.matchAll(marks)].map(({ index, 0: mark }) => ({
    start: index,
    end: index + mark.length,
  }))
  const letters: string[] = []
  const offsets: number[] = []
  let next = 0
  let at = 0
  for (const character of text) {
    while ((hidden[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1
    const isHidden = at >= (hidden[next]?.start ?? Number.POSITIVE_INFINITY)
    if (!isHidden)
      for (const letter of character.normalize('NFKC').toLowerCase())
        if (/[\p{L}\p{N}]/u.test(letter)) {
          letters.push(letter)
          for (let unit = 0; unit < letter.length; unit++) offsets.push(at)
        }
    at += character.length
  }
  return { text: letters.join(''), offsets }
}

/** Letters and digits only, without offsets and without removing marks. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Every run of four words, as letters, with the number of letters before it. */
export function runsOf(text: string): { letters: string; before: number }[] {
  const words = text
    .split(/\s+/)
    .map(plainLetters)
    .filter(word => word !== '')
  let before = 0
  return words.flatMap((word, at) => {
    const run = { letters: words.slice(at, at + 4).join(''), before }
    before += word.length
    return at + 4 <= words.length ? [run] : []
  })
}
