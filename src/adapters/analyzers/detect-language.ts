import { Failure } from '../../core/model/failure.ts'

type LanguageModel = { identify(text: string): Promise<{ alpha2: string | null; possibility: number }> }

/** More text does not change the verdict, only the time it takes. */
const maxLetters = 2_000
/** In bytes, because a few characters of Chinese or Thai say as much as a dozen Latin letters. */
const minBytes = 10
const minConfidence = 0.4

let loading: Promise<LanguageModel> | null = null

/** fastText's lid.176, which its package carries: nothing is downloaded. */
export async function detectLanguage(text: string): Promise<string> {
  const sample = lettersOf(text)
  if (Buffer.byteLength(sample) < minBytes) return 'und'
  loading ??= loadModel()
  const model = await loading.catch(error => {
    loading = null
    throw error
  })
  const { alpha2, possibility } = await model.identify(sample)
  return alpha2 !== null && possibility >= minConfidence ? alpha2 : 'und'
}

/** Words only: digits, links and markup would pull prose towards English. */
function lettersOf(text: string): string {
  const words = text
    .slice(0, maxLetters * 4)
    .replace(/https?:\/\/\S+/g, ' ')
    .match(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu)
  const sample = (words ?? []).join(' ').slice(0, maxLetters)
  // The model knows capitals as the beginnings of names only.
  return /\p{Ll}/u.test(sample) ? sample : sample.toLowerCase()
}

async function loadModel(): Promise<LanguageModel> {
  try {
    const { getLIDModel } = await import('fasttext.wasm.js')
    const model = await getLIDModel()
    await model.load()
    return model
  } catch (cause) {
    throw new Failure('unavailable', 'LANGUAGE_MODEL_UNAVAILABLE', 'The language model cannot be loaded.', {
      hint: 'Reinstall the package, then restart.',
      cause,
    })
  }
}
