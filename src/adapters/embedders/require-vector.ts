import { Failure } from '../../core/model/failure.ts'

/**
 * Returns the vector scaled to length 1, or throws `EMBEDDING_INVALID`. A zero or invalid vector would match every
 * query or none.
 */
export function requireVector(
  values: ArrayLike<number>,
  dimensions: number,
  model: string,
): Float32Array<ArrayBuffer> {
  if (values.length !== dimensions)
    throw invalid(model, `has ${values.length} numbers where ${dimensions} are expected`)
  let sum = 0
  for (let i = 0; i < dimensions; i++) {
    const value = values[i]
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw invalid(model, `has no finite number at place ${i}`)
    sum += value * value
  }
  const length = Math.sqrt(sum)
  if (!Number.isFinite(length)) throw invalid(model, 'is too long to be normalized')
  if (length < 1e-12) throw invalid(model, 'is zero')
  const vector = new Float32Array(dimensions)
  for (let i = 0; i < dimensions; i++) vector[i] = (values[i] ?? 0) / length
  return vector
}

/** Returns what the model made of a text; throws when it returned too few. */
export function answerAt<Answer>(answers: readonly Answer[], place: number, model: string): Answer {
  const answer = answers[place]
  if (answer === undefined) throw invalid(model, `is missing: only ${answers.length} were returned`)
  return answer
}

function invalid(model: string, problem: string): Failure {
  return new Failure('unavailable', 'EMBEDDING_INVALID', `A vector from ${model} ${problem}.`, {
    hint: 'Nothing was stored. Check that the configured dimensions match the model.',
    details: { model },
  })
}
