const raised = new Map(Object.entries(zip('0123456789+-=()nai', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿᵃⁱ')))
const lowered = new Map(Object.entries(zip('0123456789+-=()aeijmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₘₙₒₚᵣₛₜᵤᵥₓ')))

/** Superscript in Unicode where every character has one; else the text on the line. */
export function raiseText(text: string): string {
  return shift(text, raised)
}

/** Subscript in Unicode where every character has one; else the text on the line. */
export function lowerText(text: string): string {
  return shift(text, lowered)
}

function shift(text: string, table: ReadonlyMap<string, string>): string {
  const shifted = [...text.replace(/[−–]/g, '-')].map(character => table.get(character))
  return shifted.some(character => character === undefined) ? text : shifted.join('')
}

function zip(keys: string, values: string): Record<string, string> {
  const characters = [...values]
  return Object.fromEntries([...keys].map((key, index) => [key, characters[index] ?? key]))
}
