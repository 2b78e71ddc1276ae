import { isDeepStrictEqual } from 'node:util'
import { uuidOf } from '../../core/model/identity.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { layoutNodes, type Position } from './connections.ts'
import type { NodeInput } from './fields.ts'
import { hasAddress } from './triggers.ts'
import type {
  SavedWorkflow,
  WorkflowConnections,
  WorkflowDraft,
  WorkflowEngine,
  WorkflowNode,
} from './workflow-engine.ts'

type Given = {
  name: string
  nodes: readonly NodeInput[]
  connections: WorkflowConnections
  settings: JsonObject
}

type Built = { draft: WorkflowDraft; warnings: string[] }

/**
 * Completes every node with an id, a version and a position, and keeps what the earlier node of the same name had.
 * `makeId` must return ids that cannot be guessed: the id of a webhook is enough to start its workflow.
 */
export function buildDraft(
  { name, nodes, connections, settings }: Given,
  { earlier, makeId }: { earlier: readonly WorkflowNode[]; makeId: () => string },
): Built {
  const known = new Map(earlier.map(node => [node.name, node]))
  const places = layoutNodes(
    nodes.map(node => ({
      name: node.name,
      position: toPosition(node.position) ?? known.get(node.name)?.position ?? null,
    })),
    connections,
  )
  const newId = (node: string) => {
    const derived = uuidOf('workflow-node', name, node)
    // A renamed node keeps the id derived from its old name; n8n rejects two nodes with the same id.
    return earlier.some(({ id }) => id === derived) ? makeId() : derived
  }
  const complete = nodes.map(input => {
    const before = known.get(input.name)
    return {
      id: input.id ?? before?.id ?? newId(input.name),
      name: input.name,
      type: input.type,
      typeVersion: input.typeVersion ?? earlierVersion(input, before) ?? currentVersionOf(input.type) ?? 1,
      position: places.get(input.name) ?? ([0, 0] as const),
      // SAFETY: tool input is parsed JSON, and zod does not change its values.
      parameters: input.parameters as JsonObject,
      extras: extrasOf(input, before, makeId),
    }
  })
  return {
    draft: { name, connections, settings, nodes: complete },
    warnings: assumedVersions(nodes.filter(node => earlierVersion(node, known.get(node.name)) === null)),
  }
}

function toPosition(given: readonly number[] | undefined): Position | null {
  const [x, y] = given ?? []
  return x === undefined || y === undefined ? null : [x, y]
}

function earlierVersion({ type }: NodeInput, before: WorkflowNode | undefined): number | null {
  return before?.type === type ? before.typeVersion : null
}

/**
 * Returns credentials, notes, retries and the like: the given ones, else those of the earlier node. Null removes one.
 */
function extrasOf(
  { id: _, name: __, type, typeVersion: ___, position: ____, parameters: _____, ...given }: NodeInput,
  before: WorkflowNode | undefined,
  makeId: () => string,
): JsonObject {
  // SAFETY: tool input is parsed JSON, and zod does not change its values.
  const extras = { ...keptExtras(type, before), ...(given as JsonObject) }
  // Without a webhookId, n8n derives a webhook's address from workflow id and node name, and gives forms no address.
  return hasAddress(type) ? { ...extras, webhookId: extras.webhookId ?? makeId() } : extras
}

/** Drops credentials and webhook ids if the node's type changes. */
function keptExtras(type: string, before: WorkflowNode | undefined): JsonObject {
  if (before === undefined) return {}
  if (before.type === type) return before.extras
  const { credentials: _, webhookId: __, ...rest } = before.extras
  return rest
}

/** Warns about nodes without a version: the parameters may be meant for another one. */
function assumedVersions(nodes: readonly NodeInput[]): string[] {
  const assumed = nodes
    .filter(({ typeVersion, type }) => typeVersion === undefined && currentVersionOf(type) !== 1)
    .map(({ name, type }) => `${JSON.stringify(name)} (using ${currentVersionOf(type) ?? 1})`)
  return assumed.length === 0 ? [] : [`No typeVersion was given for ${assumed.join(', ')}.`]
}

