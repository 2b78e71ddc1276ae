/** Differences between versions of n8n, as observed with the real ones (docs/n8n.md). */
export type N8nVersion = '1.110.1' | '2.8.4' | '2.41.1'

export const n8nVersions: readonly N8nVersion[] = ['1.110.1', '2.8.4', '2.41.1']

export type Habits = {
  settings: readonly string[]
  nodeExtras: readonly string[]
  /** Settings that n8n adds by itself. */
  ownSettings: object
  /** Keeps a draft and a published version, each with an id. */
  keepsVersions: boolean
  /** Publishes and unpublishes after the response; refuses to delete a published workflow. */
  publishesLater: boolean
  tellsUnknownFields(place: string, names: readonly string[]): string
  tellsNoTrigger(name: string, id: string): string
  /** Error for a webhook that another workflow uses; null if it is reassigned silently. */
  webhookConflict: number | null
  unknownToActivate: string
  unknownKey: string
}

const settings = [
  'saveExecutionProgress',
  'saveManualExecutions',
  'saveDataErrorExecution',
  'saveDataSuccessExecution',
  'executionTimeout',
  'errorWorkflow',
  'timezone',
  'executionOrder',
]
const laterSettings = ['callerPolicy', 'callerIds', 'timeSavedPerExecution', 'availableInMCP']

const additional = (place: string) => `request/${place} must NOT have additional properties`
const noTrigger =
  'Workflow cannot be activated because it has no trigger node. At least one trigger, webhook, or polling node is required.'

export const habitsOf: Readonly<Record<N8nVersion, Habits>> = {
  '1.110.1': {
    settings,
    nodeExtras: [],
    ownSettings: {},
    keepsVersions: false,
    publishesLater: false,
    tellsUnknownFields: additional,
    tellsNoTrigger: (name, id) =>
      `Workflow "${name}" (ID: ${id}) has no node to start the workflow - at least one trigger, poller or webhook node is required`,
    webhookConflict: null,
    unknownToActivate: 'Not Found',
    unknownKey: 'unauthorized',
  },
  '2.8.4': {
    settings: [...settings, ...laterSettings],
    nodeExtras: [],
    ownSettings: { callerPolicy: 'workflowsFromSameOwner', availableInMCP: false },
    keepsVersions: true,
    publishesLater: false,
    tellsUnknownFields: additional,
    tellsNoTrigger: () => noTrigger,
    webhookConflict: 400,
    unknownToActivate: 'Not Found',
    unknownKey: 'unauthorized',
  },
  '2.41.1': {
    settings: [...settings, ...laterSettings, 'timeSavedMode', 'redactionPolicy', 'customTelemetryTags'],
    nodeExtras: ['customTelemetryTags'],
    ownSettings: {},
    keepsVersions: true,
    publishesLater: true,
    tellsUnknownFields: (place, names) =>
      `request/${place} Unrecognized key(s) in object: ${names.map(name => `'${name}'`).join(', ')}`,
    tellsNoTrigger: () => noTrigger,
    webhookConflict: 409,
    unknownToActivate:
      'You do not have permission to activate this workflow. Ask the owner to share it with you.',
    unknownKey: 'Unauthorized',
  },
}
