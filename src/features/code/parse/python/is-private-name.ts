/** Names with a leading underscore, but not the language's own (`__init__`). */
export function isPrivateName(name: string): boolean {
  return name.startsWith('_') && !(name.startsWith('__') && name.endsWith('__'))
}
