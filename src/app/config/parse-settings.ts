import { parse } from 'smol-toml'
import { Failure } from '../../model/failure.ts'

/** What stands in a settings file, as TOML has it. Loaded only where there is such a file. */
export function parseSettings(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure('invalid', 'INVALID_SETTING', `${path} is not valid TOML: ${reason.trim()}`, {
      hint: 'Correct that line, or point --config at another file.',
      cause: error,
    })
  }
}
