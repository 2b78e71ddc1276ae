/**
 * The text of a glyph of a symbol font by its code. Null when the font is none of these or has no such sign.
 */
export function textOfSymbol(fontName: string, code: number): string | null {
  if (/wingdings[ -]?[23]|webdings/i.test(fontName)) return otherDingbat
  if (/wingdings/i.test(fontName)) return dingbats.get(code) ?? otherDingbat
  if (/dingbats/i.test(fontName)) return textOfZapfDingbat(code)
  if (/(?:^|\+)symbol/i.test(fontName)) return symbols.get(code) ?? null
  return null
}

export function isDingbatFont(fontName: string): boolean {
  return /wingdings|webdings|dingbats/i.test(fontName)
}

/** The encoding of ZapfDingbats (ISO 32000-1, D.6): Unicode has its signs in the same order, but for those it had before. */
function textOfZapfDingbat(code: number): string | null {
  const known = zapfDingbats.get(code)
  if (known !== undefined) return known
  if (code > 0x20 && code < 0x7f) return String.fromCharCode(0x2700 + code - 0x20)
  return code > 0xa0 && code < 0xff ? String.fromCharCode(0x2700 + code - 0x40) : null
}

/** Dingbats head the items of lists more often than anything else. */
const otherDingbat = '•'

/** The encoding of Symbol (ISO 32000-1, D.6); parts of tall brackets: the top is the bracket, the others are nothing. */
const symbols: ReadonlyMap<number, string> = new Map([
  ...listFrom(
    0x21,
    '! ∀ # ∃ % & ∋ ( ) ∗ + , − . / 0 1 2 3 4 5 6 7 8 9 : ; < = > ? ≅ Α Β Χ Δ Ε Φ Γ Η Ι ϑ Κ Λ Μ Ν Ο Π Θ Ρ Σ Τ Υ ς Ω Ξ Ψ Ζ [ ∴ ] ⊥ _',
  ),
  ...listFrom(0x61, 'α β χ δ ε φ γ η ι ϕ κ λ μ ν ο π θ ρ σ τ υ ϖ ω ξ ψ ζ { | } ∼'),
  ...listFrom(0xa0, '€ ϒ ′ ≤ ⁄ ∞ ƒ ♣ ♦ ♥ ♠ ↔ ← ↑ → ↓ ° ± ″ ≥ × ∝ ∂ • ÷ ≠ ≡ ≈ … ⏐ ⎯ ↵'),
  ...listFrom(0xc0, 'ℵ ℑ ℜ ℘ ⊗ ⊕ ∅ ∩ ∪ ⊃ ⊇ ⊄ ⊂ ⊆ ∈ ∉ ∠ ∇ ® © ™ ∏ √ ⋅ ¬ ∧ ∨ ⇔ ⇐ ⇑ ⇒ ⇓ ◊ ⟨ ® © ™ ∑'),
  ...listFrom(0xe6, '(   [   {     ⟩ ∫ ⌠  ⌡ )   ]   }  '),
  [0x60, ''],
])

const dingbats: ReadonlyMap<number, string> = new Map([
  ...listFrom(0x6c, '● ❍ ■ □ ❐ ❑ ❒ ⬧ ⧫ ◆ ❖ ⬥'),
  ...listFrom(0x9e, '· •'),
  ...listFrom(0xdf, '← → ↑ ↓ ↖ ↗ ↙ ↘'),
  ...listFrom(0xef, '⇦ ⇨ ⇧ ⇩'),
  ...listFrom(0xfb, '✗ ✓ ☒ ☑'),
  [0x28, '☎'],
  [0x2a, '✉'],
  [0x46, '☞'],
  [0x4a, '☺'],
  [0x4c, '☹'],
  [0xa1, '○'],
  [0xa7, '▪'],
  [0xa8, '□'],
  [0xab, '★'],
  [0xd8, '➢'],
  [0xe8, '➔'],
])

const zapfDingbats: ReadonlyMap<number, string> = new Map([
  ...listFrom(0x2a, '☛ ☞'),
  ...listFrom(0x73, '▲ ▼ ◆'),
  ...listFrom(0xa8, '♣ ♦ ♥ ♠ ① ② ③ ④ ⑤ ⑥ ⑦ ⑧ ⑨ ⑩'),
  ...listFrom(0xd5, '→ ↔ ↕'),
  [0x25, '☎'],
  [0x48, '★'],
  [0x6c, '●'],
  [0x6e, '■'],
  [0x77, '◗'],
])

/** Signs of consecutive codes; two spaces in a row leave an empty one between them. */
function listFrom(first: number, signs: string): [number, string][] {
  return signs.split(' ').map((sign, index) => [first + index, sign])
}
