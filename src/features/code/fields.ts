import { z } from 'zod'

export const graphNode = z.object({
  id: z.string().describe('Id of the node; the same from one parse to the next'),
  label: z
    .string()
    .describe('Repository, File, Class, Function, Method, Attribute, Person, Organisation and more'),
  name: z.string().describe('Short name'),
  full_name: z.string().nullable().describe('Name with its module or class'),
  repository: z.string().nullable().describe('Repository it belongs to; null for entities of facts'),
  file: z.string().nullable().describe('File it stands in'),
  properties: z.record(z.string(), z.unknown()).describe('Signature, line, types and what else is known'),
})

export const graphEdge = z.object({
  type: z.string().describe('CONTAINS, DEFINES, HAS_METHOD, IMPORTS, EXTENDS, HOLDS_OFFICE and more'),
  from: z.string().describe('Id of the node it leaves'),
  to: z.string().describe('Id of the node it reaches'),
  properties: z.record(z.string(), z.unknown()).describe('Names imported; or fact, valid_at, invalid_at'),
})
