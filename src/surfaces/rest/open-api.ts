import type { JsonSchema, JsonSchemaNode } from '../../core/contract/json-schema.ts'
import type { PagePictures } from '../../core/contract/page-pictures.ts'
import type { ToolRow, ToolTable } from '../../core/contract/tool-table.ts'
import type { FilesUpload } from '../../core/contract/upload.ts'
import { Failure } from '../../core/model/failure.ts'
import type { JsonObject, JsonValue } from '../../core/model/json.ts'
import { jobEventsPath } from './event-streams.ts'
import {
  libraryOperation,
  linesOperation,
  originalOperation,
  pictureOperation,
  picturePath,
} from './picture-route.ts'
import { type RestAddress, restAddresses } from './rest-request.ts'

export type OpenApi = JsonObject

/** Paths that accept uploads: of one file, and of several files at the path of a tool. */
export type UploadPaths = {
  upload?: readonly string[]
  filesUploads?: readonly Pick<FilesUpload<never>, 'path' | 'fields' | 'operation'>[]
}

/** Routes beside those of the tools. */
export type OtherRoutes<Services> = UploadPaths & { pictures?: PagePictures<Services> }

/** OpenAPI 3.1 of all tools of the table. The same table always produces the same document, so it can be committed. */
export function openApi<Services>(
  table: ToolTable<Services>,
  info: { name: string; version: string },
  parts: OtherRoutes<Services> = {},
): OpenApi {
  const paths: Record<string, JsonObject> = {}
  for (const row of table.rows)
    for (const address of restAddresses(row))
      paths[address.path] = {
        ...paths[address.path],
        [address.method.toLowerCase()]: operation(row, address),
      }
  for (const path of parts.upload ?? []) paths[path] = { post: uploadOperation(table, path) }
  if (parts.pictures !== undefined) {
    paths[picturePath(parts.pictures)] = { get: pictureOperation(parts.pictures) }
    paths[parts.pictures.original.path] = { get: originalOperation(parts.pictures) }
    paths[parts.pictures.library.path] = { get: libraryOperation(parts.pictures) }
    paths[parts.pictures.path] = { get: linesOperation(parts.pictures) }
  }
  for (const filesUpload of parts.filesUploads ?? []) addFilesUpload(paths, filesUpload)
  if (table.find('get_job') !== undefined) paths[jobEventsPath] = { get: jobEventsOperation }
  return {
    openapi: '3.1.0',
    info: { title: info.name, version: info.version, description: 'Every tool as one HTTP call.' },
    tags: table.toolsets.map(({ name, title, description }) => ({
      name,
      description: `${title}. ${description}`,
    })),
    // A token is required only if the server was started with one.
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token the server was started with, if any.',
        },
      },
      schemas: Object.fromEntries(table.rows.flatMap(schemas)),
    },
  }
}

function schemas<Services>(row: ToolRow<Services>): [string, JsonValue][] {
  return [
    [`${row.tool.name}_input`, toJson(row.inputSchema)],
    [`${row.tool.name}_output`, toJson(row.outputSchema)],
  ]
}

function operation<Services>(row: ToolRow<Services>, { method, path }: RestAddress): JsonObject {
  const { tool, toolset } = row
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
  const fields = Object.entries(row.inputSchema.properties ?? {})
  const shown = fields.filter(([name]) => method !== 'POST' || inPath.includes(name))
  return {
    operationId: operationId(row, { method, path }),
    tags: [toolset.name],
    summary: tool.title,
    description: tool.description,
    ...(shown.length === 0
      ? {}
      : { parameters: shown.map(field => parameter(field, row.inputSchema, inPath)) }),
    ...(method === 'POST' ? { requestBody: jsonBody(`${tool.name}_input`, row.inputSchema) } : {}),
    responses: {
      200: {
        description: 'The output of the tool.',
        headers: {
          'X-Correlation-Id': { description: 'Finds the call in the log.', schema: { type: 'string' } },
        },
        content: {
          'application/json': { schema: { $ref: `#/components/schemas/${tool.name}_output` } },
          ...(method === 'POST' ? { 'text/event-stream': { schema: eventStream } } : {}),
        },
      },
      ...failureResponses(row),
    },
  }
}

/** The second path of a contract gets its method as a suffix, to make the id unique. */
function operationId<Services>({ tool, toolset }: ToolRow<Services>, { method, path }: RestAddress): string {
  if (path === `/api/v1/${toolset.name}/${tool.name}`)
    return method === 'GET' ? `${tool.name}_get` : tool.name
  const isFirst = [tool.rest ?? []].flat()[0]?.path === path
  return `${tool.name}_at_contract_path${isFirst ? '' : `_${method.toLowerCase()}`}`
}

const eventStream = {
  type: 'string',
  description: 'With Accept: text/event-stream: events "progress", then one "result" or "error".',
}

