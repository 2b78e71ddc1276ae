/** At most this many characters, cut at the last space before the limit; "..." says that there is more. */
export function trimText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const room = Math.max(1, maxChars - 3)
  const head = text.slice(0, room)
  // A cut in the middle of a pair would leave half a character.
  const whole = /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head
  const isBetweenWords = /\s/.test(text[whole.length] ?? ' ')
  const lastSpace = whole.search(/\s\S*$/)
  const kept = isBetweenWords || lastSpace <= 0 ? whole : whole.slice(0, lastSpace)
  return `${kept.trimEnd()}...`
}
