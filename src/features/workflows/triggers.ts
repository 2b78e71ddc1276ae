/** Starts a workflow by itself, though its type is not called a trigger. */
const starters = ['webhook', 'cron', 'interval', 'emailReadImap', 'formTrigger']

/** Starts one only when a person presses the button. */
const manual = ['manualTrigger', 'manualChatTrigger', 'start']

/** Whether a node can begin a run at all. */
export function isTrigger(type: string): boolean {
  return startsByItself(type) || manual.includes(kindOf(type))
}

/** Whether a node begins runs without anyone at the editor: what n8n demands of an active workflow. */
export function startsByItself(type: string): boolean {
  const kind = kindOf(type)
  return !manual.includes(kind) && (kind.endsWith('Trigger') || starters.includes(kind))
}

/** Started like the others, but not among the triggers that n8n counts. */
const uncounted = ['chatTrigger', 'errorTrigger', 'evaluationTrigger', 'executeWorkflowTrigger']

/** Whether n8n counts a node among the triggers of a workflow once it has started them. */
export function isCounted(type: string): boolean {
  return startsByItself(type) && !uncounted.includes(kindOf(type))
}

/** Nothing outside n8n is needed to start these. */
const selfContained = ['cron', 'formTrigger', 'interval', 'mcpTrigger', 'scheduleTrigger', 'webhook']

/** Whether starting a node can fail for reasons outside the workflow: a feed that is down, a credential that is wrong. */
export function dependsOnOthers(type: string): boolean {
  return isCounted(type) && !selfContained.includes(kindOf(type))
}

export function isWebhook(type: string): boolean {
  return kindOf(type) === 'webhook'
}

/** Whether n8n gives a node an address of its own, made of an id that it must have. */
export function hasAddress(type: string): boolean {
  return ['webhook', 'formTrigger', 'chatTrigger', 'mcpTrigger'].includes(kindOf(type))
}

/** Notes on the canvas take no part in a run. */
export function isNote(type: string): boolean {
  return kindOf(type) === 'stickyNote'
}

/** `n8n-nodes-base.webhook` is a `webhook`, whichever package it comes from. */
function kindOf(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1)
}
