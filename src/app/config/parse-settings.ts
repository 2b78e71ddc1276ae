import { parse, TomlError } from 'smol-toml'
import { Failure } from '../../core/model/failure.ts'

/** What stands in a settings file, as TOML has it. Loaded only where there is such a file. */
export function parseSettings(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text)
  } catch (error) {
    // The library's message goes on with the lines around the mistake, which may hold a secret or come from anyone.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    const place = error instanceof TomlError ? ` (line ${error.line}, column ${error.column})` : ''
    throw new Failure('invalid', 'INVALID_SETTING', `${path} is not valid TOML: ${reason.trim()}${place}`, {
      hint: 'Correct that line, or point --config at another file.',
      cause: error,
    })
  }
}