/**
 * Versions of n8n’s own nodes other than 1: the newest that n8n 1.110, 2.8 and 2.41 all have. n8n treats a node without
 * a version as version 1 of its type, and many nodes had different parameters then.
 */
const versions = new Map(
  `
  airtable 2.1, awsS3 2, calTrigger 2, coda 1.1, code 2, compareDatasets 2.3, compression 1.1,
  convertToFile 1.1, dateTime 2, discord 2, emailReadImap 2.1, emailSend 2.1, evaluation 4.7,
  evaluationTrigger 4.6, executeWorkflow 1.2, executeWorkflowTrigger 1.1, executionData 1.1, filter 2.2,
  form 2.3, formTrigger 2.3, github 1.1, gmail 2.1, gmailTrigger 1.3, googleAnalytics 2, googleBigQuery 2.1,
  googleBooks 2, googleCalendar 1.3, googleDocs 2, googleDrive 3, googleFirebaseCloudFirestore 1.1,
  googleSheets 4.7, googleSlides 2, googleTranslate 2, graphql 1.1, highLevel 2, html 1.2, httpRequest 4.2,
  hubspot 2.2, if 2.2, invoiceNinja 2, invoiceNinjaTrigger 2, itemLists 3.1, jiraTrigger 1.1,
  kafkaTrigger 1.1, lemlist 2, linear 1.1, mailerLite 2, mailerLiteTrigger 2, merge 3.2, microsoftExcel 2.1,
  microsoftOutlook 2, microsoftSql 1.1, microsoftTeams 2, mindee 3, mongoDb 1.2, moveBinaryData 1.1,
  mySql 2.5, nocoDb 3, notion 2.2, openAi 1.1, pipedriveTrigger 1.1, postgres 2.6, rabbitmq 1.1,
  removeDuplicates 2, respondToWebhook 1.4, rssFeedRead 1.2, scheduleTrigger 1.2, seaTable 2,
  seaTableTrigger 2, set 3.4, slack 2.3, splitInBatches 3, splunk 2, spreadsheetFile 2, strava 1.1,
  summarize 1.1, switch 3.2, telegram 1.2, telegramTrigger 1.2, theHiveTrigger 2, todoist 2.1, twitter 2,
  typeformTrigger 1.1, wait 1.1, webflow 2, webflowTrigger 2, webhook 2.1
`
    .split(',')
    .map(entry => entry.trim().split(' '))
    .map(([name = '', version = '']) => [name, Number(version)] as const),
)

const ownPackage = 'n8n-nodes-base.'

/** Returns the version for a node of this type without one; null for types of other packages. */
function currentVersionOf(type: string): number | null {
  return type.startsWith(ownPackage) ? (versions.get(type.slice(ownPackage.length)) ?? 1) : null
}

type GivenFields = { settings: Readonly<Record<string, unknown>> | null; nodes: readonly NodeInput[] | null }

const declared = ['id', 'name', 'type', 'typeVersion', 'position', 'parameters']

/** Returns a warning for each given field that is not sent, because n8n would reject the whole workflow for it. */
export function leftOut({ settings, nodes }: GivenFields, { knownFields }: WorkflowEngine): string[] {
  const unknownSettings = Object.keys(settings ?? {}).filter(name => !knownFields.settings.includes(name))
  const unknownExtras = (nodes ?? []).flatMap(node =>
    Object.keys(node)
      .filter(name => !declared.includes(name) && !knownFields.nodeExtras.includes(name))
      .map(name => `${name} of the node ${JSON.stringify(node.name)}`),
  )
  return [...unknownSettings.map(name => `the setting ${name}`), ...unknownExtras].map(
    what => `Left out, because n8n’s API does not accept it: ${what}.`,
  )
}

/** Returns a warning for each setting that this version of n8n rejected, unless it already has the same value. */
export function refusedSettings(
  { workflow, refusedSettings: names }: SavedWorkflow,
  { settings }: WorkflowDraft,
): string[] {
  return names
    .filter(name => !isDeepStrictEqual(workflow.draft.settings[name], settings[name]))
    .map(name => `Left out, because this version of n8n rejects it: the setting ${name}.`)
}
