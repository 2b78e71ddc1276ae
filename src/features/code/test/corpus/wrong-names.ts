import { digest } from './digest.ts'

/** Two plausible mistakes for a name, chosen by its hash. */
export function wrongNames(name: string): string[] {
  const seed = Number.parseInt(digest(name).slice(0, 6), 16)
  const swaps = [
    ['get', 'fetch'],
    ['add', 'append'],
    ['parse', 'decode'],
    ['set', 'assign'],
    ['to', 'as'],
    ['on', 'when'],
    ['create', 'make'],
    ['is', 'has'],
  ]
  const options = swaps.flatMap(([a = '', b = '']) => (name.startsWith(a) ? [b + name.slice(a.length)] : []))
  const cut = 1 + (seed % Math.max(1, name.length - 1))
  if (name.length > 3) options.push(name.slice(0, cut) + name.slice(cut + 1))
  options.push(
    `${name}All`,
    `${name}s`,
    name.includes('_') ? name.replaceAll('_', '') : name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase(),
  )
  const usable = [...new Set(options)].filter(one => one !== name && /^[A-Za-z_$]\w*$/.test(one))
  return usable.length === 0 ? [] : [usable[seed % usable.length] ?? '']
}
