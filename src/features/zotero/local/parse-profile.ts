import { isAbsolute, join } from 'node:path'

/** Folders of the profiles that a `profiles.ini` lists, the default one first. */
export function parseProfiles(text: string, root: string): string[] {
  const sections = text.split(/^\s*\[/m).slice(1)
  return sections
    .filter(section => /^Profile\d*\]/i.test(section))
    .flatMap(section => {
      const values = new Map(
        [...section.matchAll(/^\s*(\w+)\s*=\s*(.*?)\s*$/gm)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
      )
      const path = values.get('Path')
      if (!path) return []
      const folder = values.get('IsRelative') === '0' || isAbsolute(path) ? path : join(root, path)
      return { folder, isDefault: values.get('Default') === '1' }
    })
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault))
    .map(({ folder }) => folder)
}

/** What a `prefs.js` sets. It is read as text, never run. */
export function parsePreferences(text: string): Map<string, string | number | boolean> {
  const preferences = new Map<string, string | number | boolean>()
  for (const [, name = '', value = ''] of text.matchAll(preference)) {
    const parsed = parseValue(value)
    if (parsed !== null) preferences.set(name, parsed)
  }
  return preferences
}

const preference = /^\s*user_pref\(\s*"([^"\\]+)"\s*,\s*("(?:[^"\\\n]|\\.)*"|true|false|-?\d+)\s*\)\s*;/gm

function parseValue(value: string): string | number | boolean | null {
  try {
    // Mozilla escapes like JSON, but also writes \x41 and \'.
    const json = value.replace(/\\x([0-9a-f]{2})/gi, '\\u00$1').replace(/\\'/g, "'")
    const parsed: unknown = JSON.parse(json)
    return typeof parsed === 'string' || typeof parsed === 'number' || typeof parsed === 'boolean'
      ? parsed
      : null
  } catch {
    return null
  }
}
