import type { z } from 'zod'
import { nullDefault } from './json-schema.ts'

/**
 * An input that may be left out or null, which mean the same; tools see `undefined`. Its schema says `default: null`, so
 * that clients which fill in every parameter know what to send.
 */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullable()
    .default(null)
    .transform(value => value ?? undefined)
    .meta(nullDefault)
}