function parameter(
  [name, node]: [string, JsonSchemaNode],
  schema: JsonSchema,
  inPath: readonly string[],
): JsonObject {
  const { description, ...type } = node
  const isInPath = inPath.includes(name)
  return {
    name,
    in: isInPath ? 'path' : 'query',
    required: isInPath || (schema.required?.includes(name) ?? false),
    ...(description === undefined ? {} : { description }),
    schema: toJson(type),
  }
}

function jsonBody(name: string, schema: JsonSchema): JsonObject {
  const required = (schema.required ?? []).length > 0
  return { required, content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } }
}

/** The error statuses that every tool may return, each in the wording of its toolset. */
function failureResponses<Services>({ tool, toolset }: ToolRow<Services>): JsonObject {
  const codes = tool.failures.length === 0 ? '' : ` Codes of this tool: ${tool.failures.join(', ')}.`
  const samples: [string, Failure, string][] = [
    [
      '400',
      new Failure('invalid', 'INVALID_INPUT', 'A parameter is missing or wrong.'),
      'The input is wrong.',
    ],
    ['413', new Failure('too_large', 'TOO_LARGE', 'The body is too large.'), 'The input is too large.'],
    ['500', new Failure('internal', 'INTERNAL_ERROR', 'Something went wrong.'), 'An error of the server.'],
    ['504', new Failure('timeout', 'TIMEOUT', 'The time limit was reached.'), 'The time limit was reached.'],
  ]
  const worded = samples.map(([status, failure, description]) => {
    const example = toolset.wordFailure(failure, { tool: tool.name, correlationId: sampleId })
    const type = typeof example === 'string' ? 'text/plain' : 'application/json'
    const schema = { type: typeof example === 'string' ? 'string' : 'object' }
    return [status, { description, content: { [type]: { schema, example } } }]
  })
  return {
    ...Object.fromEntries(worded),
    default: { description: `Any other failure, in the same shape.${codes}` },
  }
}

const sampleId = '00000000-0000-4000-8000-000000000000'

/** Adds the upload form to the tool at this path, which also accepts JSON. */
function addFilesUpload(
  paths: Record<string, JsonObject>,
  { path, fields, operation }: Pick<FilesUpload<never>, 'path' | 'fields' | 'operation'>,
): void {
  const own = operation && {
    operationId: operation.name,
    summary: operation.title,
    description: operation.description,
    responses: {
      200: {
        description: 'What was stored.',
        content: {
          'application/json': { schema: { type: 'object' } },
          'text/event-stream': { schema: eventStream },
        },
      },
    },
  }
  const post = { ...own, ...Object(paths[path]?.post) }
  const content = {
    ...Object(post.requestBody).content,
    'multipart/form-data': { schema: filesForm(fields) },
  }
  paths[path] = { ...paths[path], post: { ...post, requestBody: { required: true, content } } }
}

function filesForm(fields: FilesUpload<never>['fields']): JsonObject {
  const files = {
    type: 'array',
    items: { type: 'string', format: 'binary' },
    description: 'The files, each with its name',
  }
  return { type: 'object', required: ['files'], properties: { files, ...fields } }
}

function uploadOperation<Services>(table: ToolTable<Services>, path: string): JsonObject {
  const row = table.find('ingest_file')
  const schema = row === undefined ? { type: 'object' } : { $ref: '#/components/schemas/ingest_file_output' }
  return {
    operationId: path.replace(/^\/(?:api\/v1\/)?/, '').replaceAll('/', '_'),
    ...(row === undefined ? {} : { tags: [row.toolset.name] }),
    summary: 'Upload a file',
    description: 'Stores one file, like ingest_file.',
    requestBody: { required: true, content: { 'multipart/form-data': { schema: fileForm } } },
    responses: {
      200: { description: 'What was stored.', content: { 'application/json': { schema } } },
      400: { description: 'The form is invalid.' },
      413: { description: 'The file is too large.' },
      422: { description: 'The file cannot be read.' },
      500: { description: 'An error of the server.' },
    },
  }
}

const fileForm: JsonObject = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', format: 'binary', description: 'The file, with its name' },
    library: { type: 'string', description: 'Where to store it' },
    metadata: { type: 'string', description: 'A JSON object to store with the document' },
    password: { type: 'string', description: 'Password of an encrypted file; used once, never stored' },
    ocr_languages: { type: 'string', description: 'Languages of scanned pages, separated by commas: en,de' },
  },
}

const jobEventsOperation: JsonObject = {
  operationId: 'job_events',
  tags: ['system'],
  summary: 'Follow a job',
  description:
    'Sends server-sent events: the current job, an event "progress" for every change (a few per second at most), then one "end", after which the stream closes. The data of each event is the job as get_job returns it, without items. Comments keep the connection open while nothing changes. Last-Event-ID skips events that were already received. Closing the stream does not cancel the job.',
  parameters: [
    { name: 'job_id', in: 'path', required: true, description: 'Id of the job', schema: { type: 'string' } },
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'Id of the last event received',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'The stream.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    404: { description: 'There is no such job; the error is that of get_job.' },
  },
}

function toJson(schema: object): JsonObject {
  // SAFETY: z.toJSONSchema returns plain JSON, which its type does not express.
  return schema as JsonObject
}
