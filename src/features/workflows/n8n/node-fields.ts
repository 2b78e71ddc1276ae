/**
 * What n8n’s public API lets a request carry; anything else makes it reject the whole body, so what its own answers
 * hold beyond this must be left out when they are sent back. Generations in the order in which n8n learnt them, from its
 * OpenAPI descriptions: n8n 1, 1.123, and 2 by 2.41. An older n8n rejects the later ones.
 */
export const fieldGenerations: readonly { settings: readonly string[]; nodeExtras: readonly string[] }[] = [
  {
    settings: [
      'saveExecutionProgress',
      'saveManualExecutions',
      'saveDataErrorExecution',
      'saveDataSuccessExecution',
      'executionTimeout',
      'errorWorkflow',
      'timezone',
      'executionOrder',
    ],
    nodeExtras: [
      'webhookId',
      'disabled',
      'notesInFlow',
      'notes',
      'executeOnce',
      'alwaysOutputData',
      'retryOnFail',
      'maxTries',
      'waitBetweenTries',
      'continueOnFail',
      'onError',
      'credentials',
    ],
  },
  {
    settings: ['callerPolicy', 'callerIds', 'timeSavedPerExecution', 'availableInMCP'],
    nodeExtras: [],
  },
  {
    settings: ['timeSavedMode', 'redactionPolicy', 'customTelemetryTags'],
    nodeExtras: ['customTelemetryTags'],
  },
]

export type KnownFields = { settings: readonly string[]; nodeExtras: readonly string[] }

/** The fields of the first so many generations. */
export function fieldsOf(generations: number): KnownFields {
  const known = fieldGenerations.slice(0, generations)
  return {
    settings: known.flatMap(generation => generation.settings),
    nodeExtras: known.flatMap(generation => generation.nodeExtras),
  }
}
