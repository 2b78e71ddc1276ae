/**
 * What n8n’s public API lets a request carry; anything else makes it reject the whole body, so what its own answers
 * hold beyond this must be left out when they are sent back. From its OpenAPI description, the fields that all of n8n 1
 * and 2 know.
 */
export const nodeExtras: readonly string[] = [
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
]

export const settingFields: readonly string[] = [
  'saveExecutionProgress',
  'saveManualExecutions',
  'saveDataErrorExecution',
  'saveDataSuccessExecution',
  'executionTimeout',
  'errorWorkflow',
  'timezone',
  'executionOrder',
  'callerPolicy',
  'callerIds',
  'timeSavedPerExecution',
  'availableInMCP',
]
